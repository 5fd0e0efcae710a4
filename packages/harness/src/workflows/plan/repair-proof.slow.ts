/** Tests that a repair of an open pull request is proved: the whole branch against the base. */
import { expect, test } from 'vitest';
import type { CommandResult } from '../../testing/command.ts';
import { agentsOf, greenCi, type HubProduct, hubProduct } from '../../testing/hub.ts';
import { script } from '../../testing/scripts.ts';

const redCi = [{ name: 'test', status: 'completed', conclusion: 'failure', log: 'not ok 1 - shows two' }] as const;
const testOf = (assertion: string) =>
  `const { test } = require('node:test');\nconst assert = require('node:assert/strict');\nconst { two } = require('./two.js');\ntest('two', () => { ${assertion} });\n`;
const real = testOf('assert.equal(two(), 2);');
const product = 'exports.two = () => 2;\n';
const file = (path: string, text: string) => ({ write: { path, text, raw: true } });
const witnessed = [file('two.js', product), file('two.test.js', real)];

/** The checks at the forge are red until the branch contains `ci.txt`, which the fixer writes. */
async function productWithRedCi(): Promise<HubProduct> {
  const hub = await hubProduct(greenCi, {
    checks: { build: null, test: 'node --test', lint: null, typecheck: null },
    agent: { maxReviewPasses: 4 },
  });
  hub.pushed('main', 'works.test.js', "require('node:test').test('works', () => require('assert').ok(true));\n");
  hub.repo.git('pull', '--quiet', '--ff-only', 'origin', 'main');
  const { state } = hub.server;
  state.ci = (sha, nth) => (hub.hub('ls-tree', '--name-only', sha).includes('ci.txt') ? greenCi(sha, nth) : redCi);
  return hub;
}

interface Plan {
  readonly implementer: readonly object[];
  readonly fixer: readonly object[];
  readonly people?: readonly object[];
}

function run({ repo, env }: HubProduct, { implementer, fixer, people = [] }: Plan): Promise<CommandResult> {
  const own = [
    { when: { role: 'plans.implementer' }, steps: implementer, reply: 'written', times: 9 },
    { when: { role: 'plans.fixer' }, steps: [...fixer, file('ci.txt', 'fixed\n')], reply: 'fixed', times: 9 },
  ];
  const args = ['run', '0001', '--no-input', '--script', agentsOf(repo, own, people as never)];
  return repo.start(args, { ...env, HARNESS_TRUST_WITNESS: 'ask' }).finished;
}

interface Shown {
  readonly proofs: readonly { readonly verdict: string }[];
}
const verdicts = async ({ repo }: HubProduct) =>
  (await repo.json<Shown>('show', await repo.newest())).proofs.map(({ verdict }) => verdict);
const outputOf = ({ stdout, stderr }: CommandResult) => `${stdout}${stderr}`;
const isMerged = ({ server }: HubProduct) => server.state.pulls.some(({ mergedAt }) => mergedAt !== null);
const headers = async ({ repo }: HubProduct) =>
  (await repo.json<{ questions: { header: string }[] }>('questions')).questions.map(({ header }) => header);

test('an honest repair is proved again, and merged', async () => {
  const hub = await productWithRedCi();
  const done = await run(hub, { implementer: witnessed, fixer: [] });
  expect(done, outputOf(done)).toMatchObject({ exitCode: 0 });
  expect(await verdicts(hub)).toEqual(['witnessed']);
  expect(isMerged(hub)).toBe(true);
});

const gutted = file('two.test.js', testOf('assert.ok(two);'));
const allowing = [{ when: { header: 'Tests' }, choose: 'Allow' }];

test('a repair that guts the new test is sent back, and then asked about', async () => {
  const hub = await productWithRedCi();
  const ended = await run(hub, { implementer: witnessed, fixer: [gutted], people: allowing });
  expect(ended, outputOf(ended)).toMatchObject({ exitCode: 8 });
  expect(outputOf(ended)).toContain('no witness: ');
  expect([await headers(hub), isMerged(hub)]).toEqual([['Witness'], false]);
});

test('a repair that takes the change back is not merged', async () => {
  const hub = await productWithRedCi();
  const fixer = [{ run: 'rm -f two.js two.test.js' }];
  const ended = await run(hub, { implementer: witnessed, fixer, people: allowing });
  expect(ended, outputOf(ended)).toMatchObject({ exitCode: 8 });
  expect([await headers(hub), isMerged(hub)]).toEqual([['Witness'], false]);
});

test('a change that a person accepted without a witness stays marked, and is not asked about again', async () => {
  const hub = await productWithRedCi();
  const accepting = [{ when: { header: 'Witness' }, choose: 'Accept without' }];
  const done = await run(hub, { implementer: [file('two.js', product)], fixer: [], people: accepting });
  expect(done, outputOf(done)).toMatchObject({ exitCode: 0 });
  expect(await verdicts(hub)).toEqual(['unwitnessed']);
  expect(hub.pull().body).toContain('- unwitnessed: no test was added or changed');
});

test('a repair after a conflict with the base is proved against the new base', async () => {
  const hub = await productWithRedCi();
  hub.server.state.ci = greenCi;
  hub.server.before(/check-runs/, () => hub.pushed('main', 'two.js', 'exports.two = () => 2;\nexports.three = 3;\n'));
  const fixer = [file('two.js', 'exports.two = () => 2;\nexports.three = 3;\n')];
  const ended = await run(hub, { implementer: witnessed, fixer, people: allowing });
  expect(ended, outputOf(ended)).toMatchObject({ exitCode: 8 });
  expect(outputOf(ended)).toContain('the new tests also pass without the change');
  expect([await headers(hub), isMerged(hub)]).toEqual([['Witness'], false]);
});

test('the phase fix is proved too: against the base, with the tests of the implementation', async () => {
  const { repo } = await productWithRedCi();
  const answer = (role: string, steps: readonly object[], reply: string) => ({
    when: { role },
    steps,
    reply,
    times: 9,
  });
  const phase = (name: string, steps: readonly object[], reply: string) => {
    const roles = ['plans.implementer', 'plans.fixer', 'plans.reviewer'].map((role) => answer(role, steps, reply));
    const args = ['run', '0001', '--phase', name, '--no-input', '--script', script(repo, roles, allowing)];
    return repo.start(args, { HARNESS_TRUST_WITNESS: 'ask' }).finished;
  };
  expect(await phase('implement', witnessed, 'written')).toMatchObject({ exitCode: 0 });
  const head = repo.git('rev-parse', 'task/0001-first');
  expect(await phase('review', [], '- [high] two.js:1: too short')).toMatchObject({ exitCode: 1 });
  const lied = await phase('fix', [gutted], 'fixed');
  expect(lied, outputOf(lied)).toMatchObject({ exitCode: 8 });
  expect(outputOf(lied)).toContain('no witness: ');
  expect(repo.git('rev-parse', 'task/0001-first')).toBe(head);
});
