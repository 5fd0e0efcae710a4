/**
 * Every kind of effect, one row each: what it does, and every abstract answer the world can give to it.
 *
 *   V1. An effect either acts (performed, journalled, may fail) or waits (comes from outside, cannot fail). One begins a
 *       child run: the engine does that itself, and it cannot fail either.
 *   V2. A wait does nothing by itself, so nothing has to be cancelled when it is no longer waited for.
 *   V3. A machine never polls: what must be looked at again and again is one operation whose performer polls.
 *   V4. Every kind gives samples, so that the explorer can answer in its place.
 */
import { fail, type Outcome, ok, sampleFailure } from '../failure/failure.ts';
import type { Effect, Machine } from '../machine/machine.ts';
import type { AgentInput } from './agent.ts';
import type { AnyChildInput } from './any-child.ts';
import type { CallInput } from './call.ts';
import { type CheckInput, checkSamples } from './check.ts';
import type { FirstInput } from './first.ts';
import type { Operation, OperationInput } from './operation.ts';
import { type QuestionInput, textsOf } from './question.ts';
import type { SignalInput } from './signal.ts';

/** What a machine may speak of, for the explorer: roles by id, operations by name, child machines by id. */
export interface EffectVocabulary {
  readonly roles: Readonly<Record<string, { readonly samples: readonly unknown[] }>>;
  readonly operations: readonly Operation<unknown, unknown>[];
  readonly machines: Readonly<Record<string, Machine<never>>>;
}

interface Kind {
  readonly does: 'act' | 'begin' | 'wait';
  samples(input: unknown, name: string, words: EffectVocabulary): readonly Outcome<unknown>[];
}

const kinds: Readonly<Record<string, Kind>> = {
  agent: {
    does: 'act',
    samples: (input, _, { roles }) => [
      ...known(roles[(input as AgentInput).role], 'role', input).samples.map(ok),
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
      fail('check.timed-out', { command: (input as CheckInput).command, timeoutMs: 1 }),
      fail('check.unstartable', { command: (input as CheckInput).command }),
      ...((input as CheckInput).server ? [sampleFailure('server.port-in-use'), sampleFailure('server.died')] : []),
    ],
  },
  git: { does: 'act', samples: operationSamples },
  checkout: { does: 'act', samples: operationSamples },
  plans: { does: 'act', samples: operationSamples },
  features: { does: 'act', samples: operationSamples },
  forge: { does: 'act', samples: operationSamples },
  screens: { does: 'act', samples: operationSamples },
  smoke: { does: 'act', samples: operationSamples },
  site: { does: 'act', samples: operationSamples },
  fidelity: { does: 'act', samples: operationSamples },
  'release-gate': { does: 'act', samples: operationSamples },
  question: {
    does: 'wait',
    samples: (input) => {
      const asked = input as QuestionInput;
      return [...asked.choices, ...textsOf(asked)].map((choice) =>
        ok({ choice, note: '', by: 'someone', channel: 'command' }),
      );
    },
  },
  signal: { does: 'wait', samples: (input) => (input as SignalInput).choices.map(ok) },
  sleep: { does: 'wait', samples: () => [ok('slept')] },
  call: {
    does: 'wait',
    samples: (input, name, words) => ends((input as CallInput).machine, name, words),
  },
  // The explorer reads the machine off the id: a real one does not tell it, and need not.
  spawn: { does: 'begin', samples: (input, name) => [ok(`${(input as CallInput).machine}:${name}`)] },
  'any-child': {
    does: 'wait',
    samples: (input, _, words) =>
      (input as AnyChildInput).children.flatMap((child) => ends(child.split(':')[0] ?? '', child, words)),
  },
  first: {
    does: 'wait',
    samples: (input, _, words) =>
      Object.entries((input as FirstInput).waits).flatMap(([of, wait]) =>
        sampleAnswers(wait, of, words).map((outcome) => (outcome.ok ? ok({ of, value: outcome.value }) : outcome)),
      ),
  },
};

/** How a child can end: with each of its results, or stopped from outside. */
const ends = (machine: string, child: string, { machines }: EffectVocabulary): readonly Outcome<unknown>[] => [
  ...known(machines[machine], 'machine', machine).results.map((result) => ok({ child, end: 'done', result })),
  ok({ child, end: 'stopped', result: null }),
];

function operationSamples(input: unknown, _: string, { operations }: EffectVocabulary): readonly Outcome<unknown>[] {
  const { op } = input as OperationInput;
  const { samples, failures } = known(
    operations.find((operation) => operation.op === op),
    'operation',
    input,
  );
  return [...samples.map(ok), ...failures.map((code) => sampleFailure(code))];
}

function known<T>(row: T | undefined, what: string, input: unknown): T {
  if (row === undefined) throw new Error(`No such ${what} in the vocabulary: ${JSON.stringify(input)}`);
  return row;
}

const kindOf = ({ kind, input }: Effect) => known(kinds[kind], `kind ${kind}`, input);

/** A kind that this version does not know is taken for one that acts: a journal of a newer version can still be looked at. */
const does = ({ kind }: Effect) => kinds[kind]?.does ?? 'act';

export const isWait = (effect: Effect): boolean => does(effect) === 'wait';
/** What a performer does in the world. */
export const isAct = (effect: Effect): boolean => does(effect) === 'act';

/** What `next` is given: the bare value of what cannot fail, the outcome of everything else. */
export const answerOf = (effect: Effect, outcome: Outcome<unknown>): unknown =>
  !isAct(effect) && outcome.ok ? outcome.value : outcome;

export const sampleAnswers = (effect: Effect, name: string, words: EffectVocabulary): readonly Outcome<unknown>[] =>
  kindOf(effect).samples(effect.input, name, words);
