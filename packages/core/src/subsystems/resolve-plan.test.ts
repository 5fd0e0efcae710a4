import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { SubsystemPart } from '../effects/issues.ts';
import { mapOwnership } from './ownership.ts';
import { readSpecs } from './read-specs.ts';
import { type GivenPlan, resolvePlannedGroups } from './resolve-plan.ts';

const specs: Readonly<Record<string, object>> = {
  cart: {
    paths: { owned: ['src/cart/**', 'src/shared.ts'], public_api: ['src/cart/index.ts'] },
    invariants: ['no global state', { id: 'EXACT', text: 'sums are exact', command: 'npm run sums' }],
    dependencies: { compile_time: ['shop/money'] },
    dependents: ['shop/page'],
    tests: { tier0: 'npm run cart', tier1: 'npm run cart:all' },
    gaps: [{ id: 'G1', title: 'no rounding' }],
    recently_fixed: [{ description: 'no double tax', files: ['src/cart/tax.ts'] }],
    helpful_skills: [{ name: 'tdd', when: 'always' }],
  },
  money: {
    paths: { owned: ['src/money.ts'] },
    invariants: [{ text: 'whole cents', command: 'npm run cents' }],
    tests: { tier0: 'npm run money' },
  },
  page: {
    paths: { owned: ['src/page/**', 'src/shared.ts'] },
    invariants: ['it is accessible'],
    dependents: ['shop/shell'],
  },
  shell: { paths: { owned: ['src/shell/**'] }, invariants: [] },
  stock: { paths: { owned: ['src/stock/**'] }, invariants: ['no negative stock'] },
};
const { subsystems, defects } = readSpecs(
  Object.entries(specs).map(([name, more]) => ({
    path: `subsystems_knowledge/shop/${name}.yaml`,
    content: { is: 'text', text: stringify({ id: name, system: 'shop', description: name, ...more }) },
  })),
);
const files = [
  'README.md',
  'src/cart/index.ts',
  'src/cart/tax.ts',
  'src/money.ts',
  'src/shared.ts',
  'src/stock/a.ts',
  'src/stock/b.ts',
  'subsystems_knowledge/shop/cart.yaml',
];

const resolve = (named: Readonly<Record<string, SubsystemPart>>, groups: GivenPlan['groups'], all = subsystems) =>
  resolvePlannedGroups(
    { subsystems: Object.entries(named).map(([id, as]) => ({ id, as })), files: [], groups },
    { subsystems: all, files },
  );
const group = (planned: readonly string[], ...invariants: readonly string[]) => ({ files: planned, invariants });
const parts = (resolved: ReturnType<typeof resolve>) =>
  resolved.is === 'resolved'
    ? Object.fromEntries(resolved.subsystems.map(({ id, as }) => [id, as]))
    : resolved.problems;

test('a plan is resolved to its files, subsystems, invariants and first tests', () => {
  expect(defects).toEqual([]);
  const plan = [group(['./src/cart/tax.ts', 'src/cart/new.ts'], 'INV-1'), group(['src/money.ts', 'README.md'])];
  expect(resolve({ cart: 'primary', 'shop/money': 'provider' }, plan)).toEqual({
    is: 'resolved',
    subsystems: [
      {
        id: 'shop/cart',
        as: 'primary',
        invariants: [
          { id: 'shop/cart#INV-1', text: 'no global state' },
          { id: 'shop/cart#EXACT', text: 'sums are exact', command: 'npm run sums' },
        ],
        tier0: ['npm run cart'],
        tier1: ['npm run cart:all'],
        skills: ['tdd: always'],
      },
      expect.objectContaining({ id: 'shop/money', as: 'provider', tier0: ['npm run money'] }),
    ],
    groups: [
      {
        files: ['src/cart/tax.ts', 'src/cart/new.ts'],
        subsystems: ['shop/cart'],
        invariants: [
          { id: 'shop/cart#INV-1', text: 'no global state' },
          { id: 'shop/cart#EXACT', text: 'sums are exact', command: 'npm run sums' },
        ],
        tier0: ['npm run cart'],
      },
      {
        files: ['src/money.ts', 'README.md'],
        subsystems: ['shop/money'],
        invariants: [{ id: 'shop/money#INV-1', text: 'whole cents', command: 'npm run cents' }],
        tier0: ['npm run money'],
      },
    ],
    warnings: [
      'No spec owns README.md.',
      'shop/cart: recently fixed, keep it fixed: no double tax',
      'shop/cart: known gap G1: no rounding',
      'shop/money: cascade to its consumers shop/cart; these depend on them: shop/page, shop/shell',
    ],
  });
});

describe('IO-16 the specs decide who is consumer and provider:', () => {
  const cart = [group(['src/cart/tax.ts'])];
  test.each<[string, Readonly<Record<string, SubsystemPart>>, Readonly<Record<string, SubsystemPart>>]>([
    [
      'swapped',
      { 'shop/cart': 'primary', 'shop/money': 'consumer', 'shop/page': 'provider' },
      { 'shop/cart': 'primary', 'shop/money': 'provider', 'shop/page': 'consumer' },
    ],
    [
      'all primary',
      { 'shop/cart': 'primary', 'shop/money': 'primary' },
      { 'shop/cart': 'primary', 'shop/money': 'provider' },
    ],
    [
      'none primary',
      { 'shop/cart': 'consumer', 'shop/page': 'consumer' },
      { 'shop/cart': 'primary', 'shop/page': 'consumer' },
    ],
    [
      'unrelated',
      { 'shop/cart': 'primary', 'shop/stock': 'provider' },
      { 'shop/cart': 'primary', 'shop/stock': 'primary' },
    ],
  ])('%s', (_, named, expected) => {
    expect(parts(resolve(named, cart))).toEqual(expected);
  });

  test('a neighbour that owns planned files belongs to the plan, and so do all owners of a file', () => {
    expect(parts(resolve({ 'shop/cart': 'primary' }, [group(['src/cart/tax.ts', 'src/page/a.ts'])]))).toEqual({
      'shop/cart': 'primary',
      'shop/page': 'consumer',
    });
    const shared = resolve({ 'shop/stock': 'primary', 'shop/cart': 'primary' }, [
      group(['src/stock/a.ts', 'src/shared.ts']),
    ]);
    expect(parts(shared)).toEqual({ 'shop/stock': 'primary', 'shop/cart': 'primary', 'shop/page': 'consumer' });
    expect(shared).toMatchObject({
      warnings: expect.arrayContaining(['Several specs own src/shared.ts (shop/cart, shop/page).']),
    });
  });
});

describe('a problem is named for the repair of the planner:', () => {
  test.each<[string, Readonly<Record<string, SubsystemPart>>, readonly string[], readonly string[], string]>([
    [
      'unknown',
      { 'shop/card': 'primary' },
      ['README.md'],
      [],
      'There is no subsystem "shop/card"; did you mean "shop/cart"? The subsystems are: shop/cart, shop/money, shop/page, shop/shell, shop/stock.',
    ],
    [
      'outside',
      { 'shop/cart': 'primary' },
      ['src/stock/**'],
      [],
      'Group 1: src/stock/a.ts, src/stock/b.ts belong to shop/stock, outside the blast radius: the plan does not name shop/stock, and it is no direct consumer or provider of a primary subsystem. Name it, or leave the files out.',
    ],
    [
      'a new file',
      { 'shop/cart': 'primary' },
      ['src/shell/new.ts'],
      [],
      'Group 1: src/shell/new.ts belongs to shop/shell, outside the blast radius: the plan does not name shop/shell, and it is no direct consumer or provider of a primary subsystem. Name it, or leave the files out.',
    ],
    [
      'a glob of new files',
      { 'shop/cart': 'primary' },
      ['src/shell/*.css'],
      [],
      expect.stringContaining('src/shell/*.css belongs to shop/shell') as unknown as string,
    ],
    [
      'no path',
      { 'shop/cart': 'primary' },
      ['/etc/passwd'],
      [],
      'Group 1: "/etc/passwd" is not a path or glob inside the repository.',
    ],
    [
      'climbing',
      { 'shop/cart': 'primary' },
      ['src/../../x'],
      [],
      'Group 1: "src/../../x" is not a path or glob inside the repository.',
    ],
    ['no file', { 'shop/cart': 'primary' }, [], [], 'Group 1 names no file.'],
    [
      'a spec',
      { 'shop/cart': 'primary' },
      ['subsystems_knowledge/shop/cart.yaml'],
      [],
      'Group 1: no issue changes a subsystem spec. Report what is missing as a gap, and leave subsystems_knowledge/ out.',
    ],
    [
      'the harness',
      { 'shop/cart': 'primary' },
      ['.harness/x'],
      [],
      'Group 1: .harness/ belongs to the harness. Leave it out.',
    ],
    [
      'an invariant',
      { 'shop/cart': 'primary' },
      ['src/cart/tax.ts'],
      ['INV-9'],
      'Group 1: there is no invariant "INV-9". Its subsystems have shop/cart#INV-1, shop/cart#EXACT.',
    ],
  ])('%s', (_, named, planned, invariants, problem) => {
    expect(resolve(named, [group(planned, ...invariants)])).toEqual({ is: 'unresolved', problems: [problem] });
  });

  test('all at once, also those of the plan, in bounded sentences', () => {
    const resolved = resolvePlannedGroups(
      {
        subsystems: [{ id: 'x'.repeat(9_000), as: 'primary' }],
        files: ['../a'],
        groups: [group(['/b']), group([], 'Z')],
      },
      { subsystems, files },
    );
    expect(resolved.is === 'unresolved' && resolved.problems.length).toBe(5);
    expect(JSON.stringify(resolved).length).toBeLessThan(2_000);
    expect(resolve({ 'shop/cart': 'primary' }, [group(Array.from({ length: 201 }, (_, n) => `a${n}`))])).toMatchObject({
      problems: ['Group 1 names more than 200 files and globs.'],
    });
  });
});

test('without any spec, every file may change, and there is no invariant and no warning', () => {
  expect(resolve({ anything: 'primary' }, [group(['src/**'], 'INV-1')], [])).toEqual({
    is: 'resolved',
    subsystems: [],
    groups: [{ files: ['src/**'], subsystems: [], invariants: [], tier0: [] }],
    warnings: [],
  });
});

test('files and subsystems are mapped both ways', () => {
  const names = fc.array(fc.constantFrom('src', 'cart', 'page', 'shared.ts', 'a.ts', 'x'), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(fc.uniqueArray(names.map((parts) => parts.join('/'))), (paths) => {
      const { ownersOf, filesOf } = mapOwnership(paths, subsystems);
      expect([...ownersOf.keys()]).toEqual(paths);
      for (const { id } of subsystems)
        expect(filesOf.get(id)).toEqual(paths.filter((path) => ownersOf.get(path)?.includes(id)));
    }),
  );
});
