import { expect, test } from 'vitest';
import { readAll } from '../test-sources.ts';

/** The mutated texts of each source. */
async function mutateAll(sources: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>> {
  const files = sources.map((text, at) => ({ path: `${at}.py`, text }));
  const facts = await readAll(files);
  return Object.fromEntries(
    files.map(({ path, text }) => {
      const mutants = facts.get(path)?.mutants ?? [];
      return [text, mutants.map((one) => text.slice(0, one.start) + one.text + text.slice(one.end))];
    }),
  );
}

test('operators, conditions, constants, results and calls are changed', async () => {
  const expected = {
    'a < b <= c': ['a <= b <= c', 'a < b < c'],
    '(a) == (  # !=\n b)': ['(a) != (  # !=\n b)'],
    'a is not b': ['a is b'],
    'a not  in b': ['a in b'],
    'a + b': ['a - b'],
    'a*-b': ['a/-b'],
    'a += b': ['a -= b'],
    'a ** b // c % d': [],
    'a and b or c': ['a and b and c', 'a or b or c'],
    'if a: pass': ['if not (a): pass'],
    'if(a == b): pass': ['if(a != b): pass'],
    'a if b else c': ['a if not (b) else c'],
    'while a: pass': [],
    'a = True': ['a = False'],
    'a = 0x10': ['a = 17'],
    'a = -1.0': ['a = -2.0'],
    'a = 1.5': ['a = 2.5'],
    'a = 1e300': [],
    'a = 2j': [],
    'a = "😀" "b"': ['a = ""'],
    'a = b"c"': ['a = b""'],
    'a = ""': [],
    'a = f"{b + 1}"': [],
    'def f(): return a, b': ['def f(): return None'],
    'def f(): return"a"': ['def f(): return None', 'def f(): return""'],
    'def f(): return None': [],
    'f = lambda: a': ['f = lambda: None'],
    'a.b(c)': ['pass'],
    'async def f(): await a()': ['async def f(): pass'],
    'a = 0and b': ['a = 0 or b', 'a = 1and b'],
  };
  expect(await mutateAll(Object.keys(expected))).toEqual(expected);
});

test('annotations, imports, docstrings, keys and log lines stay', async () => {
  const sources = [
    '"""Doc."""\nfrom a import b\nimport c',
    'def f(a: "b") -> "c":\n    """Doc."""',
    'a: Literal["b", 1]',
    'a = {"b": c, 1: d}\na["b"]',
    '__all__ = ["a"]\nT = TypeVar("T")',
    'print(a)\nlogger.info(b)\nlogging.getLogger(c).debug(d)',
  ];
  expect(await mutateAll(sources)).toEqual(Object.fromEntries(sources.map((text) => [text, []])));
});
