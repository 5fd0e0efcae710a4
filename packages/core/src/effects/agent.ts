/** A call of a role: which role, about what, in which folder. The provider is chosen by configuration, never here. */
import type { FailureCode } from '../failure/failure.ts';
import type { Effect } from '../machine/machine.ts';
import type { Role } from '../role/role.ts';

/**
 * Where an agent works. `checkpoint` is what the folder is brought back to when an earlier try was cut off. None means the
 * user's own checkout: nothing there is brought back, and a call that was cut off is not repeated by itself.
 */
export interface Workplace {
  readonly cwd: string;
  readonly checkpoint: string | null;
}

/** Whether it is the user's own checkout, where others work at the same time; a lane is nobody else's. */
export const isCheckout = ({ cwd }: Workplace): boolean => cwd === '.';

export interface AgentInput {
  readonly role: string;
  /** What the call is about (feature, plan, issue), or nothing: scripts, logs and costs are told by it. */
  readonly item: string | null;
  readonly workplace: Workplace;
  readonly input: unknown;
  /** The model that the workflow would like; a flag and a role's own setting win. */
  readonly model?: string;
}

interface Wishes {
  readonly item?: string | null;
  readonly model?: string | null;
}

export const agent = <Input, Value>(
  role: Role<Input, Value>,
  workplace: Workplace,
  input: Input,
  { item = null, model = null }: Wishes = {},
): Effect<Value> => ({
  kind: 'agent',
  input: { role: role.id, item, workplace, input, ...(model === null ? {} : { model }) } satisfies AgentInput,
});

/** How a try at the provider can fail: the closed list of the agent contract. */
export const agentFailureKinds = [
  'rate_limit',
  'overloaded',
  'auth',
  'billing',
  'context',
  'bad_request',
  'network',
  'schema',
  'turn_limit',
  'budget',
  'aborted',
  'timeout',
  'startup',
  'session_lost',
  'crash',
  'unscripted',
  'unknown',
] as const;
export type AgentFailureKind = (typeof agentFailureKinds)[number];

type Hyphens<Text extends string> = Text extends `${infer Head}_${infer Tail}` ? `${Head}-${Hyphens<Tail>}` : Text;

/** `rate_limit` is `agent.rate-limit`. The type fails to compile when a kind has no row in the table of failures. */
export const agentFailure = (kind: AgentFailureKind): FailureCode =>
  `agent.${kind.replaceAll('_', '-') as Hyphens<AgentFailureKind>}`;

/** The outcome of a call as the outside reads it: `agent.rate-limit` is `rate_limit`, a failure of ours keeps its code. */
export const agentOutcome = (code: FailureCode): string =>
  code.startsWith('agent.') ? code.slice('agent.'.length).replaceAll('-', '_') : code;
