/** Finds and loads the configuration of a repository, and merges it with flags and environment. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { resolveConfig } from '@harness/core/config/read';
import type { Config } from '@harness/core/config/schema';
import { Refusal } from '@harness/core/failure/refusal';
import { printable } from '../render/printable.ts';

/** In order of precedence. */
const names = ['ts', 'mts', 'js', 'mjs', 'json'].map((ending) => `harness.config.${ending}`);

export const findConfigPath = (root: string): string | undefined =>
  names.map((name) => join(root, name)).find((path) => existsSync(path));

/** Precedence: flag, environment, file, default. Reports all problems at once, each with its path. */
export async function loadConfig(root: string, flags: unknown = {}, env = process.env): Promise<Config> {
  const path = findConfigPath(root);
  const file = path === undefined ? {} : await load(path);
  const read = resolveConfig({ flags, env, file });
  if (read.ok) return read.config;
  const problems = read.problems
    .map(({ path: at, message, variable }) => `${variable ?? at}: ${message.replace(/\.$/, '')}`)
    .join('; ');
  const named = path === undefined ? 'of this command' : basename(path);
  throw new Refusal('config.invalid', { path: named, problems: printable(`${problems}.`) });
}

/** `undefined` if the configuration is invalid, for callers that must work nevertheless. */
export async function loadValidConfig(root: string, env = process.env): Promise<Config | undefined> {
  try {
    return await loadConfig(root, {}, env);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The raw value of the file. An exported function is called: a repository may compute its configuration. */
async function load(path: string): Promise<unknown> {
  try {
    if (path.endsWith('.json')) return JSON.parse(readFileSync(path, 'utf8')) as unknown;
    const { default: value } = (await import(await importable(path))) as { default: unknown };
    return typeof value === 'function' ? await (value as () => unknown)() : value;
  } catch (error) {
    const detail = ((error as Error).message.split('\n')[0] ?? '').replace(/\.$/, '');
    throw new Refusal('config.unreadable', { path: basename(path), detail });
  }
}

/** Node 20 cannot load TypeScript, so it is bundled in memory; no file is written. */
async function importable(path: string): Promise<string> {
  if (!/\.m?ts$/.test(path)) return `${pathToFileURL(path).href}?at=${Date.now()}`;
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
  });
  return `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')}`;
}
