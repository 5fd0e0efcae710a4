/** Whether the provider's package and its program are on this machine, and where they would have to be installed. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MissingPackage, missingPackage } from '../missing-package.ts';

const packageName = '@anthropic-ai/claude-agent-sdk';

export type Installed = { readonly ok: true; readonly program: string; readonly version: string } | MissingPackage;

/** `from` is a file of ours: packages are looked for as it would find them. */
export function claudeInstalled(from = fileURLToPath(import.meta.url)): Installed {
  const sdk = resolved(from, packageName);
  if (sdk === undefined) return missingPackage(packageName, from);
  // The program comes in a package of its own for each system, and one that was left out is not seen before it is needed.
  const system = `${packageName}-${process.platform}-${process.arch}`;
  const name = process.platform === 'win32' ? 'claude.exe' : 'claude';
  const program = resolved(sdk, `${system}/${name}`) ?? resolved(sdk, `${system}-musl/${name}`);
  if (program === undefined) return missingPackage(system, from);
  const { version } = JSON.parse(readFileSync(join(dirname(sdk), 'package.json'), 'utf8')) as { version: string };
  return { ok: true, program, version };
}

function resolved(from: string, name: string): string | undefined {
  try {
    return createRequire(from).resolve(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    return undefined;
  }
}
