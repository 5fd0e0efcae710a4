/** Answers a question in a rehearsal: uses the first person of the script whose conditions all hold. */
import type { Script } from './script.ts';

export interface ScriptedQuestion {
  readonly header: string;
  readonly item: string | null;
  /** 1-based: the nth question with this header. */
  readonly nth: number;
}

export interface ScriptedPerson {
  /** An option's label. */
  readonly choose: string;
  readonly note: string;
  readonly afterMs: number;
}

export function personFor(
  { people }: Pick<Script, 'people'>,
  { header, item, nth }: ScriptedQuestion,
): ScriptedPerson | undefined {
  const person = people.find(
    ({ when }) =>
      (when.header === undefined || when.header.toLowerCase() === header.toLowerCase()) &&
      (when.item === undefined || when.item === item) &&
      (when.nth === undefined || when.nth === nth),
  );
  return person && { choose: person.choose, note: person.note, afterMs: person.after };
}
