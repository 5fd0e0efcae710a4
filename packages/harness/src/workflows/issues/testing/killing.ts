/** Kills the loop over a queue of ten issues, starts it again until the queue is empty, and reads how it ended. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { processesOfRun, type Repository, type RunningCommand } from '../../../testing/command.ts';
import {
  blockedPlan,
  changeGroup,
  issueFile,
  loopOfRepository,
  markersIn,
  person,
  planning,
  queueScript,
  readIssue,
  repositoryWithIssues,
  reviewing,
  said,
  startLoop,
  working,
  write,
} from './queue.ts';

/** What happens to a process of the loop: it is killed at this moment, or asked to stop, or left alone. */
export type Fate = 'kill' | 'stop' | 'leave';

const ids = Array.from({ length: 10 }, (_, at) => `APP-${at + 1}`);
/** A short stay, so that a kill may hit this step. */
const stay = { sleep: 25 };

/** Git ignores it, so it stays: what a worker wrote and logged there must not be lost. */
const witness = 'witness.log';
const marked = { run: `f=w-$(date +%s%N)-$$; echo "$f" > "$f"; echo "$f" >> ${witness}` };

/** Every end of an issue: green, red and retried, repaired, undone, taken out, skipped, with a gap, with friction. */
function scriptOf(repo: Repository): string {
  const steps = (path: string, text = 'x\n') => [marked, stay, write(path, text), stay];
  const group = (file: string) => changeGroup([file, 'w-*']);
  const refused = '<data[^>]*why the last attempt was refused';
  const failed = { verdict: 'FAIL', fixable: false };
  const points = 'FRICTION: no sample data';
  return queueScript(
    repo,
    [],
    [
      planning('APP-1', [group('a1.txt'), group('b1.txt')]),
      working('APP-1', steps('a1.txt'), { reply: points }, { prompt: 'Group: 1/2' }),
      working('APP-1', steps('b1.txt'), {}, { prompt: 'Group: 2/2' }),
      working('APP-2', [{ delete: 'broken.txt' }, ...steps('APP-2.txt')], { reply: points }, { prompt: refused }),
      planning('APP-2', [changeGroup(['APP-2.txt', 'broken.txt', 'w-*'])]),
      working('APP-2', steps('broken.txt')),
      reviewing('APP-3', failed),
      working('APP-4', steps('repaired.txt'), {}, { prompt: refused }),
      planning('APP-4', [changeGroup(['APP-4.txt', 'repaired.txt', 'w-*'])]),
      // An interrupted call is followed by another one, so its number says nothing: the diff does.
      reviewing('APP-4', {}, { prompt: 'repaired' }),
      reviewing('APP-4', { ...failed, fixable: true, warnings: ['not yet'] }),
      blockedPlan('APP-5', 'Which file?'),
      reviewing('APP-6', { gaps: [{ subsystem: 'app/core', description: 'the unit of a total' }] }),
      working('APP-7', steps('elsewhere.txt')),
      working('APP-8', steps('APP-8.txt'), { reply: points }),
      blockedPlan('APP-11', 'Only people write specs.'),
      {
        when: { role: 'issues.discoverer' },
        steps: [stay],
        json: { patterns: [{ name: 'data', seen: 3, proposal: 'skill', text: 'samples' }] },
      },
      ...ids.flatMap((id) => [
        planning(id, [group(`${id}.txt`)], { steps: [stay] }),
        working(id, steps(`${id}.txt`)),
        reviewing(id),
      ]),
    ],
    [person('Loop', 'resume')],
  );
}

export interface QueueEnding {
  readonly kills: number;
  /** The same after any number of kills. */
  readonly story: unknown;
}

/** A repository with ten issues; `finish` works through them. */
export function killedQueue() {
  const issues = Object.fromEntries(
    ids.map((id, at) => [id, issueFile(id, `createdAt: 2026-01-01T00:${10 + at}:00Z\n`)]),
  );
  const config = { tracker: { kind: 'local', project: 'app', discoverInterval: 4 } };
  const repo = repositoryWithIssues({ config, files: { '.gitignore': `${witness}\n` }, issues });
  const script = scriptOf(repo);
  const printed: string[] = [];
  /** After `most` kills it runs to its end. */
  const finish = async (fateOf: (nth: number) => Fate, most: number, moment: () => number): Promise<QueueEnding> => {
    let kills = 0;
    let last: Fate = 'leave';
    for (let nth = 0; ; nth++) {
      const fate = kills < most ? fateOf(nth) : 'leave';
      const before = journalBytes(repo);
      // `start` and `resume` continue the same run.
      const isResumed = last === 'kill' && nth % 4 === 3 && journalsOf(repo).length > 0;
      const running = isResumed ? repo.start(['resume', '--script', script]) : startLoop(repo, script);
      last = fate;
      if (fate !== 'leave') await hasWorked(repo, running, before, moment());
      if (fate === 'kill' && running.child.kill('SIGKILL')) kills++;
      if (fate === 'stop') await repo.run('issues', 'stop');
      const ended = await running.finished;
      printed.push(...markersIn(ended));
      if (ended.exitCode === null) continue;
      if (isResumed && ended.stderr.includes('No unfinished run')) continue; // it had ended before it was killed
      expect(ended, said(ended)).toMatchObject({ exitCode: 0 });
      if (markersIn(ended).at(-1) === '[HARNESS_DONE]') return { kills, story: await storyOf(repo, printed) };
    }
  };
  return { repo, finish };
}

/** Resolves some time after the process has written its first entry, or when it ends. */
async function hasWorked(repo: Repository, { finished }: RunningCommand, before: number, ms: number): Promise<void> {
  let isOver = false;
  void finished.then(() => {
    isOver = true;
  });
  while (!isOver && journalBytes(repo) === before) await delay(8);
  if (!isOver) await Promise.race([finished, delay(ms)]);
}

const journalsOf = ({ path }: Repository): readonly string[] => {
  const folder = join(path, '.harness/runs');
  return existsSync(folder) ? readdirSync(folder).map((run) => join(folder, run, 'journal.jsonl')) : [];
};

const journalBytes = (repo: Repository): number =>
  journalsOf(repo).reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);

async function storyOf(repo: Repository, printed: readonly string[]): Promise<unknown> {
  expectNothingLeftOver(repo);
  const loop = await loopOfRepository(repo);
  const ended = [
    ...loop.completed.map((id) => `[ISSUE_COMPLETE: ${id}]`),
    ...loop.failed.map((id) => `[ISSUE_FAILED: ${id}]`),
  ];
  // A process that is killed between its journal and its output prints no marker; none prints one twice.
  expect(new Set(printed).size, printed.join('\n')).toBe(printed.length);
  expect([...ended, '[HARNESS_DONE]']).toEqual(expect.arrayContaining([...printed]));
  return {
    loop,
    issues: [...ids, 'APP-11'].map((id) => issueStory(repo, id)),
    files: readdirSync(join(repo.path, '.harness/issues')).sort(),
    commits: commitStories(repo),
    discoveries: readdirSync(join(repo.path, 'compound-discoveries')).length,
  };
}

/** The same claim and the same result in each story, though hashes, refs and names of random files differ. */
function issueStory(repo: Repository, id: string) {
  const { marks, comments, ...issue } = readIssue(repo, id);
  const effects = marks.map((mark) => mark?.effect);
  expect(new Set(effects).size, id).toBe(effects.length);
  const kinds = marks.map((mark) => mark?.kind);
  const plain = (text: string) =>
    text
      .replaceAll(/\b[0-9a-f]{12}\b/g, '<commit>')
      .replaceAll(/refs\/harness\/kept\/[^\s;]+/g, '<ref>')
      .replaceAll(/w-\d+-\d+/g, 'w');
  return { id, ...issue, kinds, comments: comments.map(plain) };
}

/** Each commit with its trailers and files. */
function commitStories(repo: Repository) {
  const log = repo.git('log', '--reverse', '--format=%H').split('\n').slice(2);
  const effects = log.map((commit) => repo.git('log', '-1', '--format=%(trailers:key=Harness-Effect)', commit));
  expect(new Set(effects).size).toBe(log.length);
  return log.map((commit) => ({
    message: repo.git('show', '--no-patch', '--format=%B', commit).replaceAll(/^Harness-(?:Effect|Run):.*$/gm, ''),
    files: repo
      .git('show', '--format=', '--name-only', commit)
      .split('\n')
      .map((file) => file.replace(/^w-.*$/, 'w'))
      .sort(),
  }));
}

function expectNothingLeftOver(repo: Repository): void {
  expect(repo.git('status', '--porcelain', '--', ':(exclude)compound-discoveries')).toBe('');
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(repo.git('branch', '--list', '--format=%(refname:short)')).toBe('main');
  const runs = readdirSync(join(repo.path, '.harness/runs'));
  expect(runs.flatMap(processesOfRun)).toEqual([]);
  const objects = repo.git('rev-list', '--objects', '--all').split('\n');
  const names = new Set(objects.map((line) => line.split(' ')[1]));
  const logged = readFileSync(join(repo.path, witness), 'utf8').trim().split('\n');
  expect(logged.filter((name) => !names.has(name))).toEqual([]);
}
