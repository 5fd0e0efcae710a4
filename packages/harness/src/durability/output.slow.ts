/** Attacks on the promise "a run can always be resumed": an agent leaves files that cannot be copied. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { createDaemonRepository } from '../testing/night.ts';

const leaveBehind = [
  'mkdir -p out',
  'mkfifo out/pipe',
  'ln -s /etc/passwd out/link',
  `node -e "require('net').createServer().listen('out/socket', () => process.exit())"`,
  'echo kept > out/result.txt',
].join('; ');

const config = { e2e: { command: leaveBehind, artifactDirs: ['out'] } };

test('D-37 a pipe, a socket and a link in e2e.artifactDirs are skipped and named', async () => {
  const repo = createDaemonRepository({ config });
  const { exitCode, stderr, stdout } = await repo.run('run', '0001', '--script', repo.agents, '--no-input');
  expect(`${stdout}${stderr}`).not.toContain('defect');
  expect(exitCode, stderr).toBe(0);
  const runs = readdirSync(join(repo.path, '.harness/runs'));
  expect(runs.map((run) => readFileSync(repo.journal(run), 'utf8')).join('')).toContain('output.not-kept');
  const kept = readdirSync(join(repo.path, '.orchestrator'), { recursive: true, encoding: 'utf8' });
  const names = kept.filter((path) => path.includes('/out/')).map((path) => basename(path));
  expect([...new Set(names)]).toEqual(['result.txt']);
});

test('D-37 a daemon merges its plans although each leaves a pipe and a socket', async () => {
  const repo = createDaemonRepository({ config, plans: { '0001': [], '0002': ['0001'] } });
  const daemon = await repo.begin();
  await repo.daemon('resume');
  await repo.untilState(({ mode, runsFired }) => mode === 'idle' && runsFired === 2);
  expect(repo.completed()).toEqual(['0001-plan.md', '0002-plan.md']);
  expect(daemon.child.exitCode).toBe(null); // it still runs
});
