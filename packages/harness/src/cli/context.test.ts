import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Repository, repository } from '../testing/command.ts';

const text = ({ path }: Repository, file: string) => readFileSync(join(path, file), 'utf8');

describe('harness context add', () => {
  test('copies a file as context for all agents and prints how to commit it', async () => {
    const repo = repository();
    const note = repo.write('From a Call.txt', 'they want a page');
    const { exitCode, stdout } = await repo.run('context', 'add', note);
    expect(exitCode).toBe(0);
    expect(text(repo, 'docs/context/from-a-call.md')).toBe('---\nsource: other\nscope: all\n---\n\nthey want a page\n');
    expect(stdout).toContain('Added docs/context/from-a-call.md as context for all.');
    expect(stdout).toContain('git add -- docs/context/from-a-call.md && git commit');
  });

  test.each([
    ['planner', 'planner'],
    ['review', 'phase:review'],
    ['phase:fix', 'phase:fix'],
    ['run:0007', 'run:0007'],
    ['all', 'all'],
  ])('sets the scope by --phase %s', async (phase, scope) => {
    const repo = repository();
    const args = ['context', 'add', repo.write('note.md', 'x'), '--phase', phase, '--source', 'slack'];
    expect(await repo.json(...args)).toMatchObject({
      version: 1,
      drop: { path: 'docs/context/note.md', scope, source: 'slack', isCut: false },
    });
    expect(text(repo, 'docs/context/note.md')).toContain(`source: slack\nscope: ${scope}\n`);
  });

  test('never overwrites an existing context file', async () => {
    const repo = repository();
    repo.write('repo/docs/context/note.md', 'mine');
    await repo.run('context', 'add', repo.write('note.md', 'theirs'));
    expect(text(repo, 'docs/context/note.md')).toBe('mine');
    expect(text(repo, 'docs/context/note-2.md')).toContain('theirs');
  });

  test('uses the configured folder', async () => {
    const repo = repository();
    repo.write('repo/harness.config.json', JSON.stringify({ contextDir: 'ctx' }));
    expect(await repo.run('context', 'add', 'README.md')).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(repo.path, 'ctx/readme.md'))).toBe(true);
  });

  test('prints a note if only the beginning will be read', async () => {
    const repo = repository();
    const { stdout } = await repo.run('context', 'add', repo.write('long.md', 'x'.repeat(10_001)));
    expect(stdout).toContain('Only its first 10000 characters are read.');
    const exact = await repo.run('context', 'add', repo.write('exact.md', 'x'.repeat(10_000)));
    expect(exact.stdout).not.toContain('Only its first');
  });

  test.each<[string, readonly string[], RegExp]>([
    ['a missing file', ['add', 'none.md'], /The file none\.md does not exist\./],
    ['another action', ['remove', 'README.md'], /the only action of context is add, not "remove"\./],
    ['an unknown phase', ['add', 'README.md', '--phase', 'lunch'], /--phase must be all, run:.*not "lunch"\./],
    ['an unknown source', ['add', 'README.md', '--source', 'fax'], /--source must be one of slack.*not "fax"\./],
    ['no file', ['add'], /missing required argument 'file'/],
  ])('with %s is refused', async (_, args, message) => {
    const { exitCode, stderr } = await repository().run('context', ...args);
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).toContain('try: harness context --help');
  });

  test('never writes through a link', async () => {
    const repo = repository();
    mkdirSync(join(repo.path, 'real'));
    mkdirSync(join(repo.path, 'docs'));
    symlinkSync('../real', join(repo.path, 'docs/context'));
    const { exitCode, stderr } = await repo.run('context', 'add', 'README.md');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('docs/context is not a file of this repository, or its path contains a link');
  });
});
