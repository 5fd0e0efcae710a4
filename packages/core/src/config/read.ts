/**
 * Reads a configuration, and reports all its problems at once, each with its path.
 *
 *   C1. The order is flag, environment, file, default: each source fills the settings that earlier ones left out.
 *   C2. A list is one value: it replaces a list of a later source.
 *   C3. No setting holds a key or a password.
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
  /** The environment variable that caused the problem; absent if none did. */
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

export interface Sources {
  readonly flags?: unknown;
  readonly env?: Environment;
  readonly file?: unknown;
}

export function resolveConfig({ flags = {}, env = {}, file = {} }: Sources, messages: Messages = en): ReadConfig {
  const read = readConfig(merge(flags, merge(fromEnvironment(env), file)), messages);
  if (read.ok) return read;
  const problems = read.problems.map((problem) => {
    const variable = variableFor(problem.path, env);
    return variable === undefined ? problem : { ...problem, variable };
  });
  return { ok: false, problems };
}

/** `over` wins if both set a value. The schema reports values that are no objects. */
function merge(over: unknown, under: unknown): unknown {
  if (over === undefined) return under;
  if (under === undefined || !isObject(over)) return over;
  if (!isObject(under)) return Object.keys(over).length === 0 ? under : over;
  const keys = new Set([...Object.keys(under), ...Object.keys(over)]);
  return Object.fromEntries([...keys].map((key) => [key, merge(over[key], under[key])]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
