import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { controlClient, readStartedServer } from '../../control/client.ts';
import { repository } from '../../testing/command.ts';
import { createQueue, startServer, startServerIn } from '../../testing/control.ts';

const state = {
  version: 1,
  mode: 'running',
  active: { planId: '0004' },
  blocked: { '0003': { reason: 'x' } },
  history: [],
};
const busy = () => ({ ...createQueue(), state: () => state });

describe('harness status', () => {
  test('D-55 prints the answer of GET /state, as text and as the same document', async () => {
    const { repo, url } = await startServerIn(repository(), busy());
    expect(await repo.json('status')).toEqual(state);
    const { stdout, exitCode } = await repo.run('status', '--lang', 'ko');
    expect(exitCode).toBe(0);
    expect(stdout).toContain(url);
    expect(stdout).toMatch(/실행 중[\s\S]*0004[\s\S]*0003/);
  });

  test('exits 1 without a daemon, with the command that starts one, and writes nothing', async () => {
    const repo = repository();
    const { exitCode, stdout, stderr } = await repo.run('status');
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toBe('No daemon is running here.\n  try: harness daemon start\n');
    expect(existsSync(`${repo.path}/.orchestrator`)).toBe(false);
  });

  test('exits 1 after the daemon died, and prints the last known state as such', async () => {
    const repo = repository();
    repo.write('repo/.orchestrator/state.json', JSON.stringify(state));
    repo.write(
      'repo/.orchestrator/control.json',
      JSON.stringify({ url: 'http://127.0.0.1:4500', pid: 2 ** 22 + 1, token: 't' }),
    );
    const { exitCode, stdout, stderr } = await repo.run('status');
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`(pid ${2 ** 22 + 1}) is no longer running`);
    expect(stdout).toMatch(/Last known status, from \.orchestrator\/state\.json:\n {2}running/);
    expect(await repo.json('status')).toMatchObject({ version: 1, error: { code: 'control.none' }, state });
  });

  test('exits 1 if the server has no queue', async () => {
    const { repo } = await startServerIn(repository(), null);
    expect(await repo.run('status')).toMatchObject({ exitCode: 1 });
  });
});

describe('the client', () => {
  test('finds a running server', async () => {
    const { repo, url, close } = await startServer();
    expect(await readStartedServer(repo.path)).toEqual({ url, pid: process.pid, queue: true });
    await close();
    expect(await readStartedServer(repo.path)).toBeUndefined();
  });

  test.each([
    ['of a dead process', { pid: 2 ** 22 + 1 }],
    ['of another server that has taken its port', { token: 'old' }],
    ['of a process without a server', { url: 'http://127.0.0.1:1' }],
    ['with another host', { url: 'http://evil.example' }],
    ['with another host that looks similar', { url: 'http://127.0.0.1:80@evil.example' }],
  ])('does not take a file %s for a server', async (_, changed) => {
    const { repo, url, token } = await startServer();
    const file = { url, pid: process.pid, token, ...changed };
    repo.write('repo/.orchestrator/control.json', JSON.stringify(file));
    await expect(controlClient(repo.path).then(({ ask }) => ask('runs'))).rejects.toMatchObject({
      code: expect.stringMatching(/^control\.(none|silent)$/) as string,
    });
  });

  test('calls routes by name, and passes on refusals with their message and command', async () => {
    const queue = createQueue();
    const { repo } = await startServer(queue);
    const { ask } = await controlClient(repo.path);
    expect(await ask('runs')).toEqual({ version: 1, runs: [] });
    expect(await ask('unblock', { params: { id: '0003' } })).toEqual({ version: 1, accepted: 'unblock' });
    await expect(ask('unblock', { params: { id: '../0003' } })).rejects.toMatchObject({
      code: 'control.refused',
      params: { detail: 'The plan "../0003" is not blocked.', next: 'harness status', code: 'plan.not-blocked' },
    });
  });
});
