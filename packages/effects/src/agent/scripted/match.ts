/** Which answer of a script answers a call: from top to bottom, the first that matches and is not used up. */
import type { Answer, Script } from './script.ts';

export interface ScriptedCall {
  readonly role: string;
  readonly item: string | null;
  readonly attempt: number;
  /** All that the agent is told. */
  readonly text: string;
}

/** Its place in the script; undefined when nothing was scripted for this call. */
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

const matches = (when: Answer['when'], { role, item, attempt, text }: ScriptedCall): boolean =>
  (when.role === undefined || glob(when.role).test(role)) &&
  (when.item === undefined || when.item === item) &&
  (when.attempt === undefined || when.attempt === attempt) &&
  (when.prompt === undefined || when.prompt.test(text));

/** `task.*`: a star stands for anything. */
const glob = (pattern: string) =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`);
