/** Computes the parts of a recording that come from journals: finished tries and the answers of people. */

import { type AgentInput, agentFailureKinds } from '../effects/agent.ts';
import type { RunJournal } from '../journal/run-tree.ts';
import { parseRival } from '../mission/competition.ts';
import { listCalls } from './calls.ts';
import { askedQuestions } from './questions.ts';

export interface EndedTries {
  readonly role: string;
  readonly item: string | null;
  readonly attempt: number;
  /** Its lane, if several lanes build one item, because their order varies; `null` otherwise. */
  readonly rival: string | null;
  count: number;
}

/** An interrupted try, one without a scripted answer, or one that never reached a provider cannot be recorded. */
const recordable = agentFailureKinds.filter((kind) => kind !== 'aborted' && kind !== 'unscripted');
const ends: ReadonlySet<string | null> = new Set(['ok', ...recordable]);

export function endedTries(family: readonly RunJournal[]): readonly EndedTries[] {
  const folders = foldersOf(family);
  return listCalls(family).map(({ run, key, role, item, attempt, tries }) => ({
    role,
    item,
    attempt,
    rival: parseRival(folders.get(`${run} ${key}`) ?? ''),
    count: tries.filter(({ outcome }) => ends.has(outcome)).length,
  }));
}

/** The folder of each call, by run and key. */
const foldersOf = (family: readonly RunJournal[]): ReadonlyMap<string, string> =>
  new Map(
    family.flatMap(({ run, entries }) =>
      entries.flatMap((entry) =>
        entry.type === 'asked' && entry.effect.kind === 'agent'
          ? [[`${run} ${entry.key}`, (entry.effect.input as AgentInput).workplace.cwd] as const]
          : [],
      ),
    ),
  );

export interface GivenAnswer {
  readonly when: { readonly header: string; readonly item?: string; readonly nth: number };
  readonly choose: string;
  readonly note?: string;
}

/** Without the author: in a replay the script answers. */
export const givenAnswers = (family: readonly RunJournal[]): readonly GivenAnswer[] =>
  family.flatMap(askedQuestions).flatMap(({ header, nth, input: { item }, answer }): readonly GivenAnswer[] => {
    if (!answer) return [];
    const { choice: choose, note } = answer;
    const when = { header, ...(item === null ? {} : { item }), nth };
    return [{ when, choose, ...(note === '' ? {} : { note }) }];
  });
