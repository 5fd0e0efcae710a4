/** Tests `branchIsolation.enabled: false`: features are built in the clean checkout, one at a time. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { lines, type Repository, until } from '../../testing/command.ts';
import { script } from '../../testing/scripts.ts';
import { featureLines, planning, repositoryWithSpec, reviewing, validating, working } from './testing/script.ts';

const here = { branchIsolation: { enabled: false } };
const clean = (repo: Repository) => repo.git('status', '--porcelain', '--', ':(exclude).harness');
const subjects = (repo: Repository, branch: string) => repo.git('log', '--format=%s', `main..${branch}`).split('\n');
const read = ({ path }: Repository, file: string) => readFileSync(join(path, file), 'utf8');
const branches = (repo: Repository) => repo.git('branch', '--list', '--format=%(refname:short)').split('\n');

describe('M-25, M-28 without branches', () => {
  test('each feature is one commit on the current branch, and failed work stays for the next attempt', async () => {
    const repo = repositoryWithSpec({ ...here, checks: { build: '! grep -q broken F-001.txt' } });
    repo.git('switch', '--quiet', '--create', 'work');
    const agents = script(repo, [
      planning({ id: 'F-001' }, { id: 'F-002', dependsOn: ['F-001'], verify: '`test -f F-001.txt`' }),
      reviewing(),
      working(
        {
          steps: [
            { write: { path: 'F-001.txt', text: 'broken\n' } },
            { write: { path: 'kept.txt', text: 'of attempt 1\n' } },
          ],
        },
        { item: 'F-001', attempt: 1 },
      ),
      ...[working(), validating('failing', { item: 'F-002', attempt: 1 }), validating()],
    ]);
    const done = await repo.run('mission', '--script', agents);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(featureLines(repo)).toEqual(['F-001 passed 2', 'F-002 passed 2']);
    expect(subjects(repo, 'work')).toEqual(['F-002: Feature F-002', 'F-001: Feature F-001']);
    expect(repo.git('show', 'work~1:kept.txt')).toBe('of attempt 1');
    expect([read(repo, 'F-002.txt'), clean(repo)]).toEqual(['attempt 2\n', '']);
    expect([repo.git('symbolic-ref', '--short', 'HEAD'), ...branches(repo)]).toEqual(['work', 'main', 'work']);
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(done.stdout).toContain('2 of 2 features merged into work');
  });

  test('a tree with changes is refused with its files; with --allow-dirty they stay unchanged', async () => {
    const repo = repositoryWithSpec(here);
    const agents = script(repo, [planning({ id: 'F-001' }), reviewing(), working(), validating()]);
    repo.write('repo/README.md', 'mine\n');
    const refused = await repo.run('mission', '--script', agents);
    expect([refused.exitCode, refused.stderr.includes('README.md')]).toEqual([2, true]);
    const done = await repo.run('mission', '--allow-dirty', '--script', agents);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(repo.git('show', '--format=', '--name-only', 'main')).toBe('F-001.txt');
    expect([read(repo, 'README.md'), clean(repo)]).toEqual(['mine\n', ' M README.md']);
  });

  test('files of the user that a worker overwrites are kept: changed ones under a ref, ignored ones as copies', async () => {
    const repo = repositoryWithSpec(here);
    repo.write('repo/.gitignore', '.env\n.harness/\n');
    repo.git('add', '.gitignore');
    repo.git('commit', '--quiet', '--message=Ignore');
    repo.write('repo/README.md', 'mine\n');
    repo.write('repo/.env', 'KEY=mine\n');
    const steps = ['README.md', '.env', 'F-001.txt'].map((path) => ({ write: { path, text: 'of the agent\n' } }));
    const agents = script(repo, [...[planning({ id: 'F-001' }), reviewing(), working({ steps }), validating()]]);
    const done = await repo.run('mission', '--allow-dirty', '--script', agents);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    const run = await repo.newest();
    expect(repo.git('show', `refs/harness/kept/${run}/1:README.md`)).toBe('mine');
    expect(read(repo, `.harness/runs/${run}/user-files/copies/.env`)).toBe('KEY=mine\n');
    for (const path of ['README.md', '.env']) expect(done.stdout).toContain(`your file ${path} was changed`);
    const { userFiles } = await repo.json<{ userFiles: object[] }>('show', run);
    expect(userFiles).toMatchObject([{ ref: `refs/harness/kept/${run}/1`, touchedCount: 2 }]);
  });

  test('git-ignored files are not asked about, and stay the user’s if a feature stops ignoring them', async () => {
    const repo = repositoryWithSpec(here);
    repo.write('repo/.gitignore', '.env\nnode_modules/\n.harness/\n');
    repo.git('add', '.gitignore');
    repo.git('commit', '--quiet', '--message=Ignore');
    repo.write('repo/.env', 'KEY=mine\n');
    repo.write('repo/node_modules/a/index.js', 'mine\n');
    const noMore = [{ write: { path: '.gitignore', text: '.harness/\n' } }];
    const agents = script(repo, [
      planning({ id: 'F-001' }, { id: 'F-002', dependsOn: ['F-001'] }),
      ...[reviewing(), working({ steps: noMore }, { item: 'F-001' }), working(), validating()],
    ]);
    const done = await repo.run('mission', '--script', agents);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(repo.git('show', '--format=', '--name-only', 'main~1', 'main').split('\n').filter(Boolean).sort()).toEqual([
      ...['.gitignore', 'F-002.txt'],
    ]);
    expect([read(repo, '.env'), read(repo, 'node_modules/a/index.js')]).toEqual(['KEY=mine\n', 'mine\n']);
    expect(clean(repo).split('\n')).toEqual(['?? .env', '?? node_modules/']);
  });

  test('a blocked feature lets the next one run, loses no work, and continues later', async () => {
    const repo = repositoryWithSpec(here);
    const halfway = {
      steps: [{ write: { path: 'half.txt', text: 'half\n' } }],
      reply: 'WORKER {item}: blocked — a key',
    };
    const agents = script(repo, [
      planning({ id: 'F-001' }, { id: 'F-002' }),
      ...[reviewing(), working(halfway, { item: 'F-001', attempt: 1 }), working(), validating()],
    ]);
    const stopped = await repo.run('mission', '--script', agents);
    expect(stopped, `${stopped.stdout}${stopped.stderr}`).toMatchObject({ exitCode: 3 });
    expect(repo.git('ls-tree', '--name-only', 'main').split('\n')).not.toContain('half.txt');
    const script2 = script(repo, [working(), validating()]);
    const done = await repo.run('resume', '--script', script2);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(repo.git('show', 'main:half.txt')).toBe('half');
    expect(clean(repo)).toBe('');
  });

  test('kill -9 during a worker: its files are judged without a new call, and each feature lands once', async () => {
    const repo = repositoryWithSpec(here);
    const slowly = [{ write: { path: '{item}.txt', text: '{item}\n' } }, { sleep: 2_000 }];
    const agents = script(repo, [
      planning({ id: 'F-001' }, { id: 'F-002' }),
      ...[reviewing(), working({ steps: slowly }), validating()],
    ]);
    for (const file of ['F-001.txt', 'F-002.txt']) {
      const running = repo.start(['mission', '--script', agents]);
      let hasEnded = false;
      void running.finished.then(() => {
        hasEnded = true;
      });
      while (!existsSync(join(repo.path, file))) {
        if (hasEnded) throw new Error(`It ended before ${file} was written`);
        await delay(5);
      }
      running.child.kill('SIGKILL');
      await running.finished;
    }
    const done = await repo.run('mission', '--script', agents);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect(featureLines(repo)).toEqual(['F-001 passed 1', 'F-002 passed 1']);
    expect(repo.git('log', '--format=%s', '-2', 'main').split('\n')).toEqual([
      ...['F-002: Feature F-002', 'F-001: Feature F-001'],
    ]);
    expect([clean(repo), workersAsked(repo)]).toEqual(['', 2]);
  });

  test.each([
    ['without branches', here],
    ['with branches, without worktrees', { branchIsolation: { useWorktrees: false } }],
  ])('%s: kill -9 during a worker that wrote nothing: the call is repeated, in each attempt', async (_, settings) => {
    const repo = repositoryWithSpec(settings);
    const hanging = (attempt: number) => working({ steps: [{ hang: true }] }, { attempt });
    const wrong = working({ steps: [{ write: { path: 'F-001.txt', text: 'wrong\n' } }] }, { attempt: 2 });
    const agents = script(repo, [
      ...[planning({ id: 'F-001' }), reviewing(), hanging(1), wrong, hanging(3), working()],
      ...[validating('failing', { attempt: 1 }), validating()],
    ]);
    await killedDuringWorker(repo, agents, 1);
    await killedDuringWorker(repo, agents, 3);
    const done = await repo.run('mission', '--script', agents);
    expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
    expect([featureLines(repo), read(repo, 'F-001.txt')]).toEqual([['F-001 passed 2'], 'attempt 4\n']);
    expect([clean(repo), workersAsked(repo)]).toEqual(['', 4]);
  });
});

test('M-25 with branches and without worktrees, each feature is merged like a separate branch', async () => {
  const repo = repositoryWithSpec({ branchIsolation: { useWorktrees: false } });
  const agents = script(repo, [planning({ id: 'F-001' }), reviewing(), working(), validating()]);
  const done = await repo.run('mission', '--script', agents);
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode: 0 });
  expect(repo.git('log', '--format=%s', '-2', 'main').split('\n')).toEqual([
    ...['Merge F-001: Feature F-001', 'F-001: Feature F-001'],
  ]);
  expect([clean(repo), ...branches(repo)]).toEqual(['', 'main']);
});

/** Kills the mission as soon as this many calls of workers were recorded. */
async function killedDuringWorker(repo: Repository, agents: string, calls: number): Promise<void> {
  const running = repo.start(['mission', '--script', agents]);
  await Promise.race([
    until(() => (workersAsked(repo) === calls ? true : undefined)),
    running.finished.then(({ stdout, stderr }) => Promise.reject(new Error(stdout + stderr))),
  ]);
  running.child.kill('SIGKILL');
  await running.finished;
}

/** Counts the workers that really started: an interrupted call is not repeated. */
function workersAsked({ path }: Repository): number {
  const runs = join(path, '.harness/runs');
  if (!existsSync(runs)) return 0;
  const files = readdirSync(runs).map((run) => join(runs, run, 'journal.jsonl'));
  const asked = files
    .filter((file) => existsSync(file))
    .flatMap((file) => lines(file))
    .filter((line) => line.includes('"type":"asked"') && line.includes('"role":"mission.worker"'));
  return asked.length;
}
