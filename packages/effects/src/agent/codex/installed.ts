/** Finds the provider's package and its program, or reports which package is missing. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MissingPackage, missingPackage } from '../missing-package.ts';

const packageName = '@openai/codex-sdk';
const programPackage = '@openai/codex';

/** Each platform has its own package, with a folder named after the compiler's target. */
const targets: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
  'win32-x64': 'x86_64-pc-windows-msvc',
  'win32-arm64': 'aarch64-pc-windows-msvc',
};

export type CodexInstallation =
  | {
      readonly ok: true;
      readonly program: string;
      /** First on the PATH: its own sandbox, because an older one of the system may fail to start commands. */
      readonly tools: readonly string[];
      readonly version: string;
    }
  | MissingPackage;

/** `from` is a file of the harness; packages are resolved relative to it. */
export function findCodexInstallation(from = fileURLToPath(import.meta.url)): CodexInstallation {
  const sdk = findPackageFolder(from, packageName);
  if (sdk === undefined) return missingPackage(packageName, from);
  const system = `${process.platform}-${process.arch}`;
  const shim = findPackageFolder(join(sdk, 'package.json'), programPackage);
  const own = shim && findPackageFolder(join(shim, 'package.json'), `${programPackage}-${system}`);
  const vendor = join(own ?? '', 'vendor', targets[system] ?? '');
  const program = join(vendor, 'bin', process.platform === 'win32' ? 'codex.exe' : 'codex');
  if (own === undefined || !existsSync(program)) return missingPackage(`${programPackage}-${system}`, from);
  const { version } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8')) as { version: string };
  const tools = ['codex-path', 'codex-resources'].map((name) => join(vendor, name));
  return { ok: true, program, tools, version };
}

/** Looks for the folder directly, because a package may not be resolvable by its exports. */
function findPackageFolder(from: string, name: string): string | undefined {
  const folders = (createRequire(from).resolve.paths(name) ?? []).map((folder) => join(folder, name));
  return folders.find((folder) => existsSync(join(folder, 'package.json')));
}
