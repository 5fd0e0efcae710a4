/** Tests that files which an agent writes into the harness folder are not saved. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { performCheckpoint } from '../lane/checkpoint.ts';
import { clearScratch, openTestLane, scratch } from '../scratch.ts';

afterAll(clearScratch);

async function lane(known: Readonly<Record<string, string>> = {}) {
  const repo = scratch();
  for (const [path, text] of Object.entries(known)) repo.write(path, text);
  if (Object.keys(known).length > 0) {
    repo.git('add', '--force', '.');
    repo.git('commit', '--quiet', '--message=Known');
  }
  const reported: string[] = [];
  const work = { ...repo.work(), leftOut: async (files: readonly string[]) => void reported.push(...files) };
  const open = await openTestLane(work);
  const save = async () => {
    const outcome = await performCheckpoint(work, { lane: open });
    if (!outcome.ok) throw new Error(outcome.failure.code);
    return outcome.value;
  };
  const files = (commit: string) => repo.git('ls-tree', '-r', '--name-only', commit).split('\n');
  return { repo, open, reported, save, files };
}

test('O1, O2 excludes a hook, a grant and a plan, keeps them under a ref, and reports them; the lane matches the saved work', async () => {
  const { repo, open, reported, save, files } = await lane();
  repo.write(`${open.path}/.harness/hooks/on-escalate.sh`, 'echo mine\n');
  repo.write(`${open.path}/.Harness/checkpoint-end.granted`, '');
  repo.write(`${open.path}/a.js`, 'a\n');
  const { commit, changedFiles } = await save();
  expect(files(commit).filter((path) => /harness/i.test(path))).toEqual([]);
  expect([files(commit).includes('a.js'), changedFiles]).toEqual([true, 1]);
  expect(reported.sort()).toEqual(['.Harness/checkpoint-end.granted', '.harness/hooks/on-escalate.sh']);
  expect(existsSync(join(repo.root, open.path, '.harness'))).toBe(false);
  expect(repo.refs('refs/harness/kept').flatMap(files)).toContain('.harness/hooks/on-escalate.sh');
  expect((await save()).commit).toBe(commit);
  expect(reported).toHaveLength(2); // not reported again
});

test('O1, O2 excludes such files also in a sparse checkout', async () => {
  const { repo, open, reported, save, files } = await lane();
  repo.gitIn(open.path, 'sparse-checkout', 'set', 'src');
  repo.write(`${open.path}/.harness/hooks/on-escalate.sh`, 'echo mine\n');
  repo.write(`${open.path}/src/a.js`, 'a\n');
  const { commit } = await save();
  expect(files(commit).filter((path) => /harness/i.test(path))).toEqual([]);
  expect(files(commit)).toContain('src/a.js');
  expect(reported).toEqual(['.harness/hooks/on-escalate.sh']);
});

test('O1 keeps the files of the base there, also if an agent changes or deletes them', async () => {
  const { repo, open, save } = await lane({ '.harness/features.json': '{}\n', '.harness/memory/MEMORY.md': 'kept\n' });
  repo.write(`${open.path}/.harness/features.json`, '{ "features": [] }\n');
  repo.gitIn(open.path, 'rm', '--quiet', '.harness/memory/MEMORY.md');
  const { commit, changedFiles } = await save();
  expect([commit, changedFiles]).toEqual([open.base, 0]); // no other file was changed
  expect(repo.read(`${open.path}/.harness/memory/MEMORY.md`)).toBe('kept\n');
});

test.each([
  ['a tab in its name', '.harness/hooks/a\tb.sh'],
  ['a quote and a newline in its name', '.HARNESS/"a\nb"'],
  ['a name that is not English', '.harness/é.md'],
  ['the name of the folder itself', '.Harness'],
])('O1, O2 excludes a file with %s', async (_, path) => {
  const { repo, open, reported, save, files } = await lane();
  repo.write(`${open.path}/${path}`, 'mine\n');
  repo.write(`${open.path}/.harness-notes.md`, 'another file\n');
  const { commit, changedFiles } = await save();
  expect(files(commit).filter((name) => /harness/i.test(name))).toEqual(['.harness-notes.md']);
  expect([changedFiles, reported]).toEqual([1, [path]]);
});

test('O1 excludes the move of a file out of the folder', async () => {
  const { repo, open, reported, save, files } = await lane({ '.harness/plan.md': 'a plan of a few words\n' });
  repo.gitIn(open.path, 'mv', '.harness/plan.md', 'moved.md');
  const { commit } = await save();
  expect(files(commit)).toEqual(expect.arrayContaining(['.harness/plan.md', 'moved.md']));
  expect(reported).toEqual(['.harness/plan.md']);
});
