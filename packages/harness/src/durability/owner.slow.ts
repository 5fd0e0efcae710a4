/** Attacks on the promise "only the owner drives a run" (E6), through the command and from other namespaces. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { launcher, repository, until } from '../testing/command.ts';
import { implementerAnswer, script } from '../testing/scripts.ts';

const namespaces = [
  ['another network namespace', ['unshare', '--user', '--map-root-user', '--net']],
  [
    'other network, process and mount namespaces',
    ['unshare', '--user', '--map-root-user', '--net', '--mount', '--pid', '--fork', '--mount-proc'],
  ],
] as const;

/** Some systems allow namespaces only to root, or not at all. */
const isAllowed = namespaces.every(([, [program, ...args]]) => spawnSync(program, [...args, 'true']).status === 0);

test.skipIf(!isAllowed).each(namespaces)('E6 resume from %s is refused while the owner lives', async (_, wrapper) => {
  const repo = repository();
  const agents = script(repo, [implementerAnswer({ steps: [{ run: 'sleep 30' }] })]);
  const running = repo.start(['converge', 'Add a', '--script', agents, '--check', 'true', '--no-input']);
  const run = await until(async () => (await repo.newest()) || undefined);
  await until(() => (readFileSync(repo.journal(run), 'utf8').includes('"agent"') ? true : undefined));
  const before = readFileSync(repo.journal(run), 'utf8');
  const [program = '', ...args] = [...wrapper, process.execPath, launcher, 'resume', run];
  const other = spawn(program, args, { cwd: repo.path, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  other.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  other.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const exitCode = await new Promise((resolve) => other.on('close', resolve));
  expect(said).toContain(run);
  expect(exitCode).toBe(1);
  expect(readFileSync(repo.journal(run), 'utf8').startsWith(before)).toBe(true);
  expect(readFileSync(repo.journal(run), 'utf8')).not.toContain('run.resumed');
  expect((await repo.json<{ runs: { status: string }[] }>('runs')).runs[0]?.status).toBe('running');
  running.child.kill('SIGTERM');
  expect((await running.finished).exitCode).toBe(143);
});
