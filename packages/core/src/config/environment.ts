/** Maps environment variables to settings (DO-02). Keys and logins are not among them. */
import { modules } from '../workflows/list.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

interface Variable {
  readonly variable: string;
  readonly paths: readonly (readonly string[])[];
  readonly isNumber?: true;
}

/** Older versions call these roles the model client. */
const modelClients = modules.flatMap(({ modelClients: roles = [] }) => roles);

export const variables: readonly Variable[] = [
  { variable: 'HARNESS_AGENT_PROVIDER', paths: [['agent', 'provider']] },
  { variable: 'HARNESS_AGENT_MODEL', paths: [['agent', 'model']] },
  { variable: 'HARNESS_AGENT_MAX_REVIEW_PASSES', paths: [['agent', 'maxReviewPasses']], isNumber: true },
  { variable: 'HARNESS_MODEL_CLIENT_PROVIDER', paths: modelClients.map((role) => ['roles', role, 'provider']) },
  { variable: 'HARNESS_MODEL_CLIENT_MODEL', paths: modelClients.map((role) => ['roles', role, 'model']) },
  { variable: 'HARNESS_PLAN_DIR', paths: [['planDir']] },
  { variable: 'HARNESS_COMPLETED_DIR', paths: [['completedDir']] },
  { variable: 'HARNESS_CONTEXT_DIR', paths: [['contextDir']] },
  { variable: 'HARNESS_STATE_DIR', paths: [['stateDir']] },
  { variable: 'HARNESS_BASE_BRANCH', paths: [['baseBranch']] },
  { variable: 'HARNESS_TRUST_WITNESS', paths: [['trust', 'witness']] },
  { variable: 'BUDGET_CEILING_TOKENS', paths: [['budget', 'ceilingTokens']], isNumber: true },
];

/** An empty variable counts as not set, because `NAME= command` clears a variable for one command. */
const valueIn = ({ variable }: Variable, env: Environment) => (env[variable] === '' ? undefined : env[variable]);

/** Returns the settings of the environment, in the form of the configuration file. */
export function fromEnvironment(env: Environment): Readonly<Record<string, unknown>> {
  const settings: Record<string, unknown> = {};
  for (const row of variables) {
    const value = valueIn(row, env);
    if (value !== undefined) for (const path of row.paths) put(settings, path, row.isNumber ? numberIn(value) : value);
  }
  return settings;
}

/** Returns the variable that a setting came from; `undefined` if none sets it. */
export const variableFor = (dotted: string, env: Environment): string | undefined =>
  variables.find((row) => valueIn(row, env) !== undefined && row.paths.some((path) => path.join('.') === dotted))
    ?.variable;

/** Invalid numbers stay text, so that the schema reports them with their path. */
const numberIn = (value: string) => (/^\d+$/.test(value.trim()) ? Number(value) : value);

function put(target: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: string | number): void {
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const below = (target[key] ?? {}) as Record<string, unknown>;
  target[key] = below;
  put(below, rest, value);
}
