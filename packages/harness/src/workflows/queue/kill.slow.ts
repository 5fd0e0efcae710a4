/** Tests a daemon that is killed, hangs or finds a damaged file: it continues, and each plan is merged once. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { until } from '../../testing/command.ts';
import { randomNumbers } from '../../testing/killing.ts';
import { createDaemonRepository, type DaemonRepository, events, successfulAnswers } from '../../testing/night.ts';

const three = { '0001': [], '0002': [], '0003': [] };
const slowly = [
  { ...successfulAnswers[0], steps: [{ write: { path: 'work-{item}.txt', text: 'x\n' } }, { sleep: 400 }] },
  ...successfulAnswers.slice(1),
];

interface Process {
  readonly pid: number;
  readonly supervisor: { readonly pid: number };
}
const processIn = (repo: DaemonRepository): Process | undefined => {
  const path = join(repo.path, '.orchestrator/daemon.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Process) : undefined;
};
const another = (repo: DaemonRepository, than: number) =>
  until(() => {
    const found = processIn(repo);
    return found !== undefined && found.pid !== than ? found : undefined;
  });

function expectAllMerged(repo: DaemonRepository, ids: readonly string[]) {
  expect(repo.completed()).toEqual(ids.map((id) => `${id}-plan.md`));
  expect(repo.git('log', '--merges', '--format=%s', 'main').split('\n').sort()).toEqual(ids.map((id) => `Plan ${id}`));
  const filed = repo
    .git('log', '--format=%s', 'main')
    .split('\n')
    .filter((subject) => subject.startsWith('chore:'));
  expect(filed).toHaveLength(ids.length);
  expect(repo.git('status', '--porcelain')).toBe('');
}

test('D-52, D-53, D-54 kill -9 of the daemon at random moments: it restarts, continues, and reports the restart', async () => {
  const random = randomNumbers(Number(process.env['HARNESS_SEED'] ?? 1));
  const repo = createDaemonRepository({ plans: three, answers: slowly });
  const running = await repo.begin();
  await repo.daemon('resume');
  await repo.untilState(({ active }) => active !== null);
  let { pid } = processIn(repo) as Process;
  for (let round = 0; round < 3; round++) {
    await delay(random() * 2_500);
    process.kill(pid, 'SIGKILL');
    expect(repo.state()).toMatchObject({ version: 1 }); // never half written
    ({ pid } = await another(repo, pid));
  }
  const done = await repo.untilState(({ mode, runsFired }) => mode === 'idle' && runsFired === 3);
  expect(events(done).filter((event) => event === 'daemon_restarted').length).toBeGreaterThan(0);
  expectAllMerged(repo, ['0001', '0002', '0003']);
  await repo.daemon('stop');
  expect(await running.finished).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('SIGKILL') });
});

test('kill -9 of the supervisor: the daemon parks its work, and the next start continues', async () => {
  const repo = createDaemonRepository({ plans: { '0001': [], '0002': [] }, answers: slowly });
  const first = await repo.begin();
  await repo.daemon('resume');
  await repo.untilState(({ active }) => active !== null);
  first.child.kill('SIGKILL');
  await repo.begin();
  await repo.untilState(({ mode, runsFired }) => mode === 'idle' && runsFired === 2);
  expectAllMerged(repo, ['0001', '0002']);
});

test('D-53 SIGTERM parks the work and exits 143; the next start continues', async () => {
  const repo = createDaemonRepository({ plans: { '0001': [] }, answers: slowly });
  const first = await repo.begin();
  await repo.daemon('resume');
  await repo.untilState(({ active }) => active !== null);
  first.child.kill('SIGTERM');
  expect(await first.finished).toMatchObject({ exitCode: 143 });
  expect(repo.state()?.active).toMatchObject({ planId: '0001' });
  await repo.begin();
  await repo.untilState(({ mode, runsFired }) => mode === 'idle' && runsFired === 1);
  expectAllMerged(repo, ['0001']);
});

test('a daemon that hangs is killed and restarted', async () => {
  const repo = createDaemonRepository({ config: { daemon: { tickMs: 100, hangMs: 4_000 } } });
  const running = await repo.begin();
  const { pid } = processIn(repo) as Process;
  process.kill(pid, 'SIGSTOP');
  await another(repo, pid);
  await repo.untilState(({ history }) => history.some(({ event }) => event === 'daemon_restarted'));
  await repo.daemon('stop');
  expect(await running.finished).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('did not respond for') });
});

test('D-55 --detach returns when the daemon is ready; its output is in a log, and any process can stop it', async () => {
  const repo = createDaemonRepository();
  const started = await repo.daemon('start', '--detach', '--port', '0', '--script', repo.agents);
  expect(started, started.stderr).toMatchObject({ exitCode: 0 });
  expect(await repo.daemon('status')).toMatchObject({ exitCode: 0 });
  await repo.daemon('resume');
  await repo.untilState(({ mode, runsFired }) => mode === 'idle' && runsFired === 1);
  await repo.daemon('stop');
  await until(() => (processIn(repo) === undefined ? true : undefined));
  expect(readFileSync(join(repo.path, '.orchestrator/logs/daemon.log'), 'utf8')).toContain('0001 is merged');
  expectAllMerged(repo, ['0001']);
});

test('DO-12 an unreadable state file is moved aside and rebuilt; an unknown version is refused', async () => {
  const repo = createDaemonRepository();
  const first = await repo.begin();
  await repo.daemon('stop');
  await first.finished;
  const path = join(repo.path, '.orchestrator/state.json');
  const before = repo.state();
  writeFileSync(path, '{"version": 1, "mo');
  const second = await repo.begin();
  expect(readdirSync(join(repo.path, '.orchestrator')).some((name) => name.startsWith('state.json.corrupt-'))).toBe(
    true,
  );
  const made = await repo.untilState(({ mode }) => mode === 'paused');
  expect(made.history.slice(0, before?.history.length)).toEqual(before?.history);
  await repo.daemon('stop');
  await second.finished;
  writeFileSync(path, '{"version": 7}');
  expect(await repo.daemon('start', '--script', repo.agents)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('version 7'),
  });
  expect(readFileSync(path, 'utf8')).toBe('{"version": 7}');
});
