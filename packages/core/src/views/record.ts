/** What a record of a run holds that its journals tell: which tries came to their end, and what people answered. */
import { agentFailureKinds } from '../effects/agent.ts';
import { calls, type Journal } from './calls.ts';
import { questions } from './questions.ts';

export interface EndedTries {
  readonly role: string;
  readonly item: string | null;
  readonly attempt: number;
  count: number;
}

/** What was cut off from outside, found no answer, or never reached a provider, is no try that could be recorded. */
const recordable = agentFailureKinds.filter((kind) => kind !== 'aborted' && kind !== 'unscripted');
const ends: ReadonlySet<string | null> = new Set(['ok', ...recordable]);

export const endedTries = (family: readonly Journal[]): readonly EndedTries[] =>
  calls(family).map(({ role, item, attempt, tries }) => ({
    ...{ role, item, attempt },
    count: tries.filter(({ outcome }) => ends.has(outcome)).length,
  }));

export interface GivenAnswer {
  readonly when: { readonly header: string; readonly item?: string; readonly nth: number };
  readonly choose: string;
  readonly note?: string;
}

/** Who answered does not matter: in a replay it is the script. */
export const givenAnswers = (family: readonly Journal[]): readonly GivenAnswer[] =>
  family.flatMap(questions).flatMap(({ header, nth, input: { item }, answer }): readonly GivenAnswer[] => {
    if (!answer) return [];
    const { choice: choose, note } = answer;
    const when = { header, ...(item === null ? {} : { item }), nth };
    return [{ when, choose, ...(note === '' ? {} : { note }) }];
  });
