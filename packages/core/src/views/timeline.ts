/** Turns a journal into events for other programs: codes and parameters, without states and long texts. */

import type { AgentInput } from '../effects/agent.ts';
import type { CallInput } from '../effects/call.ts';
import type { CheckInput } from '../effects/check.ts';
import type { OperationInput } from '../effects/operation.ts';
import type { QuestionInput } from '../effects/question.ts';
import type { ReopenInput } from '../effects/reopen.ts';
import type { Entry, EntryOf } from '../journal/journal.ts';
import type { RunJournal } from '../journal/run-tree.ts';
import type { Effect } from '../machine/machine.ts';
import { iso } from './times.ts';

export type Event = { readonly seq: number; readonly at: string; readonly type: string } & Readonly<
  Record<string, unknown>
>;

type Details = { readonly [Type in Entry['type']]: (entry: EntryOf<Type>) => Readonly<Record<string, unknown>> };

const details: Details = {
  started: ({ machine, version, title }) => ({ workflow: machine, version, title }),
  asked: ({ key, effect }) => ({ key, kind: effect.kind, ...aboutOf(effect) }),
  failed: ({ key, failure, againAtMs, parks }) => ({ key, ...failure, againAt: iso(againAtMs), parks }),
  answered: ({ key, outcome }) => ({ key, ok: outcome.ok, ...(outcome.ok ? {} : outcome.failure) }),
  moved: ({ state }) => ({ state: state.at }),
  noted: ({ key, code, params }) => ({ ...params, ...(key === undefined ? {} : { key }), type: code }),
  upgraded: ({ version, state }) => ({ version, state: state.at }),
  stopping: ({ by, because }) => ({ by, ...(because ? { code: because.code } : {}) }),
  ended: ({ end }) => ({ end }),
  reopened: ({ state }) => ({ state: state.at }),
};

export const timeline = ({ entries }: RunJournal): readonly Event[] => entries.map((entry, n) => eventOf(entry, n + 1));

/** `seq` is the 1-based position of the entry in its journal. */
export const eventOf = (entry: Entry, seq: number): Event => ({
  seq,
  at: iso(entry.atMs),
  type: entry.type,
  ...(details[entry.type] as (entry: Entry) => Readonly<Record<string, unknown>>)(entry),
});

/** Describes an effect in a word or two. */
export function aboutOf({ kind, input }: Effect): Readonly<Record<string, string | null>> {
  switch (kind) {
    case 'agent':
      return { role: (input as AgentInput).role, item: (input as AgentInput).item };
    case 'check':
      return { command: (input as CheckInput).command };
    case 'question':
      return { question: (input as QuestionInput).code };
    case 'call':
    case 'spawn':
      return { workflow: (input as CallInput).machine };
    case 'reopen':
      return { child: (input as ReopenInput).child };
    case 'signal':
      return { signal: (input as { name: string }).name };
    case 'sleep':
    case 'any-child':
    case 'first':
      return {};
    default:
      return { op: (input as OperationInput).op };
  }
}
