/**
 * Reads a configuration, and says everything that is wrong with it at once, each by its place.
 *
 *   C1. The order is: flag, environment, file, default. What is given later in it fills what was not given before.
 *   C2. A list is one value: it replaces, it is not added to.
 *   C3. A key or password never comes out of here: there is no setting for one.
 */
import { en } from '../messages/en.ts';
import { problemText } from '../messages/lookup.ts';
import type { Messages } from '../messages/messages.ts';
import { type Environment, fromEnvironment, variableFor } from './environment.ts';
import { formatPath, parseProblems } from './problem.ts';
import { type Config, configSchema } from './schema.ts';

export interface Problem {
  readonly path: string;
  readonly message: string;
  /** The environment variable that it came from, if it came from one. */
  readonly variable?: string;
}

export type ReadConfig =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export function readConfig(value: unknown, messages: Messages = en): ReadConfig {
  const read = configSchema.safeParse(value, { reportInput: true });
  if (read.success) return { ok: true, config: read.data };
  const problems = read.error.issues
    .flatMap((issue) => parseProblems(issue, configSchema))
    .map((found) => ({ path: formatPath(found.path), message: problemText(messages, found) }));
  return { ok: false, problems };
}

/** What a person gives on the command line, in the environment and in the file; each as far as it says anything. */
export interface Sources {
  readonly flags?: unknown;
  readonly env?: Environment;
  readonly file?: unknown;
}

/** The configuration of one command. */
export function resolveConfig({ flags = {}, env = {}, file = {} }: Sources, messages: Messages = en): ReadConfig {
  const read = readConfig(layered(flags, withEnvironment(file, env)), messages);
  if (read.ok) return read;
  const problems = read.problems.map((problem) => {
    const variable = variableFor(problem.path, env);
    return variable === undefined ? problem : { ...problem, variable };
  });
  return { ok: false, problems };
}

/** What the file says, with what the environment says over it; neither is read yet. */
const withEnvironment = (file: unknown, env: Environment): unknown => layered(fromEnvironment(env), file);

/** The first wins wherever both say something. What is no object at all is left for the schema to complain about. */
function layered(over: unknown, under: unknown): unknown {
  if (over === undefined) return under;
  if (under === undefined || !isObject(over)) return over;
  if (!isObject(under)) return Object.keys(over).length === 0 ? under : over;
  const keys = new Set([...Object.keys(under), ...Object.keys(over)]);
  return Object.fromEntries([...keys].map((key) => [key, layered(over[key], under[key])]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
