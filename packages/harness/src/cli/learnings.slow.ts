import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../testing/command.ts';

const entries = (count: number) => Array.from({ length: count }, (_, n) => `- 2026-01-01 [skill:x] learned ${n}`);

test('AO-19 learnings prune keeps the newest 20, and archives the others', async () => {
  const repo = repository();
  repo.write('repo/.harness/learnings.md', `# Learnings\n\n- undated\n${entries(32).join('\n')}\n`);
  const pruned = await repo.json<{ file: string }>('learnings', 'prune');
  expect(pruned).toEqual({ version: 1, kept: 20, archived: 12, file: expect.stringMatching(/\/\d{4}-\d\d\.md$/) });
  const archive = readFileSync(join(repo.path, pruned.file), 'utf8');
  for (const entry of entries(12)) expect(archive).toContain(`${entry}\n`);
  const left = readFileSync(join(repo.path, '.harness/learnings.md'), 'utf8');
  expect(left).toBe(`# Learnings\n\n- undated\n${entries(32).slice(12).join('\n')}\n`);
  const again = await repo.run('learnings', 'prune', '--lang', 'ko');
  expect([again.exitCode, again.stdout]).toEqual([0, expect.stringContaining('학습을 모두 남겼습니다(20개)')]);
});

test('learnings prune without learnings writes no file, and refuses a link and another action', async () => {
  const repo = repository();
  expect(await repo.json('learnings', 'prune')).toEqual({ version: 1, kept: 0, archived: 0, file: null });
  expect(existsSync(join(repo.path, '.harness'))).toBe(false);
  const other = await repo.run('learnings', 'add');
  expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining('the only action of learnings is prune')]);
  repo.write('repo/.harness/.gitignore', '*\n');
  symlinkSync('/etc/hostname', join(repo.path, '.harness/learnings.md'));
  const linked = await repo.run('learnings', 'prune');
  expect([linked.exitCode, linked.stderr]).toEqual([
    2,
    expect.stringContaining('.harness/learnings.md is not a file of'),
  ]);
});

test('two prunes at the same time archive each entry once', async () => {
  const repo = repository();
  repo.write('repo/.harness/learnings.md', `${entries(60).join('\n')}\n`);
  const both = await Promise.all([repo.run('learnings', 'prune'), repo.run('learnings', 'prune')]);
  expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  const { file } = await repo.json<{ file: null }>('learnings', 'prune');
  expect(file).toBeNull();
  const month = new Date().toISOString().slice(0, 7);
  const archive = readFileSync(join(repo.path, `.harness/learnings-archive/${month}.md`), 'utf8');
  expect(archive.match(/learned/g)).toHaveLength(40);
});
