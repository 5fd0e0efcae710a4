import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lane } from '@harness/core/effects/git';
import { afterAll, expect, test } from 'vitest';
import { clearScratch, openTestLane, type Scratch, scratch } from '../scratch.ts';
import { performCheckpoint } from './checkpoint.ts';
import { performRestoreLane, tryRestoreLane } from './restore-lane.ts';

afterAll(clearScratch);

const effect = { run: 'run-1', key: '1/change' };
const kept = (n: number) => `refs/harness/kept/run-1/${n}`;
const edit = (repo: Scratch, lane: Lane, content: string) => repo.write(`${lane.path}/readme.md`, content);

async function laneWithCheckpoint() {
  const repo = scratch();
  const lane = await openTestLane(repo.work());
  edit(repo, lane, 'saved\n');
  repo.write(`${lane.path}/added.txt`, 'added');
  const saved = await performCheckpoint(repo.work(), { lane });
  if (!saved.ok) throw new Error(saved.failure.code);
  const { commit } = saved.value;
  const again = async () => {
    const restored = await tryRestoreLane(repo.root, { cwd: lane.path, checkpoint: commit }, effect);
    return restored.ok ? restored.value : restored.failure;
  };
  const files = () =>
    repo.gitIn(lane.path, 'ls-files', '--cached', '--others', '--exclude-standard').split('\n').sort();
  return { repo, lane, folder: join(repo.root, lane.path), commit, again, files };
}

test.concurrent('leaves a lane that matches the checkpoint unchanged', async () => {
  const { repo, again, folder } = await laneWithCheckpoint();
  const before = statSync(join(folder, 'readme.md')).mtimeMs;
  expect(await again()).toBeNull();
  expect(statSync(join(folder, 'readme.md')).mtimeMs).toBe(before);
  expect(repo.refs('refs/harness/kept')).toEqual([kept(1)]);
});

test.concurrent('keeps newer work and restores every file of the checkpoint; ignored files stay', async () => {
  const { repo, lane, folder, again, files } = await laneWithCheckpoint();
  const before = statSync(join(folder, 'added.txt')).mtimeMs;
  edit(repo, lane, 'half done');
  repo.write(`${lane.path}/new folder/two\nlines`, 'new');
  repo.write(`${lane.path}/ignored/cache`, 'cache');
  rmSync(join(folder, 'src'), { recursive: true });
  symlinkSync('/etc', join(folder, 'src'));
  chmodSync(join(folder, '.gitignore'), 0o755);
  repo.gitIn(lane.path, 'update-index', '--assume-unchanged', 'readme.md');

  expect(await again()).toBe(kept(2));
  expect(repo.read(`${lane.path}/readme.md`)).toBe('saved\n');
  expect(repo.read(`${lane.path}/src/main.ts`)).toBe('export {};\n');
  expect(statSync(join(folder, '.gitignore')).mode & 0o111).toBe(0);
  expect(statSync(join(folder, 'added.txt')).mtimeMs).toBe(before);
  expect(existsSync(join(folder, 'new folder'))).toBe(false);
  expect(repo.read(`${lane.path}/ignored/cache`)).toBe('cache');
  expect(files()).toEqual(['.gitignore', 'added.txt', 'readme.md', 'src/main.ts']);
  expect(repo.git('show', `${kept(2)}:readme.md`)).toBe('half done');
  expect(repo.git('show', `${kept(2)}:new folder/two\nlines`)).toBe('new');
  expect(await again()).toBeNull();
});

test.concurrent('keeps commits, a switched branch and repositories of an agent, then removes them', async () => {
  const { repo, lane, folder, again, files } = await laneWithCheckpoint();
  repo.gitIn(lane.path, 'checkout', '--quiet', '-b', 'elsewhere');
  repo.gitIn(lane.path, 'add', '.');
  repo.gitIn(lane.path, 'commit', '--quiet', '-m', 'theirs');
  repo.write(`${lane.path}/cloned/lib.c`, 'lib');
  repo.gitIn(`${lane.path}/cloned`, 'init', '--quiet');
  expect(await again()).toBe(kept(3));
  expect(repo.git('rev-parse', kept(2))).toBe(repo.git('rev-parse', 'elsewhere'));
  expect(repo.git('show', `${kept(3)}:cloned/lib.c`)).toBe('lib');
  expect(existsSync(join(folder, 'cloned'))).toBe(false);
  expect(repo.gitIn(lane.path, 'symbolic-ref', '--short', 'HEAD')).toBe(lane.branch);
  expect(repo.gitIn(lane.path, 'rev-parse', 'HEAD')).toBe(lane.base);
  expect(files()).toContain('added.txt');
});

test.concurrent('creates a lane again that is missing or that git forgot, at the checkpoint', async () => {
  const { repo, lane, folder, again, files } = await laneWithCheckpoint();
  rmSync(folder, { recursive: true });
  expect(await again()).toBeNull();
  expect(repo.read(`${lane.path}/added.txt`)).toBe('added');
  edit(repo, lane, 'half done');
  rmSync(join(folder, '.git'));
  repo.git('worktree', 'prune');
  expect(await again()).toBe(kept(2));
  expect(repo.git('show', `${kept(2)}:readme.md`)).toBe('half done');
  expect(files()).toEqual(['.gitignore', 'added.txt', 'readme.md', 'src/main.ts']);
});

test.concurrent('completes an interrupted restore, and does not mistake a partial one for work', async () => {
  const { repo, lane, folder, again } = await laneWithCheckpoint();
  edit(repo, lane, 'half done');
  expect(await again()).toBe(kept(2));
  const mark = join(repo.gitIn(lane.path, 'rev-parse', '--absolute-git-dir'), 'harness-filling.json');
  writeFileSync(mark, JSON.stringify({ done: false, kept: kept(2) }));
  rmSync(join(folder, 'src'), { recursive: true });
  expect(await again()).toBe(kept(2));
  expect(repo.read(`${lane.path}/src/main.ts`)).toBe('export {};\n');
  expect(repo.refs('refs/harness/kept')).toEqual([kept(1), kept(2)]);
  expect(JSON.parse(readFileSync(mark, 'utf8'))).toEqual({ done: true, kept: null });
});

test.concurrent('two processes that restore one lane at the same time take turns', async () => {
  const { repo, lane, again } = await laneWithCheckpoint();
  edit(repo, lane, 'half done');
  expect((await Promise.all([again(), again()])).toSorted()).toEqual([null, kept(2)].toSorted()); // the order is open
  expect(repo.read(`${lane.path}/readme.md`)).toBe('saved\n');
});

test.concurrent('refuses a folder that is not an open lane', async () => {
  const { repo, commit } = await laneWithCheckpoint();
  const at = (cwd: string) => tryRestoreLane(repo.root, { cwd, checkpoint: commit }, effect);
  const refused = (detail: string) => ({ failure: { code: 'git.failed', params: { detail } } });
  expect(await at('.')).toMatchObject(refused(expect.stringContaining('. is not a lane')));
  expect(await at('.harness/worktrees/other')).toMatchObject(refused(expect.stringContaining('is not an open lane')));
});

test.concurrent('unwanted files are replaced by those of the checkpoint, also twice; ignored files stay', async () => {
  const { repo, lane, folder, commit, files } = await laneWithCheckpoint();
  edit(repo, lane, 'unwanted');
  repo.write(`${lane.path}/page.md`, 'unwanted');
  repo.write(`${lane.path}/ignored/dependency.js`, 'kept');
  for (let time = 0; time < 2; time++) {
    expect(await performRestoreLane(repo.work(), { lane, checkpoint: commit })).toMatchObject({ ok: true });
    expect(repo.read(`${lane.path}/readme.md`)).toBe('saved\n');
    expect(files()).toEqual(['.gitignore', 'added.txt', 'readme.md', 'src/main.ts']);
  }
  expect(existsSync(join(folder, 'ignored/dependency.js'))).toBe(true);
  expect(await performCheckpoint(repo.work(), { lane })).toMatchObject({ ok: true, value: { commit } });
});
