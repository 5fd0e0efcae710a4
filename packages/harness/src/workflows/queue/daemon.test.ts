/** Tests `harness daemon` from paused to merged and stopped. */
import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDaemonRepository, events } from '../../testing/night.ts';

test('D-39, D-51, DO-11 it boots paused, runs a plan after resume, and exits after stop', async () => {
  const repo = createDaemonRepository({ plans: { '0001': [], '9999': [] } });
  const running = await repo.begin();
  expect(await repo.untilState(({ mode }) => mode === 'paused')).toMatchObject({
    version: 1,
    mode: 'paused',
    lastMergeSha: null,
    active: null,
    blocked: {},
    runsFired: 0,
  });
  expect(await repo.daemon('resume')).toMatchObject({ exitCode: 0 });
  const done = await repo.untilState(({ mode, lastMergeSha }) => mode === 'idle' && lastMergeSha !== null);
  expect(events(done).slice(0, 3)).toEqual(['booted', 'resumed', 'plan_started 0001']);
  expect(events(done).slice(3).sort()).toEqual(['merge_seen', 'plan_shipped 0001']); // in any order
  expect(done).toMatchObject({ active: null, blocked: {}, lastMergeSha: expect.stringMatching(/^[0-9a-f]{40}$/) });
  expect(repo.completed()).toEqual(['0001-plan.md']);
  expect(repo.git('log', '-1', '--format=%s', 'main')).toBe('chore: complete plan 0001');

  const [log = ''] = readdirSync(join(repo.path, '.orchestrator/logs'));
  expect(log).toMatch(/^0001-\d{8}-\d{6}\.log$/);
  expect(readFileSync(join(repo.path, '.orchestrator/logs', log), 'utf8')).toMatch(
    /plans\.implementer: done[\s\S]*merged as/,
  );
  const stamp = log.slice('0001-'.length, -'.log'.length);
  const tokens = readFileSync(join(repo.path, '.orchestrator/task-runs/0001', stamp, 'tokens-used.json'), 'utf8');
  expect(JSON.parse(tokens.split('\n')[0] ?? '')).toMatchObject({
    role: 'plans.implementer',
    tokens: { input: 100, output: 10 },
  });

  expect(await repo.daemon('status')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('idle') });
  expect(await repo.daemon('start', '--script', repo.agents)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/A daemon is already running here \(pid \d+\)/),
  });
  expect(await repo.daemon('unblock', '0001')).toMatchObject({ exitCode: 1 });
  await repo.daemon('stop');
  expect(await running.finished).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('0001 is merged') });
  expect(await repo.daemon('status')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('daemon start') });
  expect(existsSync(join(repo.path, '.orchestrator/daemon.json'))).toBe(false);
});

test('DO-15 invalid plans are refused with all their defects, and nothing starts', async () => {
  const repo = createDaemonRepository({ plans: { '0001': ['0002'], '0002': ['0001'], '0003': ['0009'] } });
  const active = join(repo.path, 'docs/exec-plans/active');
  copyFileSync(join(active, '0003-plan.md'), join(active, '0003-again.md'));
  const refused = await repo.daemon('start', '--script', repo.agents);
  expect(refused.exitCode).toBe(2);
  for (const words of ['cycle', '0001, 0002', 'missing-dependency', '0009']) expect(refused.stderr).toContain(words);
  expect(refused.stderr).toMatch(/duplicate-id: .*active\/0003-again\.md, .*active\/0003-plan\.md/);
  expect(existsSync(join(repo.path, '.harness'))).toBe(false);
});

test.each([
  ['an unknown action', ['dance'], 2],
  ['unblock without a plan', ['unblock'], 2],
  ['stop without a daemon', ['stop'], 1],
  ['the daemon process without its supervisor', ['work'], 2],
])('%s is refused with a command that helps', async (_, words, exitCode) => {
  const repo = createDaemonRepository();
  const refused = await repo.daemon(...words);
  expect(refused.exitCode).toBe(exitCode);
  expect(refused.stderr).toMatch(/harness daemon/);
});
