/**
 * Assumes the answers for a dry run: either everything succeeds, or everything fails as often as the limits allow.
 *
 *   O1. Facts that can be read now are real: the branch, the files of a session, changes of the user.
 *   O2. Answers that only a real call can give are placeholders, never examples that look like facts.
 *   O3. Questions get the recommended choice, else the first; a question about one more pass is answered with stop.
 */

import { liveConventions } from '../checkout/session-files.ts';
import { judgeAcceptance, prepareAcceptance } from '../effects/acceptance.ts';
import type { AgentInput } from '../effects/agent.ts';
import { autopilotOperations, type NamedPhase, type PhaseSurvey } from '../effects/autopilot.ts';
import type { CheckReport } from '../effects/check.ts';
import { checkoutOperations, type SessionFiles } from '../effects/checkout.ts';
import { filePlan } from '../effects/file-plan.ts';
import { forgeOperations } from '../effects/forge.ts';
import { gitOperations } from '../effects/git.ts';
import { sampleAnswers } from '../effects/kinds.ts';
import type { Operation, OperationInput } from '../effects/operation.ts';
import { compareRuns, type PrepareProofArgs, prepareProof } from '../effects/proof.ts';
import type { QuestionInput } from '../effects/question.ts';
import { type Outcome, ok } from '../failure/failure.ts';
import type { Artifact } from '../journal/artifact.ts';
import { roles } from '../workflows/loaded.ts';
import { checksWriter } from './future-files.ts';
import type { AssumeAnswer, SimulatedMoment } from './simulate.ts';

/** Facts about the repository before the run. */
export interface RepositoryFacts {
  readonly branch: string;
  readonly base: string | null;
  readonly lane: string;
  readonly foreign: readonly string[];
  readonly files: SessionFiles | null;
  /** The text of the spec of a session, and the signals of its phases by number; `undefined` for other work. */
  readonly session?: { readonly spec: string; readonly surveys: ReadonlyMap<number, PhaseSurvey> };
  /** The existing change of the branch; `undefined` if the run starts without one. */
  readonly change?: { readonly head: string; readonly from: string; readonly diff: string };
}

export type Scenario = 'good' | 'bad';
/** Returns the text for an answer that is unknown until the given role, or the checks, have answered. */
export type Placeholder = (until: string) => string;

export const assumeAnswers =
  (scenario: Scenario, facts: RepositoryFacts, placeholder: Placeholder): AssumeAnswer =>
  (effect, name, before) => {
    const unknown = (until = before.worker): Artifact => ({ path: placeholder(until), sha256: '', bytes: 0 });
    switch (effect.kind) {
      case 'agent': {
        const { role } = effect.input as AgentInput;
        const { setback, samples = [] } = roles[role] ?? {};
        return ok(scenario === 'bad' && setback ? setback(placeholder(role)) : samples[0]);
      }
      case 'check':
        return ok<CheckReport>({ green: true, exitCode: 0, tail: '', log: unknown(checksWriter) });
      case 'question':
        return ok({ choice: assumedChoice(effect.input as QuestionInput), note: '', by: '', channel: 'command' });
      default: {
        const { op, args } = effect.input as OperationInput;
        const known = operations[nameOf({ kind: effect.kind, op })]?.({
          args,
          scenario,
          facts,
          placeholder,
          unknown,
          before,
        });
        return known === undefined ? first(sampleAnswers(effect, name, tables)) : ok(known);
      }
    }
  };

interface OperationContext {
  readonly args: unknown;
  readonly scenario: Scenario;
  readonly facts: RepositoryFacts;
  readonly placeholder: Placeholder;
  readonly before: SimulatedMoment;
  unknown(until?: string): Artifact;
}

/** A commit that does not exist yet. */
const newHead = 'new';

/** Two kinds may have operations of the same name. */
const nameOf = ({ kind, op }: { readonly kind: string; readonly op: string }): string => `${kind} ${op}`;

/** Answers of operations whose first sample would not fit. */
const operations: Readonly<Record<string, (known: OperationContext) => unknown>> = {
  [nameOf(gitOperations.openLane)]: ({ facts: { lane, branch, base } }) => ({ path: lane, branch, base: base ?? '' }),
  [nameOf(gitOperations.checkpoint)]: ({ unknown }) => ({ commit: '', changedFiles: 1, diff: unknown(), touched: 1 }),
  [nameOf(prepareProof)]: ({ args }) => ({
    ...prepareProof.samples[0],
    command: testCommandIn(args as PrepareProofArgs),
    mutants: [], // assumed runs are all green
  }),
  [nameOf(prepareAcceptance)]: ({ placeholder, before: { last } }) => ({
    ...prepareAcceptance.samples[0],
    files: [placeholder(last)],
    tests: [placeholder(last)],
  }),
  [nameOf(gitOperations.readChange)]: ({ facts: { change, base }, unknown }) => ({
    head: change?.head ?? newHead,
    from: change?.from ?? base ?? '',
    diff: change === undefined ? unknown() : { path: change.diff, sha256: '', bytes: 0 },
  }),
  [nameOf(forgeOperations.readPull)]: ({ facts: { change }, unknown, before: { last } }) => ({
    ...forgeOperations.readPull.samples[0],
    head: change?.head ?? newHead,
    body: unknown(last || 'forge'),
  }),
  [nameOf(checkoutOperations.openBranch)]: ({ facts: { branch, base, foreign } }) => ({ branch, base, foreign }),
  [nameOf(checkoutOperations.lookAtSession)]: ({ facts: { files }, before: { written } }) =>
    files === null ? undefined : { ...files, conventions: files.conventions || written.has(liveConventions) },
  [nameOf(checkoutOperations.surveyChange)]: ({ unknown }) => ({
    changed: unknown(),
    count: 1,
    outside: [],
    outsideCount: 0,
    weakened: [],
    changes: true,
  }),
  [nameOf(autopilotOperations.openSession)]: ({ facts: { branch, base, session } }) => ({
    lane: { path: '.', branch, base: base ?? '' },
    spec: { path: session?.spec ?? '', sha256: '', bytes: 0 },
  }),
  [nameOf(autopilotOperations.assessPhase)]: ({ args, facts: { session } }) =>
    session?.surveys.get((args as { readonly phase: NamedPhase }).phase.n),
  [nameOf(autopilotOperations.gatherContext)]: ({ unknown }) => ({ context: unknown(checksWriter) }),
  [nameOf(autopilotOperations.gatherRetry)]: ({ unknown }) => ({
    ...autopilotOperations.gatherRetry.samples[0],
    error: unknown(checksWriter),
  }),
  [nameOf(autopilotOperations.readPhasePlan)]: ({ args, unknown, before: { last } }) => ({
    ...autopilotOperations.readPhasePlan.samples[0],
    planPath: (args as { readonly planPath: string | null }).planPath ?? '',
    plan: unknown(last),
  }),
  // One call per phase: the tasks of a plan that does not exist yet are not known.
  [nameOf(autopilotOperations.readSegment)]: ({ placeholder, before: { last } }) => ({
    tasks: [{ n: 1, title: placeholder(last) }],
    checkpoint: null,
    isLast: true,
  }),
  [nameOf(autopilotOperations.surveyPhase)]: ({ unknown }) => ({
    ...autopilotOperations.surveyPhase.samples[0],
    diff: unknown(),
  }),
  [nameOf(checkoutOperations.writeVerifyReport)]: ({ scenario, placeholder }) => ({
    result: scenario === 'good' ? 'PASS' : 'FAIL',
    line: placeholder(checksWriter),
  }),
  [nameOf(checkoutOperations.findFailingFiles)]: ({ placeholder }) => ({
    files: [placeholder(checksWriter)],
    dropped: [],
  }),
  [nameOf(checkoutOperations.readVerdict)]: ({ scenario, placeholder, before: { last } }) => ({
    verdict: scenario === 'good' ? 'PASS' : 'FAIL',
    summary: placeholder(last),
  }),
};

/** Tests follow the other checks. Which of them runs tests is read only during the run. */
const testCommandIn = ({ checks, e2e }: PrepareProofArgs): string | null => e2e ?? checks.at(-1) ?? null;

/** Applies O3. */
export function assumedChoice({ choices }: Pick<QuestionInput, 'choices'>): string {
  const [usual = ''] = choices;
  if (choices.some((choice) => /^one more pass$/i.test(choice))) return choices.at(-1) ?? usual;
  return choices.find((choice) => choice.endsWith('(Recommended)')) ?? usual;
}

const tables = {
  roles,
  operations: [
    gitOperations,
    checkoutOperations,
    forgeOperations,
    autopilotOperations,
    { filePlan, prepareProof, compareRuns, prepareAcceptance, judgeAcceptance },
  ].flatMap((all) => Object.values(all)) as readonly Operation<unknown, unknown>[],
  machines: {},
};

function first(all: readonly Outcome<unknown>[]): Outcome<unknown> {
  const [one] = all;
  if (!one) throw new Error('An effect without a sample cannot be foreseen');
  return one;
}
