/** Which environment variables set which settings (DO-02). Keys and logins are not among them: nobody reads those here. */
import { modules } from '../workflows/list.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

interface Variable {
  readonly variable: string;
  readonly paths: readonly (readonly string[])[];
  readonly isNumber?: true;
}

/** An earlier system called these roles its model client. */
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
  { variable: 'BUDGET_CEILING_TOKENS', paths: [['budget', 'ceilingTokens']], isNumber: true },
];

/** A variable that is set to nothing counts as not set: that is how a shell takes one away for a single command. */
const given = ({ variable }: Variable, env: Environment) => (env[variable] === '' ? undefined : env[variable]);

/** What the environment says, in the form of a file. */
export function fromEnvironment(env: Environment): Readonly<Record<string, unknown>> {
  const settings: Record<string, unknown> = {};
  for (const row of variables) {
    const said = given(row, env);
    if (said !== undefined) for (const path of row.paths) put(settings, path, row.isNumber ? numberIn(said) : said);
  }
  return settings;
}

/** The variable that a setting came from. */
export const variableFor = (dotted: string, env: Environment): string | undefined =>
  variables.find((row) => given(row, env) !== undefined && row.paths.some((path) => path.join('.') === dotted))
    ?.variable;

/** What is no number stays text, so that the schema says so by its place. */
const numberIn = (said: string) => (/^\d+$/.test(said.trim()) ? Number(said) : said);

function put(into: Record<string, unknown>, [key = '', ...rest]: readonly string[], value: string | number): void {
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const below = (into[key] ?? {}) as Record<string, unknown>;
  into[key] = below;
  put(below, rest, value);
}
