/**
 * Whether a product may be released: every criterion is covered by a completed plan and its tests are green, and every
 * variable that it needs stands in the template (D-63, DO-18).
 *
 *   RG1. A tag is covered by one completed plan that carries it. A criterion that names its plans needs all of them.
 *   RG2. Tests are run by the harness and exit codes decide. A file that no configured command runs must at least be there.
 *   RG3. Nothing to hold the product against is no yes: an acceptance file without criteria is refused before it comes here.
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

/** What a test of a criterion is: a file, which the commands of the product run; a command of its own; or nothing that is there. */
export type TestKind = 'file' | 'command' | 'missing';

/** A file that is there is one, whatever it is called; of the rest, what has a blank in it was meant as a command. */
export const testKind = (test: string, isFile: (path: string) => boolean): TestKind =>
  isFile(test) ? 'file' : /\s/.test(test) ? 'command' : 'missing';

export interface ReleaseFacts {
  readonly acceptance: Acceptance;
  readonly plans: readonly PlanFile[];
  readonly template: ReadonlyMap<string, string>;
  /** Of every test that a criterion names. */
  readonly kinds: ReadonlyMap<string, TestKind>;
  /** The commands that run the tests of the product: each must be green for a test that is a file. */
  readonly suite: readonly string[];
}

/** What a command said; none is there for one that was not run. */
export interface CommandRun {
  readonly command: string;
  readonly green: boolean;
  readonly exitCode: number | null;
  /** Where its output is, by its path in the repository. */
  readonly log: string;
}

export interface CriterionRow extends Pick<Criterion, 'tag' | 'description' | 'line' | 'connections'> {
  readonly status: CriterionStatus;
  /** Those that carry the tag or are named, whatever came of them. */
  readonly plans: readonly { readonly id: string; readonly completed: boolean }[];
  readonly tests: readonly { readonly test: string; readonly result: 'passed' | 'failed' | 'missing' | 'not-run' }[];
}

export interface ReleaseVerdict {
  readonly ready: boolean;
  readonly criteria: readonly CriterionRow[];
  readonly environment: readonly { readonly name: string; readonly status: EnvironmentStatus }[];
  readonly commands: readonly CommandRun[];
}

/** The commands that would prove the covered criteria, each once. */
export const commandsFor = ({ acceptance, plans, kinds, suite }: ReleaseFacts): readonly string[] => {
  const tests = acceptance.criteria.filter((one) => isCovered(one, plans)).flatMap(({ testedBy }) => testedBy);
  return [...new Set(tests.flatMap((test) => commandsOf(test, kinds, suite)))];
};

/** Without any run: is there something that no test can mend? Then a whole suite would be run for nothing. */
export const cannotPass = (given: ReleaseFacts): boolean => !releaseVerdict(given, []).ready;

export function releaseVerdict(
  { acceptance, plans, template, kinds, suite }: ReleaseFacts,
  runs: readonly CommandRun[],
): ReleaseVerdict {
  const criteria = acceptance.criteria.map((criterion): CriterionRow => {
    const { tag, description, line, connections } = criterion;
    const tests = criterion.testedBy.map((test) => ({ test, result: resultOf(test, kinds, suite, runs) }));
    const about = carriers(criterion, plans);
    return {
      tag,
      description,
      line,
      connections,
      status: statusOf(isCovered(criterion, plans), tests),
      plans: about,
      tests,
    };
  });
  const environment = acceptance.environment.map((name) => ({ name, status: environmentStatus(name, template) }));
  const ready =
    criteria.every(({ status }) => status === 'covered') && environment.every(({ status }) => status === 'set');
  return { ready, criteria, environment, commands: runs };
}

function carriers({ tag, coveredBy }: Criterion, plans: readonly PlanFile[]): CriterionRow['plans'] {
  const about = plans.filter(({ id, acceptanceTags }) => coveredBy.includes(id) || acceptanceTags.includes(tag));
  const lost = coveredBy.filter((id) => !plans.some((plan) => plan.id === id));
  return [
    ...about.toSorted(byId).map((plan) => ({ id: plan.id, completed: isCompleted(plan) })),
    ...lost.map((id) => ({ id, completed: false })),
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

type TestResult = CriterionRow['tests'][number]['result'];

function resultOf(
  test: string,
  kinds: ReleaseFacts['kinds'],
  suite: readonly string[],
  runs: readonly CommandRun[],
): TestResult {
  if ((kinds.get(test) ?? 'missing') === 'missing') return 'missing';
  const commands = commandsOf(test, kinds, suite);
  const said = runs.filter(({ command }) => commands.includes(command));
  if (said.some(({ green }) => !green)) return 'failed';
  return commands.length > 0 && said.length === commands.length ? 'passed' : 'not-run';
}

function statusOf(covered: boolean, tests: CriterionRow['tests']): CriterionStatus {
  if (!covered) return 'uncovered';
  if (tests.some(({ result }) => result === 'missing')) return 'covered-but-test-missing';
  return tests.some(({ result }) => result === 'failed') ? 'covered-but-test-failed' : 'covered';
}
