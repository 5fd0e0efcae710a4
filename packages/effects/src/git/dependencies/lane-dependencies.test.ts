import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statfsSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import type * as files from 'node:fs/promises';
import { cp, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { openLane as opening } from '@harness/core/effects/git';
import { act } from '@harness/core/effects/operation';
import type { Outcome } from '@harness/core/failure/failure';
import { afterAll, expect, test, vi } from 'vitest';
import { checkPerformer } from '../../check/performer.ts';
import { performOpenLane } from '../lane/open-lane.ts';
import { gitPerformer } from '../performer.ts';
import { clearScratch, type Scratch, scratch } from '../scratch.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof files>();
  return { ...real, cp: vi.fn(real.cp), rm: vi.fn(real.rm) };
});

afterAll(clearScratch);

const allots = { firstPort: 4_600, envFile: '', installTimeoutMs: 60_000 };

/** A repository with a lock file, and a fake npm that records its calls and folders. */
function withLockFile(install = 'mkdir -p node_modules/pad; cp package-lock.json node_modules/pad/'): Scratch {
  const repo = scratch();
  repo.write('.gitignore', 'node_modules/\n.harness/\n');
  repo.write('package-lock.json', '{"lockfileVersion":3}\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '-m', 'a lock file');
  mkdirSync(join(repo.home, 'bin'));
  const npm = join(repo.home, 'bin', 'npm');
  writeFileSync(npm, `#!/bin/sh\necho "$* in $(git rev-parse --show-toplevel)" >> ${repo.home}/calls\n${install}\n`);
  chmodSync(npm, 0o755);
  return repo;
}

/** Opens a lane as the harness does: the check performer installs. */
async function open(repo: Scratch, name: string, notes: string[] = []): Promise<Outcome<unknown>> {
  const runFolder = () => join(repo.home, 'run');
  mkdirSync(runFolder(), { recursive: true });
  const environment = { ...process.env, PATH: `${join(repo.home, 'bin')}${delimiter}${process.env['PATH']}` };
  const check = checkPerformer({ repo: repo.root, runFolder, environment });
  const { perform } = gitPerformer({ repo: repo.root, runFolder, check });
  const effect = act(opening, { slug: name, name, from: 'main', allots });
  const { outcome } = await perform(effect.input, {
    run: `run-${name}`,
    key: '0/lane',
    interrupted: false,
    earlier: undefined,
    allowances: () => [],
    signal: new AbortController().signal,
    report: () => {},
    note: async (code) => {
      notes.push(code);
    },
  });
  return outcome;
}

const inLane = (repo: Scratch, name: string, path: string) => join(repo.root, '.harness/worktrees', name, path);
const calls = (repo: Scratch) => repo.read('../home/calls').trim().split('\n');

test('M-26 installs missing dependencies once, outside lanes and checkout, and clones them into each lane', async () => {
  const repo = withLockFile();
  const notes: string[] = [];
  const opened = await Promise.all(['F-001', 'F-002', 'F-003'].map((name) => open(repo, name, notes)));
  expect(opened.every(({ ok }) => ok)).toBe(true);
  expect(calls(repo)).toEqual([
    expect.stringMatching(
      /^ci --no-audit --no-fund in .*\/\.harness\/dependencies\/[0-9a-f]{16}-[0-9a-f]{16}-run-F-00\d$/,
    ),
  ]);
  expect(notes.filter((code) => code === 'dependencies.installing')).toHaveLength(1);
  expect(notes).toContain('process.started');
  for (const name of ['F-001', 'F-002', 'F-003'])
    expect(existsSync(inLane(repo, name, 'node_modules/pad/package-lock.json'))).toBe(true);
  expect(existsSync(join(repo.root, 'node_modules'))).toBe(false);
  expect(repo.git('status', '--porcelain')).toBe('');
  writeFileSync(inLane(repo, 'F-001', 'node_modules/pad/package-lock.json'), 'changed in the lane');
  await open(repo, 'F-004');
  expect(repo.read('.harness/worktrees/F-004/node_modules/pad/package-lock.json')).toBe('{"lockfileVersion":3}\n');
  expect(calls(repo)).toHaveLength(1);
});

test('M-26 installs again after the lock file of the base changed, although the checkout has the old dependencies', async () => {
  const repo = withLockFile();
  repo.write('node_modules/pad/package-lock.json', 'by the user');
  await open(repo, 'F-001');
  expect(repo.read('.harness/worktrees/F-001/node_modules/pad/package-lock.json')).toBe('by the user');
  expect(existsSync(join(repo.home, 'calls'))).toBe(false);
  repo.write('package-lock.json', '{"lockfileVersion":3,"more":1}\n');
  repo.git('commit', '--quiet', '--all', '-m', 'one more');
  await open(repo, 'F-002');
  expect(repo.read('.harness/worktrees/F-002/node_modules/pad/package-lock.json')).toContain('more');
  expect(repo.read('node_modules/pad/package-lock.json')).toBe('by the user');
});

test('a failed installation reports command and reason, and is retried the next time', async () => {
  const repo = withLockFile('echo "npm error 404 no pad" >&2; exit 1');
  expect(await open(repo, 'F-001')).toEqual({
    ok: false,
    failure: {
      code: 'dependencies.failed',
      params: { command: 'npm ci --no-audit --no-fund', detail: expect.stringContaining('npm error 404 no pad') },
    },
  });
  writeFileSync(join(repo.home, 'bin', 'npm'), '#!/bin/sh\nmkdir node_modules\n');
  expect(await open(repo, 'F-001')).toMatchObject({ ok: true });
  expect(existsSync(inLane(repo, 'F-001', 'node_modules'))).toBe(true);
});

test("a lane without the packages of Yarn's Plug'n'Play says how to get them", async () => {
  const repo = withLockFile('touch .pnp.cjs');
  expect(await open(repo, 'F-001')).toMatchObject({
    failure: { code: 'dependencies.failed', params: { detail: expect.stringContaining('nodeLinker: node-modules') } },
  });
  repo.write('.pnp.cjs', '');
  repo.git('add', '.pnp.cjs');
  repo.git('commit', '--quiet', '-m', 'commit it');
  expect(await open(repo, 'F-002')).toMatchObject({ ok: true });
});

test.each([
  ['', '__metadata:\n  version: 8\n', false],
  ['nodeLinker: node-modules\n', '__metadata:\n  version: 8\n', true],
  ['', '# yarn lockfile v1\n', true],
])(
  'without ignored node_modules Yarn installs nothing; settings %j decide if packages are missing',
  async (settings, lock, isOk) => {
    const repo = withLockFile();
    repo.git('rm', '--quiet', 'package-lock.json');
    repo.write('.gitignore', '.harness/\n');
    repo.write('yarn.lock', lock);
    repo.write('.yarnrc.yml', settings);
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '-m', 'yarn');
    expect(await open(repo, 'F-001')).toMatchObject(isOk ? { ok: true } : { failure: { code: 'dependencies.failed' } });
    expect(existsSync(join(repo.home, 'calls'))).toBe(false);
  },
);

test('a lane has no dependencies if git does not ignore them, or if the installation created none', async () => {
  const empty = withLockFile('true');
  expect(await open(empty, 'F-001')).toMatchObject({ ok: true });
  expect(existsSync(inLane(empty, 'F-001', 'node_modules'))).toBe(false);
  const seen = withLockFile();
  seen.write('.gitignore', '.harness/\n');
  seen.git('commit', '--quiet', '--all', '-m', 'nothing is ignored');
  expect(await open(seen, 'F-001')).toMatchObject({ ok: true });
  expect(existsSync(join(seen.home, 'calls'))).toBe(false);
});

const dependencies = (repo: Scratch) => join(repo.root, '.harness/dependencies');
const isInstalled = (name: string) => /^[0-9a-f]{16}-[0-9a-f]{16}$/.test(name);

/** Changes the lock file on the base, as a merge does. */
function changeLockFile(repo: Scratch, more: string): void {
  repo.write('package-lock.json', `{"lockfileVersion":3,"more":"${more}"}\n`);
  repo.git('commit', '--quiet', '--all', '-m', more);
}

test('I2 an unused folder is not used any more after its removal was interrupted', async () => {
  const repo = withLockFile();
  await open(repo, 'F-001');
  const [old = ''] = readdirSync(dependencies(repo)).filter(isInstalled);
  const longAgo = new Date(Date.now() - 48 * 60 * 60_000);
  utimesSync(join(dependencies(repo), old), longAgo, longAgo);
  changeLockFile(repo, 'one');
  const { rm: remove } = await vi.importActual<typeof files>('node:fs/promises');
  const removed: string[] = [];
  vi.mocked(rm).mockImplementation(async (path, options) => {
    if (!String(path).startsWith(dependencies(repo))) return remove(path, options);
    removed.push(String(path));
    throw new Error('killed');
  });
  await open(repo, 'F-002').catch((error: Error) => expect(error.message).toBe('killed'));
  vi.mocked(rm).mockImplementation(remove);
  expect(removed).toHaveLength(1);
  expect(readdirSync(dependencies(repo)).filter(isInstalled)).toEqual([]);
  expect(await open(repo, 'F-002')).toMatchObject({ ok: true });
});

test('skips a folder that another process removes at the same time', async () => {
  const repo = withLockFile();
  mkdirSync(dependencies(repo), { recursive: true });
  symlinkSync('nowhere', join(dependencies(repo), 'gone')); // a listed name without a target
  expect(await open(repo, 'F-001')).toMatchObject({ ok: true });
});

test('I2 removes its own installation if another process was faster', async () => {
  const repo = withLockFile('mkdir node_modules; mkdir -p "$(pwd | sed s/-run-.*//)/node_modules/faster"');
  expect(await open(repo, 'F-001')).toMatchObject({ ok: true });
  expect(existsSync(inLane(repo, 'F-001', 'node_modules/faster'))).toBe(true);
  expect(readdirSync(dependencies(repo)).filter((name) => !isInstalled(name))).toEqual([]);
});

test('asks for a clone if possible, and never for a link', async () => {
  const repo = withLockFile();
  repo.write('node_modules/pad/index.js', 'pad\n');
  await performOpenLane(repo.work(), { slug: 'F-001', name: 'F-001', allots });
  const { calls: copies } = vi.mocked(cp).mock;
  const [, , options] = copies.find(([from]) => from === join(repo.root, 'node_modules')) ?? [];
  expect(options).toMatchObject({ mode: constants.COPYFILE_FICLONE, verbatimSymlinks: true });
});

/** Whether the file system can clone files, such as Btrfs and XFS with reflinks. */
function canClone(folder: string): boolean {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  writeFileSync(from, 'x'.repeat(10_000));
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch (error) {
    if (
      !['ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'EINVAL', 'ENOSYS', 'ENOTTY'].includes(
        (error as { code?: string }).code ?? '',
      )
    )
      throw error;
    return false;
  }
}

test('on a file system with clones, large dependencies of a lane take no space', async ({ skip }) => {
  const repo = withLockFile();
  if (!canClone(repo.home)) return skip('the file system of the temporary folder cannot clone files');
  const large = 64 * 1024 * 1024;
  repo.write('node_modules/large.bin', Buffer.alloc(large, 1));
  const free = () => {
    const { bavail, bsize } = statfsSync(repo.root);
    return bavail * bsize;
  };
  const before = free();
  await open(repo, 'F-001');
  expect(before - free()).toBeLessThan(large / 2);
});
