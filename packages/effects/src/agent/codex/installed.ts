/** Whether the provider's package and its program are on this machine, and where they would have to be installed. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MissingPackage, missingPackage } from '../missing-package.ts';

const packageName = '@openai/codex-sdk';
const programPackage = '@openai/codex';

/** The program comes in a package of its own for each system, in a folder that is named as its compiler names the system. */
const targets: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
  'win32-x64': 'x86_64-pc-windows-msvc',
  'win32-arm64': 'aarch64-pc-windows-msvc',
};

export type Installed =
  | {
      readonly ok: true;
      readonly program: string;
      /**
       * Where the tools lie that the program brings along; first on its path. Its sandbox is among them: one that the
       * system has may be older and unable to start what the program hides.
       */
      readonly tools: readonly string[];
      readonly version: string;
    }
  | MissingPackage;

/** `from` is a file of ours: packages are looked for as it would find them. */
export function codexInstalled(from = fileURLToPath(import.meta.url)): Installed {
  const sdk = folderOf(from, packageName);
  if (sdk === undefined) return missingPackage(packageName, from);
  const system = `${process.platform}-${process.arch}`;
  const shim = folderOf(join(sdk, 'package.json'), programPackage);
  const own = shim && folderOf(join(shim, 'package.json'), `${programPackage}-${system}`);
  const vendor = join(own ?? '', 'vendor', targets[system] ?? '');
  const program = join(vendor, 'bin', process.platform === 'win32' ? 'codex.exe' : 'codex');
  if (own === undefined || !existsSync(program)) return missingPackage(`${programPackage}-${system}`, from);
  const { version } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8')) as { version: string };
  const tools = ['codex-path', 'codex-resources'].map((name) => join(vendor, name));
  return { ok: true, program, tools, version };
}

/** A package need not let itself be resolved: its folder is looked for where it would be. */
function folderOf(from: string, name: string): string | undefined {
  const folders = (createRequire(from).resolve.paths(name) ?? []).map((folder) => join(folder, name));
  return folders.find((folder) => existsSync(join(folder, 'package.json')));
}
