/** Checks that are red before any work, in every workflow, through the command. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Repository, repository } from '../testing/command.ts';
import { evaluating, generating, personAnswer, rightSum, taskRepository } from '../testing/command-task.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';
import { planning, repositoryWithSpec, reviewing, validating, working } from './mission/testing/script.ts';

interface Shown {
  readonly status: string;
  readonly calls: readonly object[];
  readonly checks: readonly { command: string; green: boolean }[];
}
interface Asked {
  readonly questions: readonly {
    readonly header: string;
    readonly question: string;
    readonly options: readonly { readonly label: string }[];
    readonly evidence: readonly string[];
  }[];
}

const commit = (repo: Repository, files: Readonly<Record<string, string>>) => {
  for (const [path, text] of Object.entries(files)) repo.write(`repo/${path}`, text);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Files');
};
const scripts = (all: object) => JSON.stringify({ scripts: all });
const choosing = (choose: string, note = '') => [{ when: { header: 'Baseline' }, choose, note }];
const converged = [implementerAnswer(), reviewerAnswer()];
const newestShown = async (repo: Repository) => repo.json<Shown>('show', await repo.newest());
const redBuild = { 'package.json': scripts({ build: 'test -f built.txt', test: 'echo ok' }) };

test('converge asks about a red check before the first call, with its name and log', async () => {
  const repo = repository();
  commit(repo, redBuild);
  const done = await repo.run('converge', 'Do it', '--no-input', '--script', script(repo, converged));
  expect(done, done.stdout).toMatchObject({ exitCode: 8 });
  const { questions } = await repo.json<Asked>('questions');
  expect(questions).toMatchObject([
    { header: 'Baseline', question: expect.stringContaining('npm run build') as string },
  ]);
  expect(questions[0]?.options.map(({ label }) => label)).toEqual(['fix it too', 'ignore these checks', 'stop']);
  expect(readFileSync(join(repo.path, questions[0]?.evidence[0] ?? ''), 'utf8')).toContain('build');
  expect((await newestShown(repo)).calls).toEqual([]);
  await repo.run('answer', await repo.newest(), 'stop');
  expect((await repo.run('resume')).exitCode).toBe(1);
  expect((await newestShown(repo)).status).toBe('stopped');
});

test('`fix it too` tells the implementer, and the check decides', async () => {
  const repo = repository();
  commit(repo, redBuild);
  const fix = [{ write: { path: 'built.txt', text: 'x' } }];
  const told = { role: 'converge.implementer', prompt: 'fail before any work[^]*npm run build[^]*only the file' };
  const answers = [implementerAnswer({ when: told, steps: fix }), reviewerAnswer()];
  const done = await repo.run(
    'converge',
    'Do it',
    '--script',
    script(repo, answers, choosing('fix it too', 'only the file')),
  );
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  const { checks } = await newestShown(repo);
  expect(checks.map(({ command, green }) => [command, green])).toEqual([
    ['npm run build', true],
    ['npm test', true],
  ]);
});

test('ignored checks do not decide, and the report says that they prove nothing', async () => {
  const repo = repository();
  commit(repo, redBuild);
  const done = await repo.run(
    'converge',
    'Do it',
    '--script',
    script(repo, converged, choosing('ignore these checks')),
  );
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  const { checks } = await newestShown(repo);
  expect(checks.map(({ command }) => command)).toEqual(['npm test']);
  const { stdout } = await repo.run('report', '--proof');
  expect(stdout).toMatch(/NOT proven[\s\S]*red before the work and ignored[\s\S]*npm run build/);
  expect((await repo.run('report')).stdout).toContain('red before the work and ignored');
});

test('a check on the command line may be red on the base, and the question about passes names it', async () => {
  const repo = repository();
  commit(repo, redBuild);
  const args = ['--check', 'test -f built.txt', '--passes', '1', '--script', script(repo, converged)];
  expect(await repo.run('converge', 'Do it', ...args)).toMatchObject({ exitCode: 8 });
  const { questions } = await repo.json<Asked>('questions');
  expect(questions).toMatchObject([
    { header: 'Passes', question: expect.stringContaining('a check is still red: test -f built.txt') as string },
  ]);
  expect(questions[0]?.evidence).toHaveLength(1);
});

test('the base runs once: its tests are compared without a second run', async () => {
  const repo = repository();
  const count = join(repo.path, '../runs.txt');
  const run = `echo x >> ${count}; echo '1..1'; echo 'ok 1 - adds'`;
  commit(repo, { 'package.json': scripts({ test: run }) });
  const done = await repo.run('converge', 'Do it', '--sandbox', 'off', '--script', script(repo, converged));
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(readFileSync(count, 'utf8')).toBe('x\nx\n'); // once on the base, once on the change
});

test('a task asks before its planner, and `stop` leaves no session and no branch', async () => {
  const repo = taskRepository();
  const args = ['--mode', 'single', '--model-config', 'balanced', '--no-input', '--script', script(repo, [])];
  const waits = await repo.run('task', 'Repair sum', ...args);
  const { questions } = await repo.json<Asked>('questions');
  expect(questions.map(({ header }) => header)).toEqual(['Baseline']);
  expect(waits, waits.stdout).toMatchObject({ exitCode: 8 });
  expect((await newestShown(repo)).calls).toEqual([]);
  await repo.run('answer', await repo.newest(), 'stop');
  await repo.run('resume');
  expect((await newestShown(repo)).status).toBe('stopped');
  expect(repo.git('branch', '--show-current')).toBe('main');
  expect(repo.has('.harness/state.json')).toBe(false);
});

test('W-127 the evaluator learns which checks ran; a missing tool and an ignored check are skipped', async () => {
  const repo = taskRepository({ build: 'no-such-tool build', test: 'node check.mjs', lint: 'true' });
  const evaluator = {
    when: { role: 'task.evaluator' },
    steps: [{ write: { path: '{qa_report_path}', text: '### Verdict: PASS\n{verify_context}\n' } }],
    reply: 'PASS — all met',
  };
  const people = [...choosing('ignore these checks'), personAnswer('Commit', 'No commit')];
  const done = await repo.task({ answers: [generating(rightSum), evaluator], people });
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  const docs = 'docs/harness/repair-sum';
  expect(repo.read(`${docs}/qa_report.md`)).toContain(
    'Layer 1 passed: build SKIPPED, tests SKIPPED, lint PASS, type check SKIPPED. See',
  );
  expect(repo.read(`${docs}/verify_report.md`)).toMatch(
    /SKIPPED[\s\S]*exit code 127[\s\S]*SKIPPED[\s\S]*red before the change/,
  );
});

test('W-127 with every check skipped Layer 1 was not executed', async () => {
  const repo = taskRepository({ build: null, test: null, lint: 'no-such-tool', typecheck: null });
  const answers = [generating(rightSum), evaluating('PASS — all met', 'PASS')];
  const said = { when: { role: 'task.evaluator', prompt: 'Layer 1 passed' }, reply: 'FAIL L3 — it was told a lie' };
  const done = await repo.task({ answers: [said, ...answers], people: [personAnswer('Commit', 'No commit')] });
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
});

test('a mission asks before its planner, and ignored checks do not decide', async () => {
  const repo = repositoryWithSpec({ checks: { test: 'test -f never.txt' } });
  const agents = [planning({ id: 'F-001' }), reviewing(), working(), validating()];
  const waits = await repo.run('mission', '--no-input', '--script', script(repo, agents));
  expect(waits, waits.stdout).toMatchObject({ exitCode: 8 });
  expect((await newestShown(repo)).calls).toEqual([]);
  await repo.run('answer', await repo.newest(), 'ignore these checks');
  const done = await repo.run('resume');
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
});

test.each([
  ['in lanes', {}],
  ['in the checkout', { branchIsolation: { enabled: false } }],
])('a mission %s tells its workers about checks to fix, and they decide', async (_, isolation) => {
  const repo = repositoryWithSpec({ checks: { build: 'test -f built.txt' }, ...isolation });
  const told = { prompt: 'fail before any work[^]*test -f built.txt' };
  const fix = [{ write: { path: 'built.txt', text: 'x' } }];
  const agents = [planning({ id: 'F-001' }), reviewing(), working({ steps: fix }, told), working(), validating()];
  const done = await repo.run('mission', '--script', script(repo, agents, choosing('fix it too')));
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(repo.git('ls-tree', '--name-only', 'main').split('\n')).toContain('built.txt');
  const { checks } = await newestShown(repo);
  expect(checks.every(({ green, command }) => green && command === 'test -f built.txt')).toBe(true);
});

test('`stop` ends a mission before its planner, and the next mission asks again', async () => {
  const repo = repositoryWithSpec({ checks: { test: 'test -f never.txt' } });
  const agents = script(repo, [], choosing('stop'));
  for (const _ of [1, 2]) {
    const done = await repo.run('mission', '--script', agents);
    expect(done, done.stdout).toMatchObject({ exitCode: 1 });
    const { status, calls } = await newestShown(repo);
    expect([status, calls]).toEqual(['stopped', []]);
  }
  expect(repo.git('branch', '--list', '--format=%(refname:short)')).toBe('main');
});

test('a task tells its generator about checks to fix, and they decide', async () => {
  const repo = taskRepository({ build: 'test -f built.txt', test: null, lint: null, typecheck: null });
  const told = { prompt: 'fail before any work[^]*test -f built.txt' };
  const fix = [
    { write: { path: 'built.txt', text: 'x' } },
    { write: { path: '{changes_path}', text: '# Changes\n- built.txt\n' } },
  ];
  const fixing = { when: { role: 'task.generator-single', ...told }, steps: fix, reply: 'DONE — built' };
  const people = [...choosing('fix it too'), personAnswer('Commit', 'Commit code only')];
  const answers = [fixing, generating(rightSum), evaluating('PASS — all met', 'PASS')];
  const done = await repo.task({ answers, people });
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(repo.git('ls-tree', '--name-only', 'harness/repair-sum')).toContain('built.txt');
});
