/** Finds the answer of a call: the first one from the top that matches and has uses left. */
import type { Script, ScriptedAnswer } from './script.ts';

export interface ScriptedCall {
  readonly role: string;
  readonly item: string | null;
  readonly attempt: number;
  /** The whole prompt of the agent, including the stable part. */
  readonly text: string;
}

/** Returns its index in the script; `undefined` if no answer matches. */
export function findMatchingAnswer(
  { answers }: Script,
  call: ScriptedCall,
  uses: (at: number) => number,
): number | undefined {
  const index = answers.findIndex(
    ({ when, times = Number.POSITIVE_INFINITY }, at) => matches(when, call) && uses(at) < times,
  );
  return index === -1 ? undefined : index;
}

const matches = (when: ScriptedAnswer['when'], { role, item, attempt, text }: ScriptedCall): boolean =>
  (when.role === undefined || glob(when.role).test(role)) &&
  (when.item === undefined || when.item === item) &&
  (when.attempt === undefined || when.attempt === attempt) &&
  (when.prompt === undefined || when.prompt.test(text));

/** `task.*`: a star matches any text. */
const glob = (pattern: string) =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);
