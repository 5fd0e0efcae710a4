/** Finds the provider's program, with the tools of its package. The Codex SDK is part of the harness. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProgramRange } from '@harness/core/providers/program-version';
import { type FoundProgram, findAgentProgram } from '../find-program.ts';

const sdkPackage = '@openai/codex-sdk';
export const codexPackage = '@openai/codex';

export const codexRange: ProgramRange = { least: '0.100.0', tested: '0.163.0' };
export const codexUpdate = `npm install --global ${codexPackage}@latest`;

/** Each platform has its own package, with a folder named after the compiler's target. */
const targets: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
  'win32-x64': 'x86_64-pc-windows-msvc',
  'win32-arm64': 'aarch64-pc-windows-msvc',
};

interface CodexSearch {
  /** A file of the harness; packages are resolved relative to it. */
  readonly from?: string;
  readonly configured?: string;
  readonly environment?: NodeJS.ProcessEnv;
}

export function findCodexProgram({
  from = fileURLToPath(import.meta.url),
  configured = '',
  environment = process.env,
}: CodexSearch = {}): FoundProgram {
  const packaged = (onPath?: string) => (onPath === undefined ? ofPackages(from) : behindScript(onPath));
  return findAgentProgram({ configured, name: 'codex', packaged, environment });
}

function ofPackages(from: string) {
  const sdk = findPackageFolder(from, sdkPackage);
  const shim = findPackageFolder(sdk === undefined ? from : join(sdk, 'package.json'), codexPackage);
  return shim === undefined ? undefined : ofPackage(shim);
}

/**
 * On PATH is a script of the package, which starts its program. The script would stay between the harness and the program,
 * and its end would not end the program.
 */
function behindScript(onPath: string) {
  const shim = dirname(dirname(onPath));
  return shim.endsWith(join('node_modules', codexPackage)) ? ofPackage(shim) : undefined;
}

/** `tools`: its own sandbox, because an older one of the system may fail to start commands. */
function ofPackage(shim: string) {
  const system = `${process.platform}-${process.arch}`;
  const own = findPackageFolder(join(shim, 'package.json'), `${codexPackage}-${system}`);
  const vendor = join(own ?? '', 'vendor', targets[system] ?? '');
  const program = join(vendor, 'bin', process.platform === 'win32' ? 'codex.exe' : 'codex');
  if (own === undefined || !existsSync(program)) return undefined;
  const { version } = JSON.parse(readFileSync(join(shim, 'package.json'), 'utf8')) as { version: string };
  return {
    program,
    version: () => version,
    tools: ['codex-path', 'codex-resources'].map((name) => join(vendor, name)),
  };
}

/** Looks for the folder directly, because a package may not be resolvable by its exports. */
function findPackageFolder(from: string, name: string): string | undefined {
  const folders = (createRequire(from).resolve.paths(name) ?? []).map((folder) => join(folder, name));
  return folders.find((folder) => existsSync(join(folder, 'package.json')));
}
