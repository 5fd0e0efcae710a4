import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { en } from '../messages/en.ts';
import { ko } from '../messages/ko.ts';
import { specProblemText } from './problem-text.ts';
import { readSpecs, type SpecFile } from './read-specs.ts';

const base = (id: string, more: object = {}) => {
  const [system = '', name = ''] = id.split('/');
  return {
    id: name,
    system,
    description: `The ${name}`,
    paths: { owned: [`src/${name}/**`] },
    invariants: [],
    ...more,
  };
};
const pathOf = (id: string) => `subsystems_knowledge/${id}.yaml`;
const file = (path: string, text: string): SpecFile => ({ path, content: { is: 'text', text } });
const spec = (id: string, more: object = {}, path = pathOf(id)) => file(path, stringify(base(id, more)));
const said = (...files: readonly SpecFile[]) => {
  const { defects, warnings } = readSpecs(files);
  return [...defects, ...warnings].map((one) => specProblemText(en, one));
};

test('a spec with every field is read, and its relations count from both sides', () => {
  const { subsystems, defects, warnings } = readSpecs([
    spec('shop/cart', {
      id: 'shop/cart',
      paths: { owned: ['./src/cart/', 'test/cart.test.ts'], public_api: 'src/cart/index.ts' },
      invariants: ['a total is never negative', { id: 'EXACT', text: 'sums are exact', command: 'npm run sums' }],
      dependencies: {
        compile_time: ['shop/money', 'zod', '@scope/x'],
        data: ['the orders table', 'shop/stock'],
        runtime: null,
      },
      tests: { tier0: 'npm test', tier1: ['npm run e2e', 'npm run lint'], tier2: 'a person' },
      milestone: { current: 'alpha', target: 'production' },
      gaps: [
        { id: 1, title: 'no rounding', priority: 3, done_when: 'it rounds' },
        { id: 'G2', title: 'slow', status: 'addressed' },
        { id: 'G3', type: 'bug', title: 'wrong tax', priority: 1, blocks: ['shop/money'], status: 'open' },
      ],
      owners: 'ada',
      architecture: { layers: ['a', 'b'] },
      recently_fixed: [{ id: 7, date: '2026-01-02', description: 'no double tax', files: ['src/cart/tax.ts'] }],
      helpful_skills: ['tdd', { name: 'money', plugin: 'acme', when: 'sums change' }],
    }),
    spec('shop/money', { dependents: ['shop/page'] }),
    spec('shop/page'),
    spec('shop/stock'),
  ]);
  expect([defects, warnings]).toEqual([[], []]);
  expect(subsystems.map(({ id, providers, consumers }) => [id, providers, consumers])).toEqual([
    ['shop/cart', ['shop/money', 'shop/stock'], []],
    ['shop/money', [], ['shop/cart', 'shop/page']],
    ['shop/page', ['shop/money'], []],
    ['shop/stock', [], ['shop/cart']],
  ]);
  expect(subsystems[0]).toMatchObject({
    owned: ['src/cart/', 'test/cart.test.ts'],
    publicApi: ['src/cart/index.ts'],
    invariants: [
      { id: 'shop/cart#INV-1', text: 'a total is never negative' },
      { id: 'shop/cart#EXACT', text: 'sums are exact', command: 'npm run sums' },
    ],
    tier0: ['npm test'],
    tier1: ['npm run e2e', 'npm run lint'],
    gaps: [
      { id: 'G3', title: 'wrong tax', priority: 1 },
      { id: '1', title: 'no rounding', priority: 3 },
    ],
    recentFixes: [{ description: 'no double tax', files: ['src/cart/tax.ts'] }],
    skills: ['tdd', 'money (acme): sums change'],
  });
});

describe('a defect is one sentence with the file and the path inside it:', () => {
  test.each<[string, object, string]>([
    ['description', { description: undefined }, 'description: it must be set.'],
    ['empty', { description: ' ' }, 'description: it must not be empty.'],
    ['owned', { paths: {} }, 'paths.owned: it must be set.'],
    ['owned empty', { paths: { owned: [] } }, 'paths.owned: it must not be empty.'],
    ['owned number', { paths: { owned: [7] } }, 'paths.owned[0]: it must be text.'],
    ['owned object', { paths: { owned: {} } }, 'paths.owned: it must be a text or a list of texts.'],
    [
      'outside',
      { paths: { owned: ['src/cart/**', '../x'] } },
      'paths.owned[1]: it must be a path or glob inside the repository, such as src/cart/**: no "..", no backslash, and no "/" or "!" at the start.',
    ],
    ['invariants', { invariants: undefined }, 'invariants: it must be set.'],
    ['invariants text', { invariants: 'x' }, 'invariants: it must be a list.'],
    ['no text', { invariants: ['a', { id: 'X' }] }, 'invariants[1].text: it must be set.'],
    [
      'unquoted',
      { invariants: [{ totals: 'never negative' }] },
      'invariants[0]: YAML reads "totals" as a key because of the colon: put the whole text in quotes.',
    ],
    ['empty command', { invariants: [{ text: 'a', command: '' }] }, 'invariants[0].command: it must not be empty.'],
    ['lines', { tests: { tier0: 'a\nb' } }, 'tests.tier0: it must be a command on one line.'],
    [
      'twice',
      { invariants: ['a', { id: 'INV-1', text: 'b' }] },
      'invariants[1]: the id "INV-1" is used more than once in this file.',
    ],
    [
      'bad id',
      { invariants: [{ id: 'a b', text: 'b' }] },
      'invariants[0].id: it must be a name of at most 64 letters, digits, ".", "_" and "-".',
    ],
    [
      'choice',
      { milestone: { target: 'gamma' } },
      'milestone.target: it must be one of concept, prototype, alpha, beta, production.',
    ],
    [
      'priority',
      { gaps: [{ id: 1, title: 'x', priority: 9 }] },
      'gaps[0].priority: it must be a whole number from 1 to 5.',
    ],
    [
      'unknown',
      { dependencies: { runtime: ['shop/stok'] } },
      'dependencies.runtime[0]: there is no subsystem "shop/stok"; did you mean "shop/stock"?',
    ],
    [
      'ghost',
      { dependencies: { runtime: ['app/ghost'] } },
      'dependencies.runtime[0]: there is no subsystem "app/ghost".',
    ],
    ['itself', { dependents: 'shop/cart' }, 'dependents: a subsystem cannot depend on itself.'],
    ['other id', { id: 'basket' }, 'id: it must be "cart", as in the path of the file.'],
    ['other system', { system: 'store' }, 'system: it must be "shop", as in the path of the file.'],
  ])('%s', (_, more, sentence) => {
    expect(said(spec('shop/cart', more), spec('shop/stock'))[0]).toBe(
      `subsystems_knowledge/shop/cart.yaml, ${sentence}`,
    );
  });

  test('of a file that is no spec', () => {
    const long = { is: 'too-large' } as const;
    const path = pathOf('shop/cart');
    expect(said({ path, content: long })).toEqual([`${path}: a spec must not be larger than 64 kB.`]);
    expect(said({ path, content: { is: 'link' } })).toEqual([`${path}: a spec must be a file, not a symbolic link.`]);
    expect(said(file(path, '\0'))).toEqual([`${path}: a spec must be UTF-8 text.`]);
    expect(said(file(path, ''))).toEqual([`${path}: it must not be empty.`]);
    expect(said(file(path, '- a'))).toEqual([`${path}: it must be a list of keys and values.`]);
    const place = expect.stringContaining('the path of a spec must be subsystems_knowledge/<system>/<subsystem>.yaml');
    expect(said(spec('shop/cart', {}, 'subsystems_knowledge/cart.yaml'))).toEqual([place]);
    expect(said(spec('shop/cart', {}, 'subsystems_knowledge/a/b/cart.yaml'))).toEqual([place]);
    expect(said(spec('shop/cart', {}, 'subsystems_knowledge/shop/cart.yml'))).toEqual([
      'subsystems_knowledge/shop/cart.yml: it has no effect: only files that end with .yaml are read.',
    ]);
    expect(said(spec('shop/cart'), spec('shop/Cart'))[0]).toBe(
      'subsystems_knowledge/shop/cart.yaml: it describes the same subsystem as subsystems_knowledge/shop/Cart.yaml: names differ by more than case.',
    );
    expect(readSpecs(Array.from({ length: 501 }, (_, n) => spec(`shop/s${n}`))).defects).toMatchObject([
      { file: 'subsystems_knowledge', code: 'too-many', params: { maximum: 500 } },
    ]);
  });
});

test.each([
  ['an alias bomb', 'a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]', 'line 2 has an alias (*name): write the value itself.'],
  ['a tag', 'id: !!js/function "x"', 'line 1 has a tag (!name): remove it.'],
  ['a core tag', 'a: 1\nid: !!str 7', 'line 2 has a tag (!name): remove it.'],
  ['two documents', 'id: a\n---\nid: b', expect.stringContaining('line 2 is not valid YAML: ')],
  ['a doubled key', 'id: a\nid: b', expect.stringContaining('line 2 is not valid YAML: ')],
  ['a tab', 'id:\n\t- a', expect.stringContaining('is not valid YAML: ')],
  ['brackets', '['.repeat(60_000), expect.stringContaining('is not valid YAML: ')],
  ['braces', '{a: '.repeat(15_000), expect.stringContaining('is not valid YAML: ')],
  ['dashes', '- '.repeat(30_000), expect.stringContaining('is not valid YAML: ')],
])('%s is refused with a sentence, and fast', (_, text, sentence) => {
  const start = performance.now();
  const { defects } = readSpecs([file(pathOf('shop/cart'), text)]);
  expect(defects.map((one) => specProblemText(en, { ...one, file: '', at: '' }).slice(2))[0]).toEqual(sentence);
  expect(defects.length).toBeLessThanOrEqual(5);
  expect(performance.now() - start).toBeLessThan(3_000);
});

test('a prototype in a spec changes no object', () => {
  const path = pathOf('shop/cart');
  const text = `${stringify(base('shop/cart'))}__proto__:\n  owned: [x]\nconstructor: 1\n`;
  const { subsystems, warnings } = readSpecs([file(path, text)]);
  expect(subsystems).toMatchObject([{ id: 'shop/cart', owned: ['src/cart/**'] }]);
  expect(warnings.map(({ at, code }) => [at, code])).toEqual([
    ['__proto__', 'unknown-field'],
    ['constructor', 'unknown-field'],
  ]);
  expect(({} as { owned?: unknown }).owned).toBeUndefined();
});

test('unknown fields, cycles and overlapping globs are warnings', () => {
  const { defects, warnings } = readSpecs([
    spec('a/one', {
      dependants: ['a/two'],
      dependencies: { runtime: ['a/two'], test: 'x' },
      paths: { owned: ['src/**'] },
    }),
    spec('a/two', { dependencies: { compile_time: 'a/three' } }),
    spec('a/three', { dependents: [], dependencies: { config: ['a/one'] } }),
  ]);
  expect(defects).toEqual([]);
  expect(warnings.map((one) => specProblemText(en, one))).toEqual([
    'subsystems_knowledge/a/one.yaml, dependants: it is not a field of a spec and has no effect; did you mean "dependents"?',
    'subsystems_knowledge/a/one.yaml, dependencies.test: it is not a field of a spec and has no effect.',
    'subsystems_knowledge/a/one.yaml, dependencies: these subsystems depend on each other in a cycle: a/one → a/two → a/three → a/one.',
    'subsystems_knowledge/a/one.yaml, paths.owned[0]: "src/**" overlaps "src/three/**" of a/three: files that match both belong to both subsystems.',
    'subsystems_knowledge/a/one.yaml, paths.owned[0]: "src/**" overlaps "src/two/**" of a/two: files that match both belong to both subsystems.',
  ]);
  expect(specProblemText(ko, warnings[2] as (typeof warnings)[0])).toBe(
    'subsystems_knowledge/a/one.yaml, dependencies: 다음 서브시스템들이 서로 순환해서 의존합니다: a/one → a/two → a/three → a/one.',
  );
});

/** Each breaks a spec in its own place, and is found there. */
const wounds: readonly (readonly [at: string, object])[] = [
  ['description', { description: 7 }],
  ['paths.owned', { paths: { public_api: 'x' } }],
  ['invariants[0].command', { invariants: [{ text: 'a', command: ' ' }, 'b'] }],
  ['dependents[1]', { dependents: ['a/s0', 'a/nowhere'] }],
  ['tests.tier1', { tests: { tier0: 'x', tier1: {} } }],
  ['milestone.current', { milestone: { current: 'done' } }],
  ['gaps[0].title', { gaps: [{ id: 'g' }] }],
  ['recently_fixed[0].description', { recently_fixed: [{ id: 'r' }] }],
  ['helpful_skills[0].name', { helpful_skills: [{ when: 'x' }] }],
  ['id', { id: 'other' }],
  ['system', { system: 'b' }],
];

test('RS1 no defect is lost, whichever files and fields have one', () => {
  const chosen = fc.array(fc.subarray([...wounds]), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(chosen, (files) => {
      const specs = files.map((all, n) => {
        const more = Object.assign({ dependents: ['a/s0'].filter(() => n > 0) }, ...all.map(([, one]) => one));
        return spec(`a/s${n + 1}`, more);
      });
      const { defects, subsystems } = readSpecs([spec('a/s0'), ...specs]);
      const expected = files.flatMap((all, n) => all.map(([at]) => `${pathOf(`a/s${n + 1}`)} ${at}`));
      expect(defects.map(({ file: path, at }) => `${path} ${at}`).sort()).toEqual(expected.sort());
      expect(subsystems.length).toBe(1 + files.filter((all) => all.length === 0).length);
    }),
    { numRuns: 200 },
  );
});
