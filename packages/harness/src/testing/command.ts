/** Runs the command as a user does: a real process in a real repository in a temporary folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { environmentOf, pids } from '@harness/effects/process/table';
import { onTestFinished } from 'vitest';

export const launcher = join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'cli', 'harness.mjs');

export interface CommandResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCommand {
  readonly child: ChildProcess;
  readonly finished: Promise<CommandResult>;
}

export interface Repository {
  readonly path: string;
  git(...args: readonly string[]): string;
  write(file: string, text: string): string;
  start(args: readonly string[], env?: Readonly<Record<string, string>>): RunningCommand;
  run(...args: readonly string[]): Promise<CommandResult>;
  json<T>(...args: readonly string[]): Promise<T>;
  /** The id of the newest run. */
  newest(): Promise<string>;
  journal(run: string): string;
}

/** Creates a repository with one commit; it is removed when the test ends. */
export function repository(): Repository {
  const folder = mkdtempSync(join(tmpdir(), 'harness-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const path = join(folder, 'repo');
  mkdirSync(path);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: path,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trimEnd();
  const write = (file: string, text: string) => {
    const target = join(folder, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    return target;
  };
  const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
    startCommand(path, args, { XDG_CACHE_HOME: join(folder, 'cache'), ...withoutProof, ...env });
  const run = (...args: readonly string[]) => start(args).finished;
  const json = async <T>(...args: readonly string[]) => JSON.parse((await run(...args, '--json')).stdout) as T;
  git('init', '--quiet', '--initial-branch=main');
  write('repo/README.md', 'hello\n');
  git('add', '--all');
  git('commit', '--quiet', '--message=First');
  return {
    path,
    git,
    write,
    start,
    run,
    json,
    newest: async () => (await json<{ runs: { id: string }[] }>('runs')).runs[0]?.id ?? '',
    journal: (id) => join(path, '.harness', 'runs', id, 'journal.jsonl'),
  };
}

/** Most tests are not about the proof, and their changes have no witness. A test about it sets the variable to `ask`. */
export const withoutProof = { HARNESS_TRUST_WITNESS: 'off' };

function startCommand(cwd: string, args: readonly string[], env: Readonly<Record<string, string>>): RunningCommand {
  const child = spawn(process.execPath, [launcher, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const finished = new Promise<CommandResult>((resolve) =>
    child.on('close', (exitCode) => resolve({ exitCode, stdout, stderr })),
  );
  return { child, finished };
}

/** Polls until a value exists. The timeout of the test ends a wait that never succeeds. */
export async function until<T>(found: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const value = await found();
    if (value !== undefined) return value;
    await delay(20);
  }
}

/** Processes left by effects of a run, found by their environment variable: inside a sandbox they have other pids. */
export const processesOfRun = (run: string): readonly number[] =>
  pids().filter((pid) => environmentOf(pid).some((entry) => entry.startsWith(`HARNESS_EFFECT=${run}/`)));

export const lines = (path: string): readonly string[] => readFileSync(path, 'utf8').trimEnd().split('\n');
