/** Kills a session of autopilot, starts the command again until it is done, and reads how it ended. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Repository, RunningCommand } from '../../../testing/command.ts';
import type { Shown } from '../../../testing/shown.ts';
import {
  agents,
  critical,
  executing,
  integrating,
  person,
  planning,
  repositoryWithSpec,
  reviewing,
  specPath,
  stateOf,
  verifying,
} from './script.ts';

/** Resolves at the moment of the next kill; never if the process shall finish. */
export type Moment = (repo: Repository, running: RunningCommand) => Promise<void>;

export const never: Moment = () => new Promise(() => {});

/** A short stay, so that a kill may hit this step. */
const stay = { sleep: 60 };
const soon = 60;

/** Writes a file of its own into the checkout and logs it outside: no logged file may be lost. */
const marked = (witness: string) => ({
  run: `f=w-$(date +%s%N)-$$; echo "$f" > "$f"; echo "$f" >> '${witness}'`,
});

/** Visits all steps of a session: a failed task, a checkpoint, fixes of every kind, a decision record, a pull request. */
function scriptOf(repo: Repository, witness: string): string {
  const at = (attempt: number) => ({ item: '1', attempt });
  // An interrupted call is followed by another one, so its number says nothing: the prompt names the work.
  const work = (name: string, completed: string, when: Readonly<Record<string, unknown>>) =>
    executing(
      [completed],
      { steps: [marked(witness), stay, { write: { path: `src/${name}.js`, text: 'export {};\n' } }, stay] },
      when,
    );
  const fix = (name: string, item: string) => work(name, '1', { item, prompt: 'FINDINGS: 1-1' });
  const failed = { completed: [], failed: { task: '1', error: 'no idea' }, output: '', concerns: [], learnings: [] };
  return agents(
    repo,
    [
      planning([{ title: 'Add sub', checkpoint: 'human-verify' }, { title: 'Add neg' }], {}, { item: '1' }),
      work('sub', '1', { item: '1', prompt: 'RETRY: 1/3' }),
      { ...work('wrong', '1', { item: '1', prompt: 'TASKS: 1-1' }), json: failed },
      work('neg', '2', { item: '1', prompt: 'TASKS: 2-2' }),
      fix('fix-{attempt}', '1'),
      work('prices', '1', { item: '2' }),
      fix('final', 'final'),
      verifying({ verdict: 'fail', gaps: [{ what: 'no test', level: 'exists' }] }, at(1)),
      integrating({ wire: { verdict: 'fail', failures: ['nothing calls it'] } }, at(1)),
      integrating({ adrs: [{ title: 'Use files', context: 'a', decision: 'b', consequences: 'c' }] }, at(3)),
      reviewing([critical('It leaks')], at(1)),
      reviewing([critical('It leaks again')], { item: 'final', attempt: 1 }),
    ],
    [
      ...['Verification', 'Integration', 'Review', 'Final review'].map((header) => person(header, 'fix')),
      ...['Human verify', 'Plan', 'Next phase', 'PR'].map((header) => person(header, 'yes')),
    ].map((answer) => ({ ...answer, after: soon })),
  );
}

export interface Ending {
  readonly kills: number;
  /** The same after any number of kills. */
  readonly story: unknown;
}

/** A repository with a script; `finish` runs the session to its end. */
export function killedSession() {
  const repo = repositoryWithSpec();
  const witness = join(repo.path, '..', 'witness');
  const script = scriptOf(repo, witness);
  /** After `most` kills the session runs to its end. */
  const finish = async (moment: Moment, most: number): Promise<Ending> => {
    for (let kills = 0; ; kills++) {
      const running = repo.start(['autopilot', specPath, '--review-plans', '--script', script]);
      const killed = (kills < most ? moment : never)(repo, running);
      const finished = await Promise.race([running.finished, killed]);
      if (finished) {
        expect(finished, `${finished.stdout}${finished.stderr}`).toMatchObject({ exitCode: 0 });
        return { kills, story: await storyOf(repo, witness) };
      }
      running.child.kill('SIGKILL');
      await running.finished;
      // It may have ended before it was killed: the command would start a new session.
      if (stateOf(repo)?.currentState === 'DONE') return { kills: kills + 1, story: await storyOf(repo, witness) };
    }
  };
  return { repo, finish };
}

async function storyOf(repo: Repository, witness: string): Promise<unknown> {
  const shown = await repo.json<Shown>('show', await repo.newest());
  expect(shown).toMatchObject({ status: 'done', state: 'done' });
  expectNothingLeftOver(repo, witness);
  const { decisions, history, phases, finalReview, retryBudget } = stateOf(repo);
  return {
    // Interrupted calls of the executor are followed by other ones.
    calls: shown.calls.flatMap(({ role, item, tries }) => {
      const answers = tries.filter(({ outcome }) => outcome === 'ok').length;
      return answers === 0 ? [] : [[role, item, answers]];
    }),
    questions: shown.questions.map(({ header, answer }) => [header, answer]),
    commits: commitsOf(repo),
    decisions: decisions.map(({ timestamp: _, ...decision }) => decision),
    history: history.map(({ startedAt: _, completedAt: __, ...record }) => record),
    phases,
    finalReview,
    attempts: retryBudget.currentTask?.attemptsUsed ?? null,
    pulls: readdirSync(join(repo.path, '.orchestrator/forge/pulls')),
  };
}

/** Each commit with its files; the files of interrupted calls have random names. */
const commitsOf = (repo: Repository) =>
  repo
    .git('log', '--reverse', '--format=%H %s')
    .split('\n')
    .map((line) => {
      const [commit = '', ...subject] = line.split(' ');
      const files = repo.git('show', '--format=', '--name-only', commit).split('\n');
      return [subject.join(' '), files.map((file) => file.replace(/^w-.*$/, 'w').replace(/fix-\d+/, 'fix')).sort()];
    });

function expectNothingLeftOver(repo: Repository, witness: string): void {
  expect(repo.git('status', '--porcelain', '--', ':(exclude).harness')).toBe('');
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(repo.git('branch', '--list', '--format=%(refname:short)')).toBe('main');
  const objects = repo.git('rev-list', '--objects', '--all').split('\n');
  const names = new Set(objects.map((line) => line.split(' ')[1]));
  const logged = existsSync(witness) ? readFileSync(witness, 'utf8').trim().split('\n') : [];
  expect(logged.filter((name) => !names.has(name))).toEqual([]);
}

/** Kills at a random moment of the first steps, and at every tenth kill while the process starts. */
export const randomMoment =
  (random: () => number): Moment =>
  async (repo, running) => {
    const journals = watchJournals(repo);
    const before = journals.bytes();
    if (random() > 0.1) await pollUntil(running, () => journals.bytes() > before);
    await delay(random() * 600);
  };

/** Kills when a member of the session enters a state in which it was not killed yet. */
export function nextNewState(seen: Set<string>): Moment {
  return async (repo, running) => {
    const journals = watchJournals(repo);
    await pollUntil(running, () => {
      const fresh = journals.states().find((state) => !seen.has(state));
      if (fresh !== undefined) seen.add(fresh);
      return fresh !== undefined;
    });
  };
}

/** Never resolves if the process ends before. */
async function pollUntil(running: RunningCommand, isReached: () => boolean): Promise<void> {
  let isOver = false;
  void running.finished.then(() => {
    isOver = true;
  });
  while (!isOver) {
    if (isReached()) return;
    await delay(4);
  }
  await new Promise<void>(() => {});
}

/** Reads a journal again only if it has grown: otherwise the test would take the time of the session. */
function watchJournals(repo: Repository) {
  const folder = join(repo.path, '.harness/runs');
  const known = new Map<string, { readonly bytes: number; readonly state: string | null }>();
  const look = () => {
    for (const run of existsSync(folder) ? readdirSync(folder) : []) {
      const path = repo.journal(run);
      const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (bytes !== (known.get(run)?.bytes ?? 0))
        known.set(run, { bytes, state: lastState(readFileSync(path, 'utf8')) });
    }
    return [...known.values()];
  };
  return {
    bytes: () => look().reduce((sum, { bytes }) => sum + bytes, 0),
    /** The last state of each member, such as `autopilot-phase verifying`. */
    states: () => look().flatMap(({ state }) => state ?? []),
  };
}

function lastState(journal: string): string | null {
  const machine = /"machine":"([^"]+)"/.exec(journal)?.[1];
  const state = [...journal.matchAll(/"state":\{[^\n]*?"at":"([^"]+)"/g)].at(-1)?.[1];
  return machine === undefined || state === undefined ? null : `${machine} ${state}`;
}
