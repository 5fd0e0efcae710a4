/**
 * Every kind of effect, one row each: whether it acts or waits, and every abstract answer the world can give to it.
 *
 *   V1. An effect either acts (performed, journalled, may fail) or waits (comes from outside, cannot fail).
 *   V2. A wait does nothing by itself, so nothing has to be cancelled when it is no longer waited for.
 *   V3. A machine never polls: what must be looked at again and again is one operation whose performer polls.
 *   V4. Every kind gives samples, so that the explorer can answer in its place.
 */
import { fail, type Outcome, ok } from '../failure.ts';
import type { Effect, Machine } from '../machine.ts';
import type { AgentInput } from './agent.ts';
import type { CallInput } from './call.ts';
import { type CheckInput, checkSamples } from './check.ts';
import type { Operation, OperationInput } from './operation.ts';
import type { QuestionInput } from './question.ts';
import type { SignalInput } from './signal.ts';

/** What a machine may speak of, for the explorer: roles by id, operations by name, child machines by id. */
export interface Vocabulary {
  readonly roles: Readonly<Record<string, { readonly samples: readonly unknown[] }>>;
  readonly operations: readonly Operation<unknown, unknown>[];
  readonly machines: Readonly<Record<string, Machine<never>>>;
}

interface Kind {
  readonly waits: boolean;
  samples(input: unknown, name: string, words: Vocabulary): readonly Outcome<unknown>[];
}

const kinds: Readonly<Record<string, Kind>> = {
  agent: {
    waits: false,
    samples: (input, _, { roles }) => [
      ...known(roles[(input as AgentInput).role], 'role', input).samples.map(ok),
      fail('agent.schema'),
      fail('agent.rate-limit'),
      fail('agent.crash'),
    ],
  },
  check: {
    waits: false,
    samples: (input) => [
      ...checkSamples.map(ok),
      fail('check.timed-out', { command: (input as CheckInput).command, timeoutMs: 1 }),
      fail('check.unstartable', { command: (input as CheckInput).command }),
    ],
  },
  git: { waits: false, samples: operationSamples },
  question: {
    waits: true,
    samples: (input) =>
      (input as QuestionInput).choices.map((choice) => ok({ choice, note: '', by: 'someone', channel: 'command' })),
  },
  signal: { waits: true, samples: (input) => (input as SignalInput).choices.map(ok) },
  sleep: { waits: true, samples: () => [ok('slept')] },
  call: {
    waits: true,
    samples: (input, name, { machines }) => [
      ...known(machines[(input as CallInput).machine], 'machine', input).results.map((result) =>
        ok({ child: name, end: 'done', result }),
      ),
      ok({ child: name, end: 'stopped', result: null }),
    ],
  },
};

function operationSamples(input: unknown, _: string, { operations }: Vocabulary): readonly Outcome<unknown>[] {
  const { op } = input as OperationInput;
  const { samples, failures } = known(
    operations.find((operation) => operation.op === op),
    'operation',
    input,
  );
  return [...samples.map(ok), ...failures.map((code) => fail(code))];
}

function known<T>(row: T | undefined, what: string, input: unknown): T {
  if (row === undefined) throw new Error(`No such ${what} in the vocabulary: ${JSON.stringify(input)}`);
  return row;
}

const kindOf = ({ kind, input }: Effect) => known(kinds[kind], `kind ${kind}`, input);

/** A kind that this version does not know is taken for one that acts: a journal of a newer version can still be looked at. */
export const isWait = ({ kind }: Effect): boolean => kinds[kind]?.waits ?? false;

/** What `next` is given: the bare value of what cannot fail, the outcome of everything else. */
export const answerOf = (effect: Effect, outcome: Outcome<unknown>): unknown =>
  isWait(effect) && outcome.ok ? outcome.value : outcome;

export const samples = (effect: Effect, name: string, words: Vocabulary): readonly Outcome<unknown>[] =>
  kindOf(effect).samples(effect.input, name, words);
