import { expect, test } from 'vitest';
import { readFacts } from '../test-sources.ts';

const namesIn = async (text: string, path = 'src/a.test.ts') =>
  (await readFacts(path, text)).tests.map(({ name, line }) => [line, name]);
const idleTests = async (text: string, path = 'src/a.test.ts') =>
  (await readFacts(path, text)).tests.filter(({ hasAssertion }) => !hasAssertion).map(({ name }) => name);

test('tests are found by their calls, with their own names', async () => {
  const text = `
test('plain', () => {});
it("it", function () {});
describe('suite', () => { describe('inner', () => { specify(\`template\`, () => {}); }); });
test.skip('skipped', () => {}); it.only('only', () => {}); test.concurrent.each([1])('row', () => {});
test.each([[1]])('row %i', () => {}); it.for([1])('each $name', () => {}); test.each\`a\${1}\`('table', () => {});
test.skipIf(process.platform === 'win32')('not there', () => {});
test(\`with \${value}\`, () => {}); test('joined ' + 'name', () => {}); test(name, () => {});
test('outer', async (t) => { await t.test('inner', () => {}); });
test('options', { timeout: 5 }, async () => {}); it('pending'); test.todo('later'); xit('off', () => {});
test(run); test('by name', run);
`;
  expect(await namesIn(text)).toEqual([
    [2, 'plain'],
    [3, 'it'],
    [4, 'template'],
    [5, 'skipped'],
    [5, 'only'],
    [5, 'row'],
    [6, null],
    [6, null],
    [6, 'table'],
    [7, 'not there'],
    [8, null],
    [8, 'joined name'],
    [8, null],
    [9, 'outer'],
    [9, 'inner'],
    [10, 'options'],
    [10, 'pending'],
    [10, 'later'],
    [10, 'off'],
    [11, 'by name'],
  ]);
});

test('other calls with these names are no tests', async () => {
  const text = `
/a/.test('b'); pattern.test(text); test.describe('suite', () => {}); test.extend({ a: () => {} });
test.beforeEach(() => {}); test.skip(isSlow, 'reason'); describe('suite', () => {}); iterate('a', () => {});
// test('comment', () => {});
const text = "test('string', () => {})";
`;
  expect(await namesIn(text)).toEqual([]);
});

test('a test without assertion is found', async () => {
  const text = `
import { add } from './add.ts';
import { saveUser } from './store.ts';
const prepare = () => { add(1); };
test('imports', () => {});
test('calls', () => { add(1, 2); });
test('own function', () => { prepare(); });
test('comment', () => { /* expect(1) */ // assert(add)
  const text = "expect(add(1)).toBe(2)"; });
test('prints', () => { console.assert(add(1)); console.log('checked'); });
test('ends', () => process.exit(0));
test('options', { timeout: 1 }, async () => { await saveUser(); });
test('pending');
`;
  expect(await idleTests(text)).toEqual([
    'imports',
    'calls',
    'own function',
    'comment',
    'prints',
    'ends',
    'options',
    'pending',
  ]);
});

test('a test that asserts in any usual way is not reported', async () => {
  const text = `
import assert, { ok as yes } from 'node:assert/strict';
import { request } from '../test/server.ts';
import { isUser } from './fixtures.ts';
import { explore } from '@app/core/testing/explore';
const { same } = require('chai');
const viaOther = () => inner();
function inner() { if (a) throw new Error('wrong'); }
class Page { open() { expect(1).toBe(1); } }
test('expect', () => { expect(a).toBe(1); });
test('assert', () => assert(a));
test('assert.equal', () => { assert.equal(a, 1); });
test('by name', () => { yes(a); });
test('chai', () => { same(a); });
test('should', () => { a.should.equal(1); });
test('property', () => { a.should.be.true; });
test('throws', () => { if (a !== 1) throw new Error('wrong'); });
test('own function', () => { viaOther(); });
test('given function', () => { [1].forEach(inner); });
test('method', () => { new Page().open(); });
test('support file', async () => { await request('/'); });
test('fixtures', () => { isUser(a); });
test('package', () => { explore(a); });
test('name', () => { checkUser(a); ensureDone(); });
test('context', (t) => { t.is(a, 1); });
test('callback', (done) => { start(() => done()); });
test('fixture', ({ compare }) => { compare(a); });
test('elements', () => { screen.getByText('a'); });
test('wrapped', withServer(async () => { await start(); }));
test('elsewhere', importedBody);
test('outer', async (t) => { await t.test('inner', () => { assert(a); }); });
test.each([1])('rows', (a) => { expect(a).toBe(1); });
test('property based', () => { fc.assert(fc.property(a)); });
test('in a loop', () => { for (const b of a) b.forEach(() => { expect(b).toBe(1); }); });
test('program', () => { execFileSync('node', ['a.js']); });
`;
  expect(await idleTests(text)).toEqual([]);
});
