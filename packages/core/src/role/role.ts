/** A role: what an agent is asked, what it may touch, and how its answer is read. */
import type { Outcome } from '../failure/failure.ts';
import type { ContextPhase } from '../input-files/context-file.ts';
import type { ReadText } from '../text/text.ts';

/** What an agent may touch. A role states it once; no caller can widen it. */
export type Mode = 'exec' | 'review' | 'complete';

/** What came back from an agent, before it is read. */
export interface Reply {
  readonly text: string;
  readonly json?: unknown;
  /** What is in the one file that the role may write, if it has one and wrote it. */
  readonly file?: string;
  /** What is in the files that it is read with, by their paths; what is not there is missing. */
  readonly files?: Readonly<Record<string, string>>;
}

/** The one file that a role may write, whatever its mode: by its path in the folder it works in. */
export interface OutputFile<Input> {
  path(input: Input): string;
  /** When it wrote none: its reply is stored there, or the file stays missing and the workflow sees that it is. */
  readonly whenMissing: 'store-reply' | 'leave-missing';
}

/** What an answer says of the state of the work, to be compared with what the harness saw itself. */
export interface RoleClaim {
  readonly claims: 'work' | 'clean' | 'ready';
  readonly said: string;
}

export interface Role<Input, Value> {
  readonly id: string;
  readonly mode: Mode;
  /** The stable part: byte-identical in all calls of a role in a run, so that the provider's cache hits. */
  readonly instructions: string;
  /** The volatile part: task, diff, findings. What is the same in all calls of a run comes first. */
  prompt(input: Input, read: ReadText): string;
  /** How every prompt of this role begins in one run: a provider that can keeps it in its cache too. */
  opening?(input: Input): string;
  readonly output?: OutputFile<Input>;
  /** Files of the folder that its answer consists of, beside what it says. */
  readonly reads?: readonly string[];
  /** Its later calls in the same place go on with the conversation of the earlier ones. Who judges always begins anew. */
  readonly resumes?: true;
  /** The form of a structured answer, as a JSON schema; providers that can ask for it do. `read` is what decides. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** The output contract: reply in, typed value or failure out. */
  read(reply: Reply): Outcome<Value>;
  /** What an answer that can be read must hold to besides, given what was asked. One that does not is unreadable too. */
  judge?(value: Value, input: Input): Outcome<Value>;
  /** The place in converge that it can take. */
  readonly fills?: 'implementer' | 'reviewer';
  /** Its answer is a list of findings. */
  readonly finds?: true;
  /** What its answer claims, or null. A role without this method that may write claims its work. */
  claim?(value: Value): RoleClaim | null;
  /** It only adds notes to what is done: nobody waits long for it, and a run never parks on its account. */
  readonly isAside?: true;
  /** It has an identity and the memory of its mission, may add to both, and sees the state folder of the harness. */
  readonly remembers?: true;
  /** Its memory may hold tricks, which help in later runs too. */
  readonly findsTricks?: true;
  /** It judges the work of others, so the instructions of the repository are withheld from it. */
  readonly judges?: true;
  /** The phase of a plan in which it is asked: it gets the context files of that phase. */
  readonly contextPhase?: Exclude<ContextPhase, 'planner'>;
  /** An answer that sends the work back, with this text; a dry run assumes it to find the limits. */
  setback?(text: string): Value;
  /** One value of each kind it can answer, for the explorer. */
  readonly samples: readonly Value[];
}

/**
 * The first line of every agent prompt names the role: scripts, logs and model servers tell calls apart by it. What a person
 * adds to its words follows them; then what the role learnt in earlier missions, as it was when the run began, as data (M-20).
 */
export const stablePart = (
  { id, instructions }: Pick<Role<never, unknown>, 'id' | 'instructions'>,
  { identity = '', added = '' }: { readonly identity?: string; readonly added?: string } = {},
): string => {
  const parts = [`Role: ${id}`, instructions, added, identity === '' ? '' : fenceText('identity', identity)];
  return parts.filter((part) => part !== '').join('\n\n');
};

/** Text from outside is data: fenced and labelled, never an instruction. */
export const fenceText = (label: string, text: string): string =>
  `<data name="${label.replace(/["<>\n]/g, ' ')}" trust="data">\n${text.replace(/<\/(?=\s*data)/gi, '<\\/')}\n</data>`;
