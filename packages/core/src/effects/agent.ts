/** The effect `agent`: a call of a role with its input and folder. The configuration chooses the provider. */
import type { FailureCode } from '../failure/failure.ts';
import type { Effect } from '../machine/machine.ts';
import type { Role } from '../role/role.ts';

/**
 * The folder of an agent. After an interrupted try the folder is reset to `checkpoint`.
 *
 * `null` means the user's checkout: it is never reset, and an interrupted call is not repeated automatically.
 */
export interface Workplace {
  readonly cwd: string;
  readonly checkpoint: string | null;
}

/** Whether it is the user's checkout, which others may change at the same time; a lane has no other users. */
export const isCheckout = ({ cwd }: Workplace): boolean => cwd === '.';

export interface AgentInput {
  readonly role: string;
  /** Feature, plan or issue of the call, for scripts, logs and costs; `null` if there is none. */
  readonly item: string | null;
  readonly workplace: Workplace;
  readonly input: unknown;
  /** Default model of the workflow; flags and role settings override it. */
  readonly model?: string;
}

export const agent = <Input, Value>(
  role: Role<Input, Value>,
  workplace: Workplace,
  input: Input,
  { item = null, model = null }: { readonly item?: string | null; readonly model?: string | null } = {},
): Effect<Value> => ({
  kind: 'agent',
  input: { role: role.id, item, workplace, input, ...(model === null ? {} : { model }) } satisfies AgentInput,
});

/** The closed list of failures in the agent contract. */
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

/** Converts `rate_limit` to `agent.rate-limit`. It does not compile if a kind has no failure code. */
export const agentFailure = (kind: AgentFailureKind): FailureCode =>
  `agent.${kind.replaceAll('_', '-') as Hyphens<AgentFailureKind>}`;

/** Converts `agent.rate-limit` to `rate_limit` for documents; other failures keep their code. */
export const agentOutcome = (code: FailureCode): string =>
  code.startsWith('agent.') ? code.slice('agent.'.length).replaceAll('-', '_') : code;
