/** Loads the configuration of a repository, and merges it with flags and environment. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { resolveConfig } from '@harness/core/config/read';
import type { Config } from '@harness/core/config/schema';
import { Refusal } from '@harness/core/failure/refusal';
import { isHookPath } from '@harness/core/trust/obeyed-files';
import { findAddOn, loadAddOn } from '@harness/effects/add-ons/find';
import { addOnMissing } from '../providers/add-on-missing.ts';
import { printable } from '../render/printable.ts';
import { findConfigPath, needsBundler } from './config-path.ts';

/** Precedence: flag, environment, file, default. Reports all problems at once, each with its path. */
export async function loadConfig(root: string, flags: unknown = {}, env = process.env): Promise<Config> {
  const file = await readObeyedFile(root);
  const read = resolveConfig({ flags, env, file });
  if (read.ok) return read.config;
  const problems = read.problems
    .map(({ path: at, message, variable }) => `${variable ?? at}: ${message.replace(/\.$/, '')}`)
    .join('; ');
  const path = findConfigPath(root);
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

/** The last value that this process obeyed, by root: a run continues with it if an agent changes the file. */
const obeyed = new Map<string, unknown>();

/** Refuses a file that changed while an agent could write to the checkout. */
async function readObeyedFile(root: string): Promise<unknown> {
  const changed = await findChangedConfig(root);
  if (changed !== undefined && obeyed.has(root)) return obeyed.get(root);
  if (changed !== undefined) throw new Refusal('config.changed', { path: changed });
  const path = findConfigPath(root);
  const value = path === undefined ? {} : await load(path);
  obeyed.set(root, value);
  return value;
}

async function findChangedConfig(root: string): Promise<string | undefined> {
  if (!existsSync(join(root, '.harness', 'exposed'))) return undefined; // most commands; no module is loaded
  const { findChangedFiles } = await import('@harness/effects/trust/exposure');
  const { configImports } = await import('./config-imports.ts');
  return (await findChangedFiles(root, () => configImports(root))).find((path) => !isHookPath(path));
}

/** The raw value of the file. An exported function is called: a repository may compute its configuration. */
async function load(path: string): Promise<unknown> {
  // A pipe would block forever.
  if (!statSync(path).isFile())
    throw new Refusal('config.unreadable', { path: basename(path), detail: 'it is not a file' });
  try {
    if (path.endsWith('.json')) return JSON.parse(readFileSync(path, 'utf8')) as unknown;
    if (needsBundler(path) && findAddOn('esbuild') === undefined) throw addOnMissing('esbuild');
    const { default: value } = (await import(await importable(path))) as { default: unknown };
    return typeof value === 'function' ? await (value as () => unknown)() : value;
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const detail = ((error as Error).message.split('\n')[0] ?? '').replace(/\.$/, '');
    throw new Refusal('config.unreadable', { path: basename(path), detail });
  }
}

/** Node 20 cannot load TypeScript, so it is bundled in memory; no file is written. */
async function importable(path: string): Promise<string> {
  if (!/\.m?ts$/.test(path)) return `${pathToFileURL(path).href}?at=${Date.now()}`;
  const { build } = await loadAddOn<typeof import('esbuild')>('esbuild', 'lib/main.js');
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
