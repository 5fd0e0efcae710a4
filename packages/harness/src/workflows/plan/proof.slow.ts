/** Tests how `harness run` proves a plan: by a witness, by the kind that the plan names, or by a person. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Repository, repository } from '../../testing/command.ts';
import { successfulAnswers } from '../../testing/night.ts';
import { script } from '../../testing/scripts.ts';

const real =
  "const { test } = require('node:test');\ntest('two', () => { require('assert').equal(require('./two.js'), 2); });\n";
const two = { write: { path: 'two.js', text: 'module.exports = 2;\n' } };
const before = "const { test } = require('node:test');\ntest('works', () => { require('assert').ok(true); });\n";

function repositoryWithPlan(frontmatter = ''): Repository {
  const repo = repository();
  const plan = `---\nid: "0001"\ntitle: Two\nphase: one\nstatus: active\nestimated_passes: 1\n${frontmatter}---\n\n# Two\n`;
  repo.write('repo/docs/exec-plans/active/0001-two.md', plan);
  repo.write('repo/works.test.js', before);
  const settings = { checks: { test: 'node --test' }, forge: { kind: 'local' } };
  repo.write('repo/harness.config.json', JSON.stringify(settings));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Plans');
  return repo;
}

const implementing = (...steps: readonly object[]) => [
  ...['plans.implementer', 'plans.fixer'].map((role) => ({ when: { role }, steps, reply: 'done' })),
  ...successfulAnswers.slice(1),
];

const prove = (repo: Repository, answers: readonly object[], people: readonly object[] = []) =>
  repo.start(['run', '1', '--script', script(repo, answers as never, people as never)], {
    HARNESS_TRUST_WITNESS: 'ask',
  }).finished;

interface Shown {
  readonly proofs: readonly object[];
}

const pullOf = (repo: Repository) => readFileSync(join(repo.path, '.orchestrator/forge/pulls/1.json'), 'utf8');

test('a plan with a witness is merged; show and the proof of the report name the test', async () => {
  const repo = repositoryWithPlan();
  const done = await prove(repo, implementing(two, { write: { path: 'two.test.js', text: real } }));
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  const run = await repo.newest();
  const { proofs } = await repo.json<Shown>('show', run);
  expect(proofs).toMatchObject([{ item: '0001', verdict: 'witnessed', witnesses: ['two'], why: [] }]);
  expect((await repo.run('show', run)).stdout).toContain('0001 witnessed: two');
  expect((await repo.run('report', '--proof', run)).stdout).toContain('red without the change: two');
  expect(pullOf(repo)).not.toContain('unwitnessed');
});

test('a plan that a person accepted without a witness is unwitnessed everywhere', async () => {
  const repo = repositoryWithPlan();
  const accepting = [{ when: { header: 'Witness' }, choose: 'Accept without' }];
  const done = await prove(repo, implementing(two), accepting);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  const run = await repo.newest();
  const { proofs } = await repo.json<Shown>('show', run);
  expect(proofs).toMatchObject([{ item: '0001', verdict: 'unwitnessed', witnesses: [], why: [{ code: 'no-test' }] }]);
  expect((await repo.run('show', run)).stdout).toContain('0001 unwitnessed: accepted without a witness: ');
  const proof = await repo.run('report', '--proof', run);
  expect(proof.exitCode).toBe(1);
  expect(proof.stdout).toContain('unwitnessed: accepted without a witness: ');
  const { stdout } = await repo.run('report', '--proof', run, '--json');
  const claims = (JSON.parse(stdout) as { proofs: [{ claims: { claims: string; verdict: string }[] }] }).proofs[0]
    .claims;
  expect(claims.filter(({ verdict }) => verdict === 'unwitnessed').map((claim) => claim.claims)).toEqual([
    'work',
    'done',
  ]);
  expect(pullOf(repo)).toContain('## Validation\\n\\n- unwitnessed: no test was added or changed');
});

test('a plan that changes nothing is never done', async () => {
  const repo = repositoryWithPlan();
  const stopping = [{ when: { header: 'Witness' }, choose: 'Stop' }];
  const ended = await prove(repo, implementing(), stopping);
  expect(ended.exitCode).not.toBe(0);
  expect(ended.stdout).toContain('no witness: no file was changed');
  expect(repo.git('log', '-1', '--format=%s', 'main')).toBe('Plans');
});

test('a plan of the kind docs is merged if only documents changed, and sent back otherwise', async () => {
  const repo = repositoryWithPlan('kind: docs\n');
  const page = { write: { path: 'docs/two.md', text: '# Two\n' } };
  const answers = [
    { when: { role: 'plans.fixer' }, steps: [{ delete: 'two.js' }], reply: 'done' },
    ...implementing(page, two),
  ];
  const done = await prove(repo, answers);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain('no witness: work on documents changed other files: two.js');
  const { proofs } = await repo.json<Shown>('show', await repo.newest());
  expect(proofs).toMatchObject([{ verdict: 'by-kind' }]);
});

test('a wrong kind is a defect of the plan file, with its line and key', async () => {
  const repo = repositoryWithPlan('kind: chore\n');
  const refused = await prove(repo, implementing(two));
  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain('"kind" must be docs, refactor, tests or config.');
});

test('tests that a plan lists under changes may be changed with the behaviour', async () => {
  const old =
    "const { test } = require('node:test');\ntest('one', () => { require('assert').equal(require('./one.js'), 1); });\n";
  const setUp = (frontmatter: string) => {
    const repo = repositoryWithPlan(frontmatter);
    repo.write('repo/one.js', 'module.exports = 1;\n');
    repo.write('repo/one.test.js', old);
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--message=One');
    return repo;
  };
  const change = implementing(
    { write: { path: 'one.js', text: 'module.exports = 11;\n' } },
    { write: { path: 'one.test.js', text: old.replace(', 1)', ', 11)') } },
  );
  const people = [
    { when: { header: 'Tests' }, choose: 'Allow' },
    { when: { header: 'Promise' }, choose: 'Stop' },
  ];
  const asked = await prove(setUp(''), change, people);
  expect(asked.stdout).toContain('Promise');
  const done = await prove(setUp('changes: ["one.test.js"]\n'), change, people);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(done.stdout).not.toContain('Promise');
});
