/**
 * The table of all kinds of effects: whether each acts or waits, and all its sample answers.
 *
 *   V1. An effect either acts (performed, journalled, may fail) or waits (answered from outside, cannot fail). `spawn` starts
 *       a child run, and `reopen` resumes a failed one: the engine does this itself, and it cannot fail.
 *   V2. A wait has no side effect, so it needs no cancellation.
 *   V3. A machine never polls: the performer of an operation does.
 *   V4. Every kind has samples, so that the explorer can answer it.
 */
import { fail, type Outcome, ok, sampleFailure } from '../failure/failure.ts';
import type { Effect, Machine } from '../machine/machine.ts';
import type { AgentInput } from './agent.ts';
import type { AnyChildInput } from './any-child.ts';
import type { CallInput } from './call.ts';
import { type CheckInput, checkSamples, lostTestsSample, takenSample } from './check.ts';
import type { FirstInput } from './first.ts';
import type { Operation, OperationInput } from './operation.ts';
import { type QuestionInput, textsOf } from './question.ts';
import type { ReopenInput } from './reopen.ts';
import type { SignalInput } from './signal.ts';

/** Roles, operations and child machines that the explorer samples. */
export interface EffectVocabulary {
  readonly roles: Readonly<Record<string, { readonly samples: readonly unknown[] }>>;
  readonly operations: readonly Operation<unknown, unknown>[];
  readonly machines: Readonly<Record<string, Machine<never>>>;
}

interface Kind {
  readonly does: 'act' | 'begin' | 'wait';
  samples(input: unknown, name: string, vocabulary: EffectVocabulary): readonly Outcome<unknown>[];
}

const kinds: Readonly<Record<string, Kind>> = {
  agent: {
    does: 'act',
    samples: (input, _, { roles }) => [
      ...requireRow(roles[(input as AgentInput).role], 'role', input).samples.map(ok),
      fail('agent.schema'),
      fail('agent.rate-limit'),
      fail('agent.crash'),
      sampleFailure('budget.cap-reached'),
      ...((input as AgentInput).workplace.checkpoint === null ? [fail('agent.aborted')] : []),
    ],
  },
  check: {
    does: 'act',
    samples: (input) => [
      ...checkSamples.map(ok),
      ...((input as CheckInput).base ? [ok(lostTestsSample)] : []),
      ...((input as CheckInput).takes ? [ok(takenSample)] : []),
      fail('check.timed-out', { command: (input as CheckInput).command, timeoutMs: 1 }),
      fail('check.unstartable', { command: (input as CheckInput).command }),
      ...((input as CheckInput).server ? [sampleFailure('server.port-in-use'), sampleFailure('server.died')] : []),
    ],
  },
  git: operationsRow('git'),
  checkout: operationsRow('checkout'),
  plans: operationsRow('plans'),
  features: operationsRow('features'),
  forge: operationsRow('forge'),
  screens: operationsRow('screens'),
  smoke: operationsRow('smoke'),
  site: operationsRow('site'),
  fidelity: operationsRow('fidelity'),
  'release-gate': operationsRow('release-gate'),
  proof: operationsRow('proof'),
  autopilot: operationsRow('autopilot'),
  tracker: operationsRow('tracker'),
  issues: operationsRow('issues'),
  question: {
    does: 'wait',
    samples: (input) => {
      const asked = input as QuestionInput;
      const answers = [...asked.choices, ...textsOf(asked)].map((choice) => ({ choice, note: '' }));
      const change = asked.edits === undefined ? [] : [{ choice: asked.edits, note: 'change it' }];
      return [...answers, ...change].map((one) => ok({ ...one, by: 'someone', channel: 'command' }));
    },
  },
  signal: { does: 'wait', samples: (input) => (input as SignalInput).choices.map(ok) },
  sleep: { does: 'wait', samples: () => [ok('slept')] },
  call: {
    does: 'wait',
    samples: (input, name, vocabulary) => ends((input as CallInput).machine, name, vocabulary),
  },
  // The explorer reads the machine from this sample id; real ids do not contain it.
  spawn: { does: 'begin', samples: (input, name) => [ok(`${(input as CallInput).machine}:${name}`)] },
  reopen: { does: 'begin', samples: (input) => [ok((input as ReopenInput).child), ok(null)] },
  'any-child': {
    does: 'wait',
    samples: (input, _, vocabulary) =>
      (input as AnyChildInput).children.flatMap((child) => ends(child.split(':')[0] ?? '', child, vocabulary)),
  },
  first: {
    does: 'wait',
    samples: (input, _, vocabulary) =>
      Object.entries((input as FirstInput).waits).flatMap(([of, wait]) =>
        sampleAnswers(wait, of, vocabulary).map((outcome) => (outcome.ok ? ok({ of, value: outcome.value }) : outcome)),
      ),
  },
};

/** All ends of a child: with each of its results, or stopped from outside. */
const ends = (machine: string, child: string, { machines }: EffectVocabulary): readonly Outcome<unknown>[] => [
  ...requireRow(machines[machine], 'machine', machine).results.map((result) => ok({ child, end: 'done', result })),
  ok({ child, end: 'stopped', result: null }),
];

/** Two kinds may have operations of the same name. */
function operationsRow(kind: string): Kind {
  return {
    does: 'act',
    samples: (input, _, { operations }) => {
      const { op } = input as OperationInput;
      const found = operations.find((operation) => operation.kind === kind && operation.op === op);
      const { samples, failures } = requireRow(found, 'operation', input);
      return [...samples.map(ok), ...failures.map((code) => sampleFailure(code))];
    },
  };
}

function requireRow<T>(row: T | undefined, what: string, input: unknown): T {
  if (row === undefined) throw new Error(`No such ${what} in the vocabulary: ${JSON.stringify(input)}`);
  return row;
}

/** An unknown kind counts as acting, so that the journal of a newer version is readable. */
const does = ({ kind }: Effect) => kinds[kind]?.does ?? 'act';

export const isWait = (effect: Effect): boolean => does(effect) === 'wait';
export const isAct = (effect: Effect): boolean => does(effect) === 'act';

/** The argument of `next`: the value of an effect that cannot fail, the outcome of every other. */
export const answerOf = (effect: Effect, outcome: Outcome<unknown>): unknown =>
  !isAct(effect) && outcome.ok ? outcome.value : outcome;

export function sampleAnswers({ kind, input }: Effect, name: string, vocabulary: EffectVocabulary) {
  return requireRow(kinds[kind], `kind ${kind}`, input).samples(input, name, vocabulary);
}
