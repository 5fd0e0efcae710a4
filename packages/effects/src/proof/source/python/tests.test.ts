import { expect, test } from 'vitest';
import { readFacts } from '../test-sources.ts';

const idleTests = async (text: string) =>
  (await readFacts('tests/test_a.py', text)).tests.filter(({ hasAssertion }) => !hasAssertion).map(({ name }) => name);

test('tests are functions of a module or class with a name of a test', async () => {
  const text = `
def test_a():
    def test_inner(): pass
async def test_b(client): pass
class TestC:
    @pytest.mark.parametrize("a", [1])
    def test_d(self, a): pass
    def other(self): pass
if True:
    def test_e(): pass
text = "def test_f(): pass"
# def test_g(): pass
`;
  expect((await readFacts('test_a.py', text)).tests.map(({ name, line }) => [line, name])).toEqual([
    [2, 'test_a'],
    [4, 'test_b'],
    [7, 'test_d'],
    [10, 'test_e'],
  ]);
});

test('a test without assertion is found', async () => {
  const text = `
from app import add
import os
def prepare(): add(1)
def test_empty(): pass
def test_calls(): add(1)
def test_own(): prepare()
def test_text(): x = "assert add(1) == 2"  # assert add
def test_ends(): os._exit(0)
def test_fixture(client): client.get("/")
class TestA:
    def test_prints(self): print(add(1))
`;
  expect(await idleTests(text)).toEqual([
    'test_empty',
    'test_calls',
    'test_own',
    'test_text',
    'test_ends',
    'test_fixture',
    'test_prints',
  ]);
});

test('a test that asserts in any usual way is not reported', async () => {
  const text = `
import pytest
from tests.support import compare
from .helpers import same as alike
from . import fixtures
from assertpy import that
def inner():
    if a: raise ValueError(a)
def outer(): inner()
def test_assert(): assert a
def test_raises():
    with pytest.raises(ValueError): a()
def test_own(): outer()
def test_given(): list(map(inner, a))
def test_support(): compare(a)
def test_relative(): alike(a)
def test_module(): fixtures.build(a)
def test_name(): check_user(a)
def test_fixture(compare_all): compare_all(a)
def test_fail(): pytest.fail("a")
def test_loop():
    for a in b:
        if a: assert a
class TestA(unittest.TestCase):
    def test_unit(self): self.assertEqual(a, 1)
    def test_method(self): self.verify(a)
    def test_helper(self): self.inspect(a)
    def inspect(self, a): assert a
`;
  expect(await idleTests(text)).toEqual([]);
});
