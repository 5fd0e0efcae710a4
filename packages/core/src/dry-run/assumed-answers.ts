/**
 * The answers of a way that nobody has gone: everything goes well, or everything is sent back as often as the limits allow.
 *
 *   O1. What can be looked at now is what it is: the branch, the files of a session, what a person has changed.
 *   O2. What only somebody who is asked can say is a mark, never an example that could be taken for the truth.
 *   O3. Questions are answered as recommended, else by their first choice; who is asked for one pass more says stop.
 */

import { liveConventions } from '../checkout/session-files.ts';
import type { AgentInput } from '../effects/agent.ts';
import type { CheckReport } from '../effects/check.ts';
import { checkoutOperations, type SessionFiles } from '../effects/checkout.ts';
import { filePlan } from '../effects/file-plan.ts';
import { forgeOperations } from '../effects/forge.ts';
import { gitOperations } from '../effects/git.ts';
import { sampleAnswers } from '../effects/kinds.ts';
import type { Operation, OperationInput } from '../effects/operation.ts';
import type { QuestionInput } from '../effects/question.ts';
import { type Outcome, ok } from '../failure/failure.ts';
import type { Artifact } from '../journal/artifact.ts';
import { roles } from '../workflows/loaded.ts';
import { checksWriter } from './future-files.ts';
import type { AssumeAnswer, SimulatedMoment } from './simulate.ts';

/** What is known of the repository before anything is done in it. */
export interface RepositoryFacts {
  readonly branch: string;
  readonly base: string | null;
  readonly lane: string;
  readonly foreign: readonly string[];
  readonly files: SessionFiles | null;
  /** What the branch changes already, where a run begins from one that is there. */
  readonly change?: { readonly head: string; readonly from: string; readonly diff: string };
}

export type Scenario = 'good' | 'bad';
/** What stands where nobody knows yet: it is not known before this role, or the checks, have answered. */
export type Placeholder = (until: string) => string;

export const assumeAnswers =
  (luck: Scenario, facts: RepositoryFacts, mark: Placeholder): AssumeAnswer =>
  (effect, name, before) => {
    const unknown = (until = before.worker): Artifact => ({ path: mark(until), sha256: '', bytes: 0 });
    switch (effect.kind) {
      case 'agent': {
        const { role } = effect.input as AgentInput;
        const { setback, samples = [] } = roles[role] ?? {};
        return ok(luck === 'bad' && setback ? setback(mark(role)) : samples[0]);
      }
      case 'check':
        return ok<CheckReport>({ green: true, exitCode: 0, tail: '', log: unknown(checksWriter) });
      case 'question':
        return ok({ choice: assumedChoice(effect.input as QuestionInput), note: '', by: '', channel: 'command' });
      default: {
        const { op } = effect.input as OperationInput;
        const known = operations[op]?.({ luck, facts, mark, unknown, before });
        return known === undefined ? first(sampleAnswers(effect, name, words)) : ok(known);
      }
    }
  };

interface Known {
  readonly luck: Scenario;
  readonly facts: RepositoryFacts;
  readonly mark: Placeholder;
  readonly before: SimulatedMoment;
  unknown(until?: string): Artifact;
}

/** A commit that nobody has made yet. */
const newHead = 'new';

/** What an operation answers, where its first sample would say too little or too much. */
const operations: Readonly<Record<string, (known: Known) => unknown>> = {
  [gitOperations.openLane.op]: ({ facts: { lane, branch, base } }) => ({ path: lane, branch, base: base ?? '' }),
  [gitOperations.checkpoint.op]: ({ unknown }) => ({ commit: '', changedFiles: 1, diff: unknown(), touched: 0 }),
  [gitOperations.readChange.op]: ({ facts: { change, base }, unknown }) => ({
    ...{ head: change?.head ?? newHead, from: change?.from ?? base ?? '' },
    diff: change === undefined ? unknown() : { path: change.diff, sha256: '', bytes: 0 },
  }),
  [forgeOperations.readPull.op]: ({ facts: { change }, unknown, before: { last } }) => ({
    ...forgeOperations.readPull.samples[0],
    head: change?.head ?? newHead,
    body: unknown(last || 'forge'),
  }),
  [checkoutOperations.openBranch.op]: ({ facts: { branch, base, foreign } }) => ({ branch, base, foreign }),
  [checkoutOperations.lookAtSession.op]: ({ facts: { files }, before: { written } }) =>
    files === null ? undefined : { ...files, conventions: files.conventions || written.has(liveConventions) },
  [checkoutOperations.surveyChange.op]: ({ unknown }) => ({
    ...{ changed: unknown(), count: 1, outside: [], outsideCount: 0, weakened: [], changes: true },
  }),
  [checkoutOperations.writeVerifyReport.op]: ({ luck, mark }) => ({
    ...{ result: luck === 'good' ? 'PASS' : 'FAIL', line: mark(checksWriter) },
  }),
  [checkoutOperations.findFailingFiles.op]: ({ mark }) => ({ files: [mark(checksWriter)], dropped: [] }),
  [checkoutOperations.readVerdict.op]: ({ luck, mark, before: { last } }) => ({
    ...{ verdict: luck === 'good' ? 'PASS' : 'FAIL', summary: mark(last) },
  }),
};

/** O3. */
export function assumedChoice({ code, choices }: Pick<QuestionInput, 'code' | 'choices'>): string {
  const [usual = ''] = choices;
  if (code === 'passes') return choices.at(-1) ?? usual;
  return choices.find((choice) => choice.endsWith('(Recommended)')) ?? usual;
}

const words = {
  roles,
  operations: [gitOperations, checkoutOperations, forgeOperations, { filePlan }].flatMap((all) =>
    Object.values(all),
  ) as readonly Operation<unknown, unknown>[],
  machines: {},
};

function first(all: readonly Outcome<unknown>[]): Outcome<unknown> {
  const [one] = all;
  if (!one) throw new Error('An effect without a sample cannot be foreseen');
  return one;
}
