import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, scratch } from '../git/scratch.ts';
import { writeVariants } from './write-variants.ts';

afterAll(clearScratch);

test.each(['sha1', 'sha256'])('removes, takes and writes files in a repository with %s hashes', async (format) => {
  const repo = scratch();
  rmSync(join(repo.root, '.git'), { recursive: true });
  repo.git('init', '--quiet', `--object-format=${format}`);
  const commit = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) repo.write(path, text);
    repo.git('add', '--all');
    repo.git('-c', 'user.name=u', '-c', 'user.email=u@example.org', 'commit', '--quiet', '--message', 'One');
    return repo.git('rev-parse', 'HEAD');
  };
  const rowsOf = (name: string) =>
    new Map(
      repo
        .git('ls-tree', '-r', name)
        .split('\n')
        .map((line) => line.split('\t') as [string, string])
        .map(([row, path]) => [path, row]),
    );
  const base = commit({ 'a.js': 'old\n', 'b.js': 'b\n' });
  const change = commit({ 'a.js': 'new\n', 'c.js': 'c\n' });
  const [variant = ''] = await writeVariants(
    {
      repo: repo.root,
      common: join(repo.root, '.git'),
      commits: { base, change },
      rows: { base: rowsOf(base), change: rowsOf(change) },
    },
    [{ from: 'change', remove: ['b.js', 'missing.js'], take: ['a.js'], write: [{ path: 'c.js', text: 'emptied\n' }] }],
  );
  expect(variant).toHaveLength(change.length);
  expect([...rowsOf(variant).keys()]).not.toContain('b.js');
  expect(repo.git('show', `${variant}:a.js`)).toBe('old');
  expect(repo.git('show', `${variant}:c.js`)).toBe('emptied');
});
