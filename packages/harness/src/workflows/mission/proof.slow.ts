/** Tests how `harness mission` proves its features: a feature passes only with a witness, or a person accepts it without. */
import { expect, test } from 'vitest';
import type { Repository } from '../../testing/command.ts';
import { script, usage } from '../../testing/scripts.ts';
import {
  featureLines,
  featuresOf,
  merges,
  planning,
  repositoryWithSpec,
  reviewing,
  validating,
  working,
} from './testing/script.ts';

const tested = { checks: { test: 'node --test', build: null, lint: null, typecheck: null } };
const untested = { checks: { test: null, build: null, lint: null, typecheck: null } };
const idle = "const { test } = require('node:test');\ntest('nothing', () => {});\n";
const real =
  "const { test } = require('node:test');\ntest('two', () => { require('assert').equal(require('./two.js'), 2); });\n";
const feature = { write: { path: 'two.js', text: 'module.exports = 2;\n' } };

const prove = (repo: Repository, agents: string, ...more: readonly string[]) =>
  repo.start(['mission', '--script', agents, ...more], { HARNESS_TRUST_WITNESS: 'ask' }).finished;

/** First without a witness, then with one. */
const learningWorker = [
  working(
    { steps: [{ write: { path: 'two.test.js', text: real } }] },
    { prompt: 'nothing shows yet that your change works' },
  ),
  working({ steps: [feature, { write: { path: 'two.test.js', text: idle } }] }),
];

test('a feature whose test is green without it goes back in its lane; with a witness it is merged', async () => {
  const repo = repositoryWithSpec(tested);
  const agents = script(repo, [planning({ id: 'F-001' }), reviewing(), ...learningWorker, validating()]);
  const done = await prove(repo, agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toMatch(/✗ F-001: no witness: /);
  expect(done.stdout).toMatch(/✓ F-001: witnessed: /);
  expect(featureLines(repo)).toEqual(['F-001 passed 1']); // one attempt: the worker continued in its lane
  expect(repo.git('show', 'main:two.test.js')).toBe(real.trimEnd());
  const { stdout } = await repo.run('report', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ meanwhile: { checks: { red: 0 } } });
});

test.each([
  ['in backticks', '`test -f two.js`', 'test -f two.js is red without the change'],
  ['without backticks', 'node --test', 'red without the change'],
])('the command of a claim, %s, that is red on the base and green on the feature is a witness', async (...row) => {
  const [, verify, witness] = row;
  const repo = repositoryWithSpec(untested);
  const agents = script(repo, [
    planning({ id: 'F-001', verify }),
    reviewing(),
    working({ steps: [feature, { write: { path: 'two.test.js', text: real } }] }),
    validating(),
  ]);
  const done = await prove(repo, agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toMatch(new RegExp(`✓ F-001: witnessed: .*${witness}`));
  const { checks } = await repo.json<{ checks: { command: string }[] }>('show', await repo.newest());
  expect(checks.map(({ command }) => command)).toContain(verify.replaceAll('`', ''));
});

const accepting = [{ when: { header: 'Witness' }, choose: 'Accept without' }];

test('without a witness it goes back once; then a person accepts it, and the mission says so', async () => {
  const repo = repositoryWithSpec(untested);
  const agents = script(
    repo,
    [planning({ id: 'F-001' }), reviewing(), working({ steps: [feature] }), validating()],
    accepting,
  );
  const done = await prove(repo, agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toMatch(/✗ F-001: no witness: [\s\S]*F-001: accepted without a witness: /);
  expect(merges(repo)).toHaveLength(1);
  expect(done.stdout).toMatch(/✓ F-001 passed \w+ · 1 attempt · unwitnessed/);
  const run = await repo.newest();
  const { proofs } = await repo.json<{ proofs: readonly object[] }>('show', run);
  expect(proofs).toMatchObject([{ item: 'F-001', verdict: 'unwitnessed', why: [{ code: 'no-command' }] }]);
  expect((await repo.run('show', run)).stdout).toContain('F-001 unwitnessed: accepted without a witness: ');
  expect(await repo.run('report', '--proof', run)).toMatchObject({ exitCode: 1 });
});

test('in the checkout the change is proved too, and the files stay', async () => {
  const repo = repositoryWithSpec({ ...tested, branchIsolation: { enabled: false } });
  const agents = script(repo, [planning({ id: 'F-001' }), reviewing(), ...learningWorker, validating()]);
  const done = await prove(repo, agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toMatch(/✗ F-001: no witness: [\s\S]*✓ F-001: witnessed: /);
  expect(repo.git('show', 'main:two.test.js')).toBe(real.trimEnd());
  expect(repo.git('status', '--porcelain', '--', 'two.js', 'two.test.js')).toBe('');
});

test('each lane of a competition is proved', async () => {
  const repo = repositoryWithSpec({ ...tested, parallelWorkers: { max: 2, mode: 'competition' } });
  const choosing = { when: { role: 'mission.crosscheck' }, reply: 'WINNER: lane-2', usage };
  const agents = script(repo, [planning({ id: 'F-001' }), reviewing(), ...learningWorker, validating(), choosing]);
  const done = await prove(repo, agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout.match(/✓ .*: witnessed: /g)).toHaveLength(2);
});

test('a run without tests is red: the worker receives it, and nothing is merged', async () => {
  const repo = repositoryWithSpec({ mission: { maxIterations: 1 }, ...tested });
  const agents = script(repo, [planning({ id: 'F-001' }), reviewing(), working(), validating()]);
  expect(await repo.run('mission', '--script', agents)).toMatchObject({ exitCode: 5 });
  const [row] = featuresOf(repo);
  expect([row?.status, merges(repo)]).toEqual(['failing', []]);
});

test('a command of the plan that is green on the base goes back to the planner', async () => {
  const repo = repositoryWithSpec(untested);
  const repairing = planning({ id: 'F-001', verify: '`test -f two.js`' });
  const agents = script(repo, [
    { ...repairing, when: { role: 'mission.planner', prompt: 'already pass on the untouched base' } },
    planning({ id: 'F-001', verify: '`test -f SPEC.md`' }),
    ...[reviewing(), working({ steps: [feature] }), validating()],
  ]);
  const done = await prove(repo, agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain('so they prove nothing: test -f SPEC.md');
  expect(done.stdout).toContain('✓ F-001: witnessed: test -f two.js is red without the change');
});

test('a mission whose checks are red on the base after the last merge is not done, and says why', async () => {
  // Red only on the base, and only with the feature: as after a merge of others, or with a test that needs its folder.
  const check = 'test ! -f F-001.txt || case "$PWD" in *base-checks*) exit 1;; esac';
  const repo = repositoryWithSpec({ checks: { ...untested.checks, test: null, build: check } });
  const agents = script(repo, [planning({ id: 'F-001' }), reviewing(), working(), validating()]);
  const ended = await repo.run('mission', '--script', agents);
  expect(ended, `${ended.stdout}${ended.stderr}`).toMatchObject({ exitCode: 3 });
  expect(ended.stdout).toContain('the checks are red on the base after the last merge: ');
  expect(merges(repo)).toHaveLength(1);
});
