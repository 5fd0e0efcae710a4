/** What a scripted agent does when it is asked: answers that are found by what the prompt says, each with its steps. */

export type Step =
  /** Text, in as many pieces as there are. */
  | { readonly say: string | readonly string[] }
  /** Says again what it was asked before in this session. */
  | { readonly recall: true }
  /** Writes a file in its folder; first asks whether it may, or does not care. A whole path is taken as it is. */
  | { readonly write: string; readonly text: string; readonly ask?: boolean }
  /** Has its client write a file. */
  | { readonly handOver: string; readonly text: string }
  | { readonly run: string; readonly ask?: boolean }
  | { readonly terminal: string }
  /** Leaves a process behind that is in a group of its own. */
  | { readonly abandon: string }
  | { readonly print: string }
  | { readonly aside: string }
  | { readonly thinkMs: number }
  | { readonly hang: true }
  | { readonly exit: number }
  | { readonly cost: number; readonly currency?: string }
  | { readonly update: Readonly<Record<string, unknown>> }
  | { readonly fail: { readonly code: number; readonly message: string; readonly data?: unknown } };

export interface Answer {
  /** The role line of the prompt; any when it is not said. */
  readonly role?: string;
  /** Found in the rest of the prompt, as a regular expression. */
  readonly prompt?: string;
  readonly steps: readonly Step[];
  readonly stopReason?: string;
  readonly usage?: Readonly<Record<string, number>>;
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface Script {
  readonly answers: readonly Answer[];
  readonly protocolVersion?: number;
  readonly modes?: readonly string[];
  /** Tells its modes and models as options, not as modes. */
  readonly options?: Readonly<Record<string, readonly string[]>>;
  readonly forgets?: boolean;
  /** Whether a refusal ends its turn, and as what. */
  readonly whenRefused?: 'goes-on' | 'cancelled' | 'end_turn';
  /** What happens in place of an answer to the greeting, or to the wish for a session. */
  readonly greeting?: Step;
  readonly opening?: Step;
}

/** What the agent wrote down of itself: a line each. */
export type Logged =
  | {
      readonly is: 'started';
      readonly pid: number;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly is: 'asked'; readonly method: string; readonly params: unknown }
  | { readonly is: 'answered'; readonly to: string; readonly with: unknown };

export function answerFor({ answers }: Script, prompt: string): Answer | undefined {
  const [first = '', ...rest] = prompt.split('\n');
  const role = /^Role: (?<role>\S+)$/.exec(first)?.groups?.['role'];
  return answers.find(
    (one) =>
      (one.role === undefined || one.role === role) &&
      (one.prompt === undefined || new RegExp(one.prompt, 'm').test(rest.join('\n') || first)),
  );
}
