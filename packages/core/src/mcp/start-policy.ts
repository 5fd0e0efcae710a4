/**
 * Decides which runs a model may start through MCP, and with which options.
 *
 *   S1. A model says what to work on, and how carefully: `free` options start a run at once.
 *   S2. An option that changes what is checked, which limits hold, or what is overwritten is of people: `asked` options
 *       start a run only after a person confirmed them in the form of the client.
 *   S3. Any other option is refused. A script or another provider would answer in place of people, and `--sandbox off` or
 *       `--take-over` would remove a protection.
 */

/** The command, subject and options of a workflow that a model may use. */
export interface StartRule {
  /** The command that starts it. */
  readonly command: string;
  /** The argument of the command; absent if it takes none. */
  readonly subject?: { readonly about: string; readonly isRequired: boolean };
  /** First words of the command that a model may choose. */
  readonly actions?: readonly string[];
  /** Options by their flags without dashes. */
  readonly free: readonly string[];
  readonly asked: readonly string[];
}

/** Options of every run with agents that a person must confirm. */
const agentOptions = ['model', 'idle-ms', 'wall-ms', 'max-wait-ms'] as const;

export interface StartRequest {
  readonly workflow: string;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly options?: Readonly<Record<string, StartOption>> | undefined;
}
export type StartOption = string | number | boolean | readonly string[];

export type StartDecision =
  | { readonly is: 'start'; readonly words: readonly string[] }
  /** A person must confirm these flags first. */
  | { readonly is: 'ask'; readonly words: readonly string[]; readonly flags: readonly string[] }
  | { readonly is: 'refuse'; readonly detail: string };

export function decideStart(rule: StartRule, request: StartRequest): StartDecision {
  const { action, subject = '', options = {} } = request;
  const refused = problemOf(rule, request);
  if (refused !== undefined) return { is: 'refuse', detail: refused };
  const given = Object.entries(options).filter(([, value]) => value !== false);
  const flags = given.flatMap(([name, value]) => flagWords(name, value));
  // Behind `--` nothing is an option, whatever a model writes into the subject.
  const place = [...(action === undefined ? [] : [action]), ...(subject.trim() === '' ? [] : [subject])];
  const words = [rule.command, ...flags, ...(place.length === 0 ? [] : ['--', ...place])];
  const asked = given.filter(([name]) => !rule.free.includes(name)).flatMap(([name, value]) => flagWords(name, value));
  return asked.length === 0 ? { is: 'start', words } : { is: 'ask', words, flags: asked };
}

/** The options that a rule knows. */
export const optionsOf = ({ free, asked }: Pick<StartRule, 'free' | 'asked'>): readonly string[] => [
  ...free,
  ...asked,
  ...agentOptions,
];

function problemOf(rule: StartRule, { workflow, action, subject = '', options = {} }: StartRequest) {
  const { subject: expected, actions = [] } = rule;
  const known = optionsOf(rule);
  const [stray] = Object.keys(options).filter((name) => !known.includes(name));
  if (stray !== undefined) return `${workflow} takes no option "${stray}" from a model; it takes: ${known.join(', ')}`;
  if (action !== undefined && !actions.includes(action))
    return actions.length === 0
      ? `${workflow} has no action; leave it out`
      : `${workflow} has no action "${action}"; it has: ${actions.join(', ')}`;
  const isEmpty = subject.trim() === '';
  if (expected === undefined) return isEmpty ? undefined : `${workflow} takes no subject`;
  const isNeeded = expected.isRequired || (actions.length > 0 && action === undefined);
  return isNeeded && isEmpty ? `${workflow} needs a subject: ${expected.about}` : undefined;
}

/** `--flag=value`, so that a value that starts with a dash is no option. */
function flagWords(name: string, value: StartOption): readonly string[] {
  if (value === true) return [`--${name}`];
  const values = Array.isArray(value) ? (value as readonly string[]) : [value];
  return values.map((one) => `--${name}=${String(one)}`);
}
