/** Finds the provider's package and its program, or reports which package is missing. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryOr } from '../../file/file-system.ts';
import { type MissingPackage, missingPackage } from '../missing-package.ts';

const packageName = '@anthropic-ai/claude-agent-sdk';

export type ClaudeInstallation =
  | { readonly ok: true; readonly program: string; readonly version: string }
  | MissingPackage;

/** `from` is a file of the harness; packages are resolved relative to it. */
export function findClaudeInstallation(from = fileURLToPath(import.meta.url)): ClaudeInstallation {
  const sdk = resolveFrom(from, packageName);
  if (sdk === undefined) return missingPackage(packageName, from);
  // Each platform has its own optional package for the program, so it may be missing although the SDK is installed.
  const system = `${packageName}-${process.platform}-${process.arch}`;
  const name = process.platform === 'win32' ? 'claude.exe' : 'claude';
  const program = resolveFrom(sdk, `${system}/${name}`) ?? resolveFrom(sdk, `${system}-musl/${name}`);
  if (program === undefined) return missingPackage(system, from);
  const { version } = JSON.parse(readFileSync(join(dirname(sdk), 'package.json'), 'utf8')) as { version: string };
  return { ok: true, program, version };
}

const resolveFrom = (from: string, name: string): string | undefined =>
  tryOr(() => createRequire(from).resolve(name), undefined, 'MODULE_NOT_FOUND');
