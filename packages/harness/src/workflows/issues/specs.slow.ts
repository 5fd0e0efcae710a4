/** Tests the command with subsystem specs: what the planner gets, what a plan may reach, and what proves a group. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Repository, repository } from '../../testing/command.ts';
import { script } from '../../testing/scripts.ts';

const spec = (name: string, more: string) =>
  `id: ${name}\nsystem: shop\ndescription: The ${name}\npaths:\n  owned: [src/${name}/**]\n${more}`;

/** The commands leave a trace of their order in the output of `git log` only if they ran and were green. */
const specs = {
  cart: spec(
    'cart',
    `  public_api: [src/cart/index.js]
invariants:
  - A total is never negative.
  - { id: EXACT, text: Sums are exact., command: grep -q cents src/cart/total.js }
dependencies: { compile_time: [shop/money] }
dependents: [shop/page]
tests: { tier0: test -f src/cart/total.js, tier1: [test -f src/cart/index.js, "true"] }
gaps: [{ id: G1, title: No currency without cents. }]
recently_fixed: [{ description: The tax was added twice., files: [src/cart/tax.js] }]
helpful_skills: [{ name: money-rules, when: an amount changes }]
`,
  ),
  money: spec('money', 'invariants: [Money is whole cents.]\n'),
  page: spec('page', 'invariants: []\n'),
  stock: spec('stock', 'invariants: []\n'),
};

const issue = `---
id: SHOP-1
title: Show the total
labels: [ready]
---

## Goal
Customers see the total.

## Subsystems
- cart

## Acceptance Criteria
- [ ] the total is shown in cents

## Constraints
- no new package

## Done When
- npm test
`;

function shop(): Repository {
  const repo = repository();
  for (const [name, text] of Object.entries(specs)) repo.write(`repo/subsystems_knowledge/shop/${name}.yaml`, text);
  for (const name of ['cart/index.js', 'stock/a.js']) repo.write(`repo/src/${name}`, 'export const a = 1;\n');
  repo.write('repo/.gitignore', '.harness/\n.claude/\n');
  repo.write('repo/package.json', '{ "type": "module" }\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Shop');
  repo.write('repo/.harness/issues/SHOP-1.md', issue);
  return repo;
}

const plan = (more: object = {}) => ({
  ...{ goal: 'Customers see the total.', criteria: ['the total is shown in cents'], constraints: [], risks: [] },
  ...{ subsystems: [{ id: 'cart', as: 'consumer' }], files: ['src/cart/**'], blocked: null },
  groups: [
    { title: 'show the total', type: 'feat', files: ['src/cart', 'README.md'], changes: 'x', invariants: ['INV-1'] },
  ],
  ...more,
});
const review = (evidence: string, more: object = {}) => ({
  ...{ verdict: 'PASS', warnings: [], gaps: [] },
  invariants: [{ id: 'INV-1', result: 'PASS', evidence }],
  ...more,
});
const work = (unit: string) => [
  { write: { path: 'src/cart/total.js', text: `export const total = 1; // ${unit}\n` } },
  { write: { path: 'src/cart/index.js', text: "export const a = 1;\nexport { total } from './total.js';\n" } },
];
const start = (repo: Repository, answers: Parameters<typeof script>[1]) =>
  repo.run(
    'issues',
    'start',
    '--tracker',
    'local',
    '--project',
    'shop',
    '--script',
    script(repo, answers),
    '--no-input',
  );
const issueText = (repo: Repository, id: string) => readFileSync(join(repo.path, `.harness/issues/${id}.md`), 'utf8');

test('I-24 I-27 I-33 an issue is planned in its subsystems, and proved by their invariants and tests', async () => {
  const repo = shop();
  const planner = (prompt: string, json: object) => ({ when: { role: 'issues.planner', prompt }, times: 1, json });
  const outside = { title: 'x', type: 'feat', files: ['src/stock/a.js', '../x'], changes: 'x', invariants: ['INV-9'] };
  const specsFirst =
    '(?=[^]*Read source only after that)(?=[^]*## The issue, by its headings\\nGoal: Customers see the total\\.)(?=[^]*- shop/stock: The stock)(?=[^]*subsystems_knowledge/shop/money\\.yaml\\n```yaml)';
  const problems =
    '(?=[^]*src/stock/a\\.js belongs to shop/stock)(?=[^]*"\\.\\./x" is not a path)(?=[^]*no invariant "INV-9")';
  const { exitCode, stdout, stderr } = await start(repo, [
    planner(problems, plan()),
    planner(specsFirst, plan({ groups: [outside] })),
    {
      when: { role: 'issues.worker', prompt: 'money-rules: an amount changes' },
      times: 1,
      steps: work('euros'),
      reply: 'x',
    },
    {
      when: { role: 'issues.worker', attempt: 2 },
      times: 1,
      steps: work('cents'),
      reply: 'x\nFRICTION: no sample cart',
    },
    {
      when: { role: 'issues.reviewer', prompt: 'Scope: group' },
      times: 1,
      json: review('src/cart/total.js:1 has no minus'),
    },
    {
      when: {
        role: 'issues.reviewer',
        prompt: '(?=[^]*Scope: issue)(?=[^]*public API changed in src/cart/index\\.js)',
      },
      times: 1,
      json: review('src/cart/total.js:1', { gaps: [{ subsystem: 'shop/cart', description: 'the unit of a total' }] }),
    },
  ]);
  expect(exitCode, `${stdout}${stderr}`).toBe(0);
  expect(stdout).toContain('[ISSUE_COMPLETE: SHOP-1]');
  // each answer of the script is taken only for a prompt with the specs, the problems or the skill
  expect(stdout, 'I-23, I-25, I-26, I-31').toContain('plan: 1 change group in shop/cart (primary)');
  expect(stdout, 'I-28').toMatch(/shop\/cart: known gap G1: No currency without cents\./);
  expect(repo.git('log', '-1', '--format=%B'), 'I-36, I-34').toMatch(
    /^feat: show the total\n\nIssue: SHOP-1\nChange-Group: 1\/1\nSubsystems: shop\/cart\nInvariants: 2\/2 verified\n/,
  );
  expect(repo.git('status', '--porcelain'), 'I-22, I-29').toBe(''); // no file of a plan is left
  const { friction } = await repo.json<{ friction: unknown }>('issues', 'status');
  expect(JSON.stringify(friction), 'I-32').toContain('no sample cart');
  const text = issueText(repo, 'SHOP-1');
  expect(text, 'I-42, I-43').toContain('Invariants: 2/2 verified\nTests: tier0 PASS, tier1 PASS\n');
  expect(text, 'I-41').toContain('shop/cart: public API changed in src/cart/index.js: adds total. Used by shop/page.');
  expect(issueText(repo, 'SHOP-2'), 'I-51').toMatch(
    /title: "?Spec gap: the unit of a total"?\n[\s\S]*labels: \["?ready"?\][\s\S]*Spec to update: `subsystems_knowledge\/shop\/cart\.yaml`/,
  );
});

test('evidence that does not exist fails a group twice, and a changed spec is outside of every plan', async () => {
  const repo = shop();
  const wide = [{ title: 'x', type: 'feat', files: ['src/cart/**', '**/*.yaml'], changes: 'x', invariants: ['INV-1'] }];
  const { exitCode, stdout } = await start(repo, [
    { when: { role: 'issues.planner', attempt: 2 }, json: plan() },
    { when: { role: 'issues.planner', attempt: 1 }, json: plan({ groups: wide }) },
    { when: { role: 'issues.worker', attempt: 1 }, steps: work('cents'), reply: 'x' },
    {
      when: { role: 'issues.worker', attempt: 2 },
      steps: [...work('cents'), { write: { path: 'subsystems_knowledge/shop/cart.yaml', text: 'id: cart\n' } }],
      reply: 'x',
    },
    { when: { role: 'issues.reviewer' }, json: review('src/cart/total.js:99 and /etc/passwd:1') },
  ]);
  expect(stdout, stdout).toContain('[ISSUE_FAILED: SHOP-1]');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/\[FAIL\] shop\/cart#INV-1 — no place of the evidence exists: /);
  expect(stdout, 'I-66').toContain('files outside of the group were changed: subsystems_knowledge/shop/cart.yaml');
  expect(issueText(repo, 'SHOP-1')).toContain('Requires manual intervention.');
  expect(repo.git('log', '-1', '--format=%s')).toBe('Shop');
  expect(repo.git('status', '--porcelain')).toBe('');
});

test('specs that are not in order are refused together, before anything is written', async () => {
  const repo = shop();
  repo.write('repo/subsystems_knowledge/shop/cart.yaml', specs.cart.replace('shop/money', 'shop/mony'));
  repo.write('repo/subsystems_knowledge/shop/page.yaml', 'id: [\n');
  repo.write('repo/subsystems_knowledge/page.yaml', specs.page);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Break them');
  const before = issueText(repo, 'SHOP-1');
  const { exitCode, stderr } = await start(repo, []);
  expect([exitCode, stderr.match(/^ {2}subsystems_knowledge.*$/gm)]).toEqual([
    2,
    [
      expect.stringContaining('subsystems_knowledge/page.yaml: the path of a spec must be'),
      '  subsystems_knowledge/shop/cart.yaml, dependencies.compile_time[0]: there is no subsystem "shop/mony"; did you mean "shop/money"?',
      expect.stringMatching(/shop\/page\.yaml: line \d is not valid YAML/),
    ],
  ]);
  const keyless = await repo.start(['issues'], { HOME: join(repo.path, '..') }).finished;
  expect([keyless.exitCode, keyless.stderr], 'what a person can repair comes before project, key and login').toEqual([
    2,
    stderr,
  ]);
  expect(issueText(repo, 'SHOP-1')).toBe(before);
  expect(readdirSync(join(repo.path, '.harness'))).toEqual(['issues']);
  expect(existsSync(join(repo.path, '.claude'))).toBe(false);
});
