/** Defines a role: its prompt, its permissions and the reader of its answer. */
import type { Finding } from '../answer-contracts/finding.ts';
import type { Outcome } from '../failure/failure.ts';
import type { ContextPhase } from '../input-files/context-file.ts';
import type { ReadText } from '../text/text.ts';
import { type AgentPersona, personaLine } from './agent-persona.ts';

/** The access of an agent. A role states it once; no caller can widen it. */
export type Mode = 'exec' | 'review' | 'complete';

export interface Reply {
  readonly text: string;
  readonly json?: unknown;
  /** Content of the role's output file; `undefined` if it has none or wrote none. */
  readonly file?: string;
  /** Contents of the files in `reads`, by path; missing files are absent. */
  readonly files?: Readonly<Record<string, string>>;
}

/** The file that holds the result of a role, relative to its folder; it may write it in any mode. */
export interface OutputFile<Input> {
  path(input: Input): string;
  /** If the agent wrote no file: store its reply there, or leave the file missing for the workflow to notice. */
  readonly whenMissing: 'store-reply' | 'leave-missing';
}

/** A claim about the work, to be compared with the harness's own observations. */
export interface RoleClaim {
  readonly claims: 'work' | 'clean' | 'ready';
  readonly said: string;
}

export interface Role<Input, Value> {
  readonly id: string;
  readonly mode: Mode;
  /** The named agent that it is, on the second line of its stable part; absent if it is none. */
  readonly persona?: AgentPersona;
  /** The stable part: identical bytes in all calls of a role in a run, for the provider's cache. */
  readonly instructions: string;
  /** The volatile part: task, diff, findings. Parts that stay the same during a run come first. */
  prompt(input: Input, read: ReadText): string;
  /** The parts at the start of the prompt that later calls of a run repeat, in order; providers that can cache them too. */
  opening?(input: Input, read: ReadText): readonly string[];
  readonly output?: OutputFile<Input>;
  /**
   * Further paths that it may write in any mode, relative to its folder; a path that ends in `/` is a folder. They stay
   * from call to call. `write-access` decides about all of them.
   */
  writes?(input: Input): readonly string[];
  /**
   * Folders of the checkout, each ending in `/`, whose Markdown files it must neither change nor add, although it may
   * write the checkout: later steps would take them for the work of another role.
   */
  mustLeave?(input: Input): readonly string[];
  /** Files of the folder that belong to its answer. */
  readonly reads?: readonly string[];
  /** Later calls in the same place continue the session of earlier ones. A role that judges never does. */
  readonly resumes?: true;
  /** JSON schema of a structured answer, sent to providers that support it. `read` still decides. */
  readonly schema?: Readonly<Record<string, unknown>>;
  read(reply: Reply): Outcome<Value>;
  /** Validates a readable answer against its input. A failure makes the answer unreadable too. */
  judge?(value: Value, input: Input): Outcome<Value>;
  /** The role it can replace in converge. */
  readonly fills?: 'implementer' | 'reviewer';
  /** The findings in its answer; absent if it reports none. */
  finds?(value: Value): readonly Finding[];
  /** The claim in its answer, or `null`. Without this method, a role that may write claims its work. */
  claim?(value: Value): RoleClaim | null;
  /** It only adds notes: its failed calls are not retried and never park the run. */
  readonly isAside?: true;
  /** It has an identity and the mission's memory, may add to both, and sees the harness's state folder. */
  readonly remembers?: true;
  /** Its memory may hold tricks, which help in later runs too. */
  readonly findsTricks?: true;
  /** It judges the work of others, so it does not get the instructions of the repository. */
  readonly judges?: true;
  /** The phase of a plan it runs in; it gets the context files of that phase. */
  readonly contextPhase?: Exclude<ContextPhase, 'planner'>;
  /** An answer that sends the work back; a dry run assumes it to find the limits. */
  setback?(text: string): Value;
  /** One value per kind of answer, for the explorer. */
  readonly samples: readonly Value[];
}

/**
 * The first line names the role: scripts, logs and model servers identify calls by it. The second line names its persona,
 * if it has one. Then come the instructions, the text that a person added, and the lessons of earlier missions at the
 * start of the run, as data (M-20).
 */
export const stablePart = (
  { id, instructions, persona }: Pick<Role<never, unknown>, 'id' | 'instructions' | 'persona'>,
  { identity = '', added = '' }: { readonly identity?: string; readonly added?: string } = {},
): string => {
  const names = persona === undefined ? `Role: ${id}` : `Role: ${id}\n${personaLine(persona)}`;
  const parts = [names, instructions, added, identity === '' ? '' : fenceText('identity', identity)];
  return parts.filter((part) => part !== '').join('\n\n');
};

/** Fences and labels text from outside: it is data, never an instruction. */
export const fenceText = (label: string, text: string): string =>
  `<data name="${label.replace(/["<>\n]/g, ' ')}" trust="data">\n${text.replace(/<\/(?=\s*data)/gi, '<\\/')}\n</data>`;
