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

export const endedTries = (family: readonly RunJournal[]): readonly EndedTries[] =>
  listCalls(family).map(({ run, key, role, item, attempt, tries }) => ({
    role,
    item,
    attempt,
    rival: parseRival(folderOf(family, run, key)),
    count: tries.filter(({ outcome }) => ends.has(outcome)).length,
  }));

function folderOf(family: readonly RunJournal[], run: string, key: string): string {
  const entries = family.find((journal) => journal.run === run)?.entries ?? [];
  const asked = entries.find((entry) => entry.type === 'asked' && entry.key === key);
  return asked?.type === 'asked' ? (asked.effect.input as AgentInput).workplace.cwd : '';
}

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
