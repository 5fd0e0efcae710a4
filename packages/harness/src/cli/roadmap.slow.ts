import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Repository, repository } from '../testing/command.ts';

const roadmap = (login: string, search: string) =>
  `---\r\nproject: x\r\nlast_synced: 2026-01-01\r\n---\r\n# Roadmap  \r\n\r\n## Milestone: One\r\n\r\n### Login\r\n- **Status:** ${login}\r\n- **Spec:** docs/changes/login/proposal.md\r\n\r\n## Backlog\r\n### Search\r\n- **Status:** ${search}\r\n- **Spec:** docs/changes/search/proposal.md\r\n`;

function session(repo: Repository, topic: string, ...statuses: readonly string[]): string {
  const phases = statuses.map((status, at) => ({ name: `Phase ${at}`, status }));
  const specPath = `docs/changes/${topic}/proposal.md`;
  const state = { schemaVersion: 5, specPath, currentState: 'PLAN', currentPhase: 0, phases };
  return repo.write(`repo/.harness/sessions/changes--${topic}--proposal/autopilot-state.json`, JSON.stringify(state));
}

const withoutTime = (text: string) => text.replace(/last_synced: .*/, 'last_synced: 2026-01-01');

test('AO-40 roadmap sync writes the statuses of the phases in place, and keeps edits by hand', async () => {
  const repo = repository();
  const file = repo.write('repo/docs/roadmap.md', roadmap('planned', 'planned'));
  repo.write('repo/.harness/.gitignore', '*\n');
  session(repo, 'login', 'complete', 'pending');
  expect(await repo.json('roadmap', 'sync')).toEqual({
    version: 1,
    changed: [{ feature: 'Login', from: 'planned', to: 'in-progress' }],
    kept: [],
  });
  const synced = readFileSync(file, 'utf8');
  expect(withoutTime(synced)).toBe(roadmap('in-progress', 'planned'));
  expect(repo.git('status', '--porcelain')).toBe('?? docs/');

  writeFileSync(file, synced.replace('Status:** in-progress', 'Status:** planned'));
  session(repo, 'login', 'complete', 'complete');
  session(repo, 'search', 'complete');
  const second = await repo.json<{ changed: unknown; kept: { feature: string; because: string }[] }>('roadmap', 'sync');
  expect(second.changed).toEqual([{ feature: 'Search', from: 'planned', to: 'done' }]);
  expect(second.kept).toEqual([{ feature: 'Login', because: expect.stringContaining('edited by hand') }]);
  const { exitCode, stdout } = await repo.run('roadmap', 'sync', '--lang', 'ko');
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Login 유지: 상태를 사람이 고쳤습니다')]);
  expect(withoutTime(readFileSync(file, 'utf8'))).toBe(roadmap('planned', 'done'));
});

test('A-73 a session that cannot be read changes nothing, and no sync is forced', async () => {
  const repo = repository();
  const file = repo.write('repo/docs/roadmap.md', roadmap('done', 'planned'));
  session(repo, 'login', 'executing');
  const path = session(repo, 'search', 'complete');
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 40));
  const before = statSync(file).mtimeMs;
  const { exitCode, stdout, stderr } = await repo.run('roadmap', 'sync');
  expect(exitCode).toBe(0);
  expect(stdout + stderr).toContain('.harness/sessions/changes--search--proposal/autopilot-state.json cannot be read');
  expect(stdout).toContain('Login stays: a status never moves back.');
  expect([readFileSync(file, 'utf8'), statSync(file).mtimeMs]).toEqual([roadmap('done', 'planned'), before]);
  expect((await repo.run('roadmap', 'sync', '--force')).exitCode).toBe(2);
});

test('roadmap sync refuses a missing roadmap, a link and another action, and writes no file', async () => {
  const repo = repository();
  const missing = await repo.run('roadmap', 'sync');
  expect([missing.exitCode, missing.stderr]).toEqual([
    2,
    expect.stringContaining('The file docs/roadmap.md does not exist.'),
  ]);
  expect((await repo.run('roadmap', 'draw')).exitCode).toBe(2);
  repo.write('repo/docs/a.md', roadmap('planned', 'planned'));
  symlinkSync('a.md', join(repo.path, 'docs/roadmap.md'));
  const linked = await repo.run('roadmap', 'sync', '--json');
  expect([linked.exitCode, JSON.parse(linked.stdout)]).toMatchObject([2, { error: { code: 'input.outside' } }]);
  expect(existsSync(join(repo.path, '.harness'))).toBe(false);
});
