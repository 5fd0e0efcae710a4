/**
 * Decides whether a product may be released: a completed plan covers every criterion, its tests are green, and the
 * template sets every variable it needs (D-63, DO-18).
 *
 *   RG1. One completed plan with the tag covers a criterion. A criterion that names its plans needs all of them.
 *   RG2. The harness runs the tests and exit codes decide. A test file that no configured command runs must exist.
 *   RG3. Without criteria there is no verdict: such an acceptance file is refused before this module is called.
 */

import type { Acceptance, Criterion } from '../input-files/acceptance.ts';
import { byId, isCompleted, type PlanFile } from '../plans/graph.ts';
import { type EnvironmentStatus, environmentStatus } from './environment.ts';

export const criterionStatuses = [
  'covered',
  'uncovered',
  'covered-but-test-missing',
  'covered-but-test-failed',
] as const;
export type CriterionStatus = (typeof criterionStatuses)[number];

/** A test of a criterion: a file that the suite runs, a command, or missing. */
export type TestKind = 'file' | 'command' | 'missing';

/** An existing file is a file; any other name with a space is a command. */
export const testKind = (test: string, isFile: (path: string) => boolean): TestKind =>
  isFile(test) ? 'file' : /\s/.test(test) ? 'command' : 'missing';

export interface ReleaseFacts {
  readonly acceptance: Acceptance;
  readonly plans: readonly PlanFile[];
  readonly template: ReadonlyMap<string, string>;
  /** Kind of every test named by a criterion. */
  readonly kinds: ReadonlyMap<string, TestKind>;
  /** Commands that run the tests of the product; all must be green for a test that is a file. */
  readonly suite: readonly string[];
}

/** The result of a command; commands that did not run have none. */
export interface CommandRun {
  readonly command: string;
  readonly green: boolean;
  readonly exitCode: number | null;
  /** Path of its output in the repository. */
  readonly log: string;
}

export interface CriterionRow extends Pick<Criterion, 'tag' | 'description' | 'line' | 'connections'> {
  readonly status: CriterionStatus;
  /** Plans with the tag or named by the criterion, also open and missing ones. */
  readonly plans: readonly { readonly id: string; readonly completed: boolean }[];
  readonly tests: readonly { readonly test: string; readonly result: 'passed' | 'failed' | 'missing' | 'not-run' }[];
}

export interface ReleaseVerdict {
  readonly ready: boolean;
  readonly criteria: readonly CriterionRow[];
  readonly environment: readonly { readonly name: string; readonly status: EnvironmentStatus }[];
  readonly commands: readonly CommandRun[];
}

/** The commands that test the covered criteria, each once. */
export const listTestCommands = ({ acceptance, plans, kinds, suite }: ReleaseFacts): readonly string[] => {
  const tests = acceptance.criteria.filter((one) => isCovered(one, plans)).flatMap(({ testedBy }) => testedBy);
  return [...new Set(tests.flatMap((test) => commandsOf(test, kinds, suite)))];
};

/** Whether the verdict is negative before any test runs, so that the suite need not run. */
export const cannotPass = (facts: ReleaseFacts): boolean => !releaseVerdict(facts, []).ready;

export function releaseVerdict(
  { acceptance, plans, template, kinds, suite }: ReleaseFacts,
  runs: readonly CommandRun[],
): ReleaseVerdict {
  const criteria = acceptance.criteria.map((criterion): CriterionRow => {
    const { tag, description, line, connections, testedBy } = criterion;
    const tests = testedBy.map((test) => ({ test, result: resultOf(test, kinds, suite, runs) }));
    const status = statusOf(isCovered(criterion, plans), tests);
    return { tag, description, line, connections, status, plans: plansOf(criterion, plans), tests };
  });
  const environment = acceptance.environment.map((name) => ({ name, status: environmentStatus(name, template) }));
  const ready =
    criteria.every(({ status }) => status === 'covered') && environment.every(({ status }) => status === 'set');
  return { ready, criteria, environment, commands: runs };
}

function plansOf({ tag, coveredBy }: Criterion, plans: readonly PlanFile[]): CriterionRow['plans'] {
  const existing = plans.filter(({ id, acceptanceTags }) => coveredBy.includes(id) || acceptanceTags.includes(tag));
  const missing = coveredBy.filter((id) => !plans.some((plan) => plan.id === id));
  return [
    ...existing.toSorted(byId).map((plan) => ({ id: plan.id, completed: isCompleted(plan) })),
    ...missing.map((id) => ({ id, completed: false })),
  ];
}

function isCovered({ tag, coveredBy }: Criterion, plans: readonly PlanFile[]): boolean {
  const done = plans.filter(isCompleted);
  if (coveredBy.length > 0) return coveredBy.every((id) => done.some((plan) => plan.id === id));
  return done.some(({ acceptanceTags }) => acceptanceTags.includes(tag));
}

const commandsOf = (test: string, kinds: ReleaseFacts['kinds'], suite: readonly string[]): readonly string[] => {
  const kind = kinds.get(test) ?? 'missing';
  return kind === 'command' ? [test] : kind === 'file' ? suite : [];
};

function resultOf(
  test: string,
  kinds: ReleaseFacts['kinds'],
  suite: readonly string[],
  runs: readonly CommandRun[],
): CriterionRow['tests'][number]['result'] {
  if ((kinds.get(test) ?? 'missing') === 'missing') return 'missing';
  const commands = commandsOf(test, kinds, suite);
  const ownRuns = runs.filter(({ command }) => commands.includes(command));
  if (ownRuns.some(({ green }) => !green)) return 'failed';
  return commands.length > 0 && ownRuns.length === commands.length ? 'passed' : 'not-run';
}

function statusOf(covered: boolean, tests: CriterionRow['tests']): CriterionStatus {
  if (!covered) return 'uncovered';
  if (tests.some(({ result }) => result === 'missing')) return 'covered-but-test-missing';
  return tests.some(({ result }) => result === 'failed') ? 'covered-but-test-failed' : 'covered';
}
