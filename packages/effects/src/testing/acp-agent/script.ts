/** Defines the script of a scripted agent: answers that match the prompt, each with its steps. */

export type Step =
  /** Sends text, one update per piece. */
  | { readonly say: string | readonly string[] }
  /** Repeats the earlier prompts of this session. */
  | { readonly recall: true }
  /** Writes a file in its folder, or to an absolute path. Asks for permission first unless `ask` is false. */
  | { readonly write: string; readonly text: string; readonly ask?: boolean }
  /** Asks its client to write a file. */
  | { readonly handOver: string; readonly text: string }
  | { readonly run: string; readonly ask?: boolean }
  | { readonly terminal: string }
  /** Leaves a process running in its own group. */
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
  /** The role line of the prompt; default any. */
  readonly role?: string;
  /** A regular expression for the rest of the prompt. */
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
  /** Offers its modes and models as options instead of modes. */
  readonly options?: Readonly<Record<string, readonly string[]>>;
  readonly forgets?: boolean;
  /** Whether a refusal ends its turn, and the stop reason; default: it continues. */
  readonly whenRefused?: 'goes-on' | 'cancelled' | 'end_turn';
  /** Steps before the response to `initialize` and to `session/new`, such as an exit or an error. */
  readonly greeting?: Step;
  readonly opening?: Step;
}

/** One line of the agent's log. */
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
