/**
 * The runs of a proof, and the order in which they are made.
 *
 *   P1. A run is made only if its result can matter: without a red test on the base no functions are emptied.
 *   P2. The tests concerned run alone. If they are not green like that, everything is repeated with all tests.
 *   P3. Comments are added to the code of tests that run alone, so that a test that compares the source is red. If all tests
 *       run, the code is as it is, and a run with comments tells which tests compare it.
 *   P4. A red test of the base accuses the change, so it is repeated twice, here and on the base.
 *   P5. A red test of the base that is green now proves the change, so it is repeated as often.
 */
import type { CheckReport } from '../effects/check.ts';
import type { Artifact } from '../journal/artifact.ts';

const runNames = [
  'change', // the touched tests on the change
  'base', // the same tests on the base
  'emptied', // the same tests on the change, with its functions emptied
  'blanked', // as `emptied`, with a value in place of nothing
  'commented', // the same tests on the change, with comments added to its code
  'old-tests', // the touched tests as they were on the base, on the change
  'old-tests-base', // the same on the base
  'old-tests-emptied', // the same on the change, with all functions of the imported files emptied
  'new-tests-emptied', // the changed tests there
  'whole-base', // all tests of the base on the base
  'whole-change', // all tests on the change
] as const;
export type RunName = (typeof runNames)[number];

/** A finished run. `again` counts repetitions. */
export interface DoneRun {
  readonly name: RunName;
  readonly again: number;
  readonly green: boolean;
  /** Number of tests that ran, by name; `null` if single tests are unknown. */
  readonly executed: number | null;
  /** `null` if the command did not finish. */
  readonly results: Artifact | null;
}

export interface NextRun {
  readonly name: RunName;
  readonly again: number;
}

const repeats = 2;
/** How often all tests run on each side until one of them is a witness. */
export const wholeRuns = 1 + repeats;

type Commits = Readonly<Partial<Record<RunName, string>>>;

/** The next runs, at most two, which are made at the same time; empty if all are made. */
export const nextRuns = (commits: Commits, done: readonly DoneRun[]): readonly NextRun[] =>
  runsAfterChange(commits, done, [...nextForNewTests(commits, done), ...nextForOldTests(commits, done)]).slice(0, 2);

/** The next run without those of old tests; empty if all are made. */
export const nextRunsOfNewTests = (commits: Commits, done: readonly DoneRun[]): readonly NextRun[] =>
  runsAfterChange(commits, done, nextForNewTests(commits, done)).slice(0, 1);

/** All others need the result of the change, which must be green. */
function runsAfterChange(commits: Commits, done: readonly DoneRun[], next: readonly NextRun[]): readonly NextRun[] {
  const change = done.find(({ name }) => name === 'change');
  if (commits.change === undefined || change?.green === false) return [];
  return change === undefined ? [{ name: 'change', again: 0 }] : next;
}

const isDue = (commits: Commits, done: readonly DoneRun[], name: RunName): boolean =>
  commits[name] !== undefined && !done.some((run) => run.name === name);

/** Each needs the result of the one before. */
function nextForNewTests(commits: Commits, done: readonly DoneRun[]): readonly NextRun[] {
  const find = (name: RunName) => done.find((run) => run.name === name);
  const due = (name: RunName): readonly NextRun[] => (isDue(commits, done, name) ? [{ name, again: 0 }] : []);
  if (find('base') === undefined) return due('base');
  if (find('base')?.green) return [];
  if (find('emptied') === undefined) return due('emptied');
  const ranLess = (find('emptied')?.executed ?? 0) < (find('change')?.executed ?? 0);
  const blanked = ranLess ? due('blanked') : [];
  return blanked.length > 0 ? blanked : due('commented');
}

function nextForOldTests(commits: Commits, done: readonly DoneRun[]): readonly NextRun[] {
  const first = done.find(({ name }) => name === 'old-tests');
  if (first === undefined) return isDue(commits, done, 'old-tests') ? [{ name: 'old-tests', again: 0 }] : [];
  if (!first.green) return nextAccusing(commits, done);
  const names = ['old-tests-emptied', 'new-tests-emptied'] as const;
  return names.filter((name) => isDue(commits, done, name)).map((name) => ({ name, again: 0 }));
}

/** P4. */
function nextAccusing(commits: Commits, done: readonly DoneRun[]): readonly NextRun[] {
  return (['old-tests-base', 'old-tests'] as const).flatMap((name) => {
    const again = done.filter((run) => run.name === name).length;
    return commits[name] !== undefined && again <= repeats ? [{ name, again }] : [];
  });
}

/** Without another witness: tests of the base that were red and are green now (P5). */
export function nextWholeRun(commits: Commits, done: readonly DoneRun[]): NextRun | null {
  const made = (name: RunName) => done.filter((run) => run.name === name);
  if (commits['whole-base'] === undefined || made('whole-base').some(({ green }) => green)) return null;
  const [name] = (['whole-base', 'whole-change'] as const).filter((one) => made(one).length < wholeRuns);
  return name === undefined ? null : { name, again: made(name).length };
}

export const toDoneRun = ({ name, again }: NextRun, report: CheckReport | null): DoneRun => ({
  name,
  again,
  green: report?.green ?? false,
  executed: report?.listed ?? null,
  results: report?.results ?? null,
});
