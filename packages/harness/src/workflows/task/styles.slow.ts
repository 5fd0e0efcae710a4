/** Tests the three styles through the command: auto, phase and single steps (W-29 to W-36, W-74, W-96). */
import { expect, test } from 'vitest';
import { type Repository, repository } from '../../testing/command.ts';
import { exists, runJson, stateOf, taskScript, writeLeftover } from '../../testing/task-script.ts';

const docs = 'docs/harness/do-it/';
const flags = (repo: Repository, choices = {}) => [
  ...['--mode', 'single', '--model-config', 'default'],
  ...['--script', taskScript(repo, { 'Convention Scan': 'Skip', ...choices })],
];
const at = (repo: Repository) => [stateOf(repo.path).phase, stateOf(repo.path).run_style];

test('W-29, W-35, W-36 auto asks only about the spec between phases, and ends completed', async () => {
  const repo = repository();
  const { exitCode, lines, headers, roles, shown } = await runJson(
    repo,
    'task',
    'Do it',
    ...flags(repo, { Spec: 'Proceed', Commit: 'Commit all' }),
  );
  expect(exitCode).toBe(0);
  expect(headers).toEqual(['Convention Scan', 'Spec', 'Commit']);
  expect(roles).toEqual(['planner-single', 'generator-single', 'evaluator']);
  expect([shown.status, shown.state]).toEqual(['done', 'completed']);
  const order = [
    'Phase: Plan',
    'Plan complete.',
    'Phase: Generate',
    'Generate complete.',
    'Phase: Verify (Layer 1 — Mechanical)',
  ];
  const places = [...order, 'Verify (Layer 1) complete.', 'Phase: Evaluate (Layer 2+3)', 'Evaluate complete.'].map(
    (line) => lines.indexOf(`[harness] ${line}`),
  );
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test('W-30, W-74, W-96 phase and step style halt at every *_done with exit 0, and print the next step', async () => {
  const repo = repository();
  const planned = await runJson(repo, 'task', 'plan', 'Do it', ...flags(repo, { Spec: 'Proceed' }));
  expect([planned.exitCode, ...at(repo)]).toEqual([0, 'plan_done', 'phase']);
  expect(planned.lines).toContain(`${docs}spec.md`);
  expect([planned.headers, planned.shown.status]).toEqual([['Convention Scan'], 'parked']);

  const where = async () => (await repo.run('task')).stdout;
  expect(await where()).toBe('Plan complete. Run generate?\n  next: harness task generate\n');
  expect((await repo.run()).stdout).toContain('Plan complete. Run generate?\n  next: harness task generate\n');
  expect(await repo.json('task')).toEqual({ version: 1, phase: 'plan_done', next: 'harness task generate' });

  const verifyTooEarly = await repo.run('task', 'verify');
  expect([verifyTooEarly.exitCode, verifyTooEarly.stderr.split('\n')[0]]).toEqual([2, 'Run generate first']);

  expect([(await repo.run('task', 'generate')).exitCode, ...at(repo)]).toEqual([0, 'generate_done', 'phase']);
  expect(await where()).toContain('Generate complete. Run verify?\n  next: harness task verify');
  expect([(await repo.run('task', 'verify')).exitCode, ...at(repo)]).toEqual([0, 'verify_done', 'step']);
  expect(exists(repo.path, `${docs}verify_report.md`)).toBe(true);
  expect(await where()).toContain('Verify complete. Run evaluate?\n  next: harness task evaluate');
  expect([(await repo.run('task', 'evaluate')).exitCode, ...at(repo)]).toEqual([0, 'evaluate_done', 'step']);
  expect(await where()).toContain(`Evaluate complete. Run resume?\n  next: harness resume ${planned.shown.id}`);
  const { exitCode, open } = await runJson(repo, 'resume');
  expect([exitCode, open.map(({ header }) => header)]).toEqual([8, ['Commit']]);
  expect((await repo.json<{ runs: unknown[] }>('runs')).runs).toHaveLength(1);
}, 90_000);

test('W-31, W-34 a step of a session from another program runs once, in a new run; an earlier step may be repeated', async () => {
  const repo = repository();
  const state = { version: '2.0', task: 'Do it', mode: 'single', model_config: { preset: 'default' }, docs_path: docs };
  writeLeftover(repo.path, '.harness/state.json', { ...state, phase: 'verify_done', conventions: 'skipped' });
  for (const name of ['spec.md', 'changes.md', 'verify_report.md']) writeLeftover(repo.path, `${docs}${name}`, 'x\n');
  expect((await repo.run()).stdout).toContain('Verify complete. Run evaluate?\n  next: harness task evaluate');
  const generated = await runJson(repo, 'task', 'generate', '--script', taskScript(repo));
  expect([generated.exitCode, stateOf(repo.path).phase]).toEqual([0, 'generate_done']);
  expect(generated.roles).toEqual(['generator-single']);
});

test('W-33 the printed command resumes a session without a run', async () => {
  const repo = repository();
  writeLeftover(repo.path, '.harness/state.json', {
    version: '2.0',
    task: "It's old",
    mode: 'single',
    phase: 'planning',
  });
  const next = "harness task 'It'\\''s old'";
  expect((await repo.run('task')).stdout).toBe(`Plan in progress. Run plan?\n  next: ${next}\n`);
  expect((await repo.json<{ next: string }>()).next).toBe(next);
  const { exitCode, headers } = await runJson(repo, 'task', "It's old", '--script', taskScript(repo));
  expect([exitCode, headers]).toEqual([8, ['Session']]);
});
