/**
 * Kills the loop over a queue of ten issues, starts it again until the queue is empty, and reads how it ended. The end is
 * the same at each tracker.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withoutMarks } from '@harness/core/tracker/marks';
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
  working,
  write,
} from './queue.ts';
import type { RemoteIssue, RemoteQueue } from './remote-queues.ts';

/** What happens to a process of the loop: it is killed at this moment, or asked to stop, or left alone. */
export type Fate = 'kill' | 'stop' | 'leave';

const size = 10;
/** A short stay, so that a kill may hit this step. */
const stay = { sleep: 25 };

/** Git ignores it, so it stays: what a worker wrote and logged there must not be lost. */
const witness = 'witness.log';
const marked = { run: `f=w-$(date +%s%N)-$$; echo "$f" > "$f"; echo "$f" >> ${witness}` };

/** Every end of an issue: green, red and retried, repaired, undone, taken out, skipped, with a gap, with friction. */
function scriptOf(repo: Repository, ids: readonly string[]): string {
  const [a, b, c, d, e, f, g, h] = ids as [string, ...string[]];
  const gap = ids.at(-1) ?? '';
  const steps = (path: string, text = 'x\n') => [marked, stay, write(path, text), stay];
  const group = (...files: readonly string[]) => changeGroup([...files, 'w-*']);
  const refused = '<data[^>]*why the last attempt was refused';
  const failed = { verdict: 'FAIL', fixable: false };
  const points = 'FRICTION: no sample data';
  return queueScript(
    repo,
    [],
    [
      planning(a, [group('a1.txt'), group('a2.txt')]),
      working(a, steps('a1.txt'), { reply: points }, { prompt: 'Group: 1/2' }),
      working(a, steps('a2.txt'), {}, { prompt: 'Group: 2/2' }),
      working(`${b}`, [{ delete: 'broken.txt' }, ...steps('f2.txt')], { reply: points }, { prompt: refused }),
      planning(`${b}`, [group('f2.txt', 'broken.txt')]),
      working(`${b}`, steps('broken.txt')),
      reviewing(`${c}`, failed),
      working(`${d}`, steps('repaired.txt'), {}, { prompt: refused }),
      planning(`${d}`, [group('f4.txt', 'repaired.txt')]),
      // An interrupted call is followed by another one, so its number says nothing: the diff does.
      reviewing(`${d}`, {}, { prompt: 'repaired' }),
      reviewing(`${d}`, { ...failed, fixable: true, warnings: ['not yet'] }),
      blockedPlan(`${e}`, 'Which file?'),
      reviewing(`${f}`, { gaps: [{ subsystem: 'app/core', description: 'the unit of a total' }] }),
      working(`${g}`, steps('elsewhere.txt')),
      working(`${h}`, steps('f8.txt'), { reply: points }),
      blockedPlan(gap, 'Only people write specs.'),
      {
        when: { role: 'issues.discoverer' },
        steps: [stay],
        json: { patterns: [{ name: 'data', seen: 3, proposal: 'skill', text: 'samples' }] },
      },
      ...ids.flatMap((id, at) => [
        planning(id, [group(`f${at + 1}.txt`)], { steps: [stay] }),
        working(id, steps(`f${at + 1}.txt`)),
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

/** Ten issues, and the one that the loop opens. */
export interface KilledTracker {
  readonly ids: readonly string[];
  readonly tracker: object;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  count(repo: Repository): number;
  look(repo: Repository, id: string): RemoteIssue;
}

export function killedLocally(): KilledTracker {
  const ids = Array.from({ length: size + 1 }, (_, at) => `APP-${at + 1}`);
  const files = ids.slice(0, size).map((id, at) => [id, issueFile(id, `createdAt: 2026-01-01T00:${10 + at}:00Z\n`)]);
  return {
    ids,
    tracker: { kind: 'local', project: 'app' },
    files: Object.fromEntries(files),
    count: ({ path }) => readdirSync(join(path, '.harness/issues')).length,
    look(repo, id) {
      const { status, comments, marks } = readIssue(repo, id);
      const effects = marks.map((mark) => mark?.effect);
      expect(new Set(effects).size, id).toBe(effects.length);
      return { isDone: status === 'Done', isInProgress: status === 'In Progress', comments };
    },
  };
}

export async function killedRemotely(open: (count: number) => Promise<RemoteQueue>): Promise<KilledTracker> {
  const { ids, tracker, env, count, look } = await open(size);
  const [first = ''] = ids;
  const opened = first.replace(/\d+$/, (digits) => `${Number(digits) + size}`);
  return { ids: [...ids, opened], tracker, env, count, look: (_, id) => look(id) };
}

/** A repository with ten issues; `finish` works through them, and then takes the one that it opened. */
export function killedQueue(killed: KilledTracker) {
  const { ids, env = {}, files = {} } = killed;
  const config = { tracker: { ...killed.tracker, discoverInterval: 4 } };
  const repo = repositoryWithIssues({ config, files: { '.gitignore': `${witness}\n` }, issues: files });
  const script = scriptOf(repo, ids);
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
      const running = repo.start([...(isResumed ? ['resume'] : ['issues', 'start']), '--script', script], env);
      last = fate;
      if (fate !== 'leave') await hasWorked(repo, running, before, moment());
      if (fate === 'kill' && running.child.kill('SIGKILL')) kills++;
      if (fate === 'stop') await repo.run('issues', 'stop');
      const ended = await running.finished;
      printed.push(...markersIn(ended));
      if (ended.exitCode === null) continue;
      if (isResumed && ended.stderr.includes('No unfinished run')) continue; // it had ended before it was killed
      expect(ended, said(ended)).toMatchObject({ exitCode: 0 });
      const { skipped } = await loopOfRepository(repo);
      if (skipped.includes(ids.at(-1) ?? '')) return { kills, story: await storyOf(repo, killed, printed) };
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

async function storyOf(repo: Repository, killed: KilledTracker, printed: readonly string[]): Promise<unknown> {
  expectNothingLeftOver(repo);
  const { ids } = killed;
  const loop = await loopOfRepository(repo);
  const ended = [
    ...loop.completed.map((id) => `[ISSUE_COMPLETE: ${id}]`),
    ...loop.failed.map((id) => `[ISSUE_FAILED: ${id}]`),
  ];
  // A process that is killed between its journal and its output prints no marker; none prints one twice.
  const ofIssues = printed.filter((marker) => marker !== '[HARNESS_DONE]');
  expect(new Set(ofIssues).size, printed.join('\n')).toBe(ofIssues.length);
  expect(ended).toEqual(expect.arrayContaining(ofIssues));
  const { iteration, consecutiveFailures, currentIssue, friction } = loop;
  const numbered = (some: readonly string[]) => some.map((id) => ids.indexOf(id) + 1);
  return {
    loop: { iteration, consecutiveFailures, currentIssue, points: friction.length },
    ends: [loop.completed, loop.failed, loop.skipped].map(numbered),
    issues: ids.map((id) => issueStory(killed.look(repo, id))),
    count: killed.count(repo),
    commits: commitStories(repo, ids),
    discoveries: readdirSync(join(repo.path, 'compound-discoveries')).length,
  };
}

/** The same claim and the same result in each story, though hashes, refs, marks and names of random files differ. */
function issueStory({ comments, ...issue }: RemoteIssue) {
  const plain = (text: string) =>
    withoutMarks(text)
      .replaceAll(/^`harness claim .*`$/gm, '')
      .trim()
      .replaceAll(/\b[0-9a-f]{12}\b/g, '<commit>')
      .replaceAll(/refs\/harness\/kept\/[^\s;]+/g, '<ref>')
      .replaceAll(/w-\d+-\d+/g, 'w');
  return { ...issue, comments: comments.map(plain) };
}

/** Each commit with its trailers and files. */
function commitStories(repo: Repository, ids: readonly string[]) {
  const log = repo.git('log', '--reverse', '--format=%H').split('\n').slice(2);
  const effects = log.map((commit) => repo.git('log', '-1', '--format=%(trailers:key=Harness-Effect)', commit));
  expect(new Set(effects).size).toBe(log.length);
  return log.map((commit) => ({
    message: repo
      .git('show', '--no-patch', '--format=%B', commit)
      .replaceAll(/^Harness-(?:Effect|Run):.*$/gm, '')
      .replace(/^Issue: (.*)$/m, (_, id: string) => `Issue: ${ids.indexOf(id) + 1}`),
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
