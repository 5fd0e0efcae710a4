/** Makes the package and installs it into an empty prefix, without a registry. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { type CommandResult, withoutProof } from './command.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

export interface InstalledPackage {
  readonly tarball: string;
  readonly folder: string;
  readonly prefix: string;
  readonly home: string;
  /** For repositories: the sandbox hides the home folder. */
  readonly work: string;
  readonly installMs: number;
  /** A second installation of the tarball over the first, as an upgrade does. */
  install(): void;
  /** Runs `harness` as a user of the prefix. Everything but temporary folders is read-only, and there is no network. */
  run(cwd: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<CommandResult>;
  runConfined(args: readonly string[]): Promise<CommandResult>;
  remove(): void;
}

/** An address where no registry answers. */
const noRegistry = 'http://127.0.0.1:9/';

export function installPackage(): InstalledPackage {
  const made = execFileSync('npm', ['run', '--silent', 'package'], { cwd: root, encoding: 'utf8' });
  const tarball = join(root, /^dist\/\S+\.tgz/m.exec(made)?.[0] ?? 'dist/missing');
  const base = mkdtempSync(join(tmpdir(), 'harness-installed-'));
  const [prefix, home] = [join(base, 'prefix'), join(base, 'home')];
  const work = join(base, 'work');
  for (const folder of [home, work]) mkdirSync(folder);
  const install = () => {
    const cache = mkdtempSync(join(base, 'npm-cache-'));
    const args = ['install', '--global', '--prefix', prefix, '--cache', cache, '--registry', noRegistry, tarball];
    execFileSync('npm', args, { stdio: 'pipe', cwd: base });
  };
  const from = performance.now();
  install();
  const installMs = performance.now() - from;
  const bin = join(prefix, 'bin');
  const path = [bin, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
  const environment = { PATH: path, HOME: home };
  return {
    tarball,
    folder: join(prefix, 'lib', 'node_modules', 'harness'),
    prefix,
    home,
    work,
    installMs,
    install,
    run: (cwd, args, env = {}) =>
      runProgram('harness', args, { cwd, env: { ...environment, ...withoutProof, ...env } }),
    runConfined: (args) =>
      runProgram('bwrap', [...confined(prefix, home), 'harness', ...args], { cwd: '/', env: environment }),
    remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }),
  };
}

const confined = (prefix: string, home: string): readonly string[] => [
  ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-net', '--die-with-parent'],
  ...['--tmpfs', '/tmp', '--ro-bind', prefix, prefix, '--bind', home, home],
];

function runProgram(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<CommandResult> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve) => child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr })));
}

/** The blocks of the disk that a folder takes, in bytes. */
export const bytesOnDisk = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + statSync(join(folder, name)).blocks * 512,
    0,
  );
