/**
 * Starts a command of harness as a process of its own, which outlives the client and the server.
 *
 *   P1. The process is detached and its output goes to files, so that nothing connects it to the protocol.
 *   P2. It tells its run as soon as the run has a journal. If it ends before, its document or its refusal is the answer.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printableLines } from '../render/printable.ts';
import type { RunAnnouncement } from '../run/announce-run.ts';
import type { McpPlace } from './place.ts';

export type CommandStart =
  | { readonly is: 'run'; readonly run: string }
  | { readonly is: 'ended'; readonly exitCode: number | null; readonly document: object };

export async function startDetached(
  { root, language }: Pick<McpPlace, 'root' | 'language'>,
  words: readonly string[],
): Promise<CommandStart> {
  const [command = '', ...others] = words;
  const common = ['--repo', root, '--json', '--no-input', ...(language === undefined ? [] : ['--lang', language])];
  const folder = mkdtempSync(join(tmpdir(), 'harness-mcp-'));
  try {
    const files = [join(folder, 'stdout'), join(folder, 'stderr')] as const;
    const started = await firstNews(forkCommand(root, [command, ...common, ...others], files));
    return started.is === 'run' ? started : { ...started, document: documentIn(files, started.exitCode) };
  } finally {
    rmSync(folder, { recursive: true, force: true }); // the process keeps its open files
  }
}

function forkCommand(cwd: string, words: readonly string[], files: readonly [string, string]): ChildProcess {
  const [output, errors] = [openSync(files[0], 'w', 0o600), openSync(files[1], 'w', 0o600)];
  const [launcher = ''] = process.argv.slice(1);
  try {
    return fork(launcher, [...words], {
      cwd,
      detached: true,
      execArgv: [],
      stdio: ['ignore', output, errors, 'ipc'],
    });
  } finally {
    for (const file of [output, errors]) closeSync(file);
  }
}

type News = { readonly is: 'run'; readonly run: string } | { readonly is: 'ended'; readonly exitCode: number | null };

function firstNews(child: ChildProcess): Promise<News> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ is: 'ended', exitCode }));
    child.on('message', (message: RunAnnouncement) => {
      if (message.is !== 'run-started') return;
      child.unref();
      if (child.connected) child.disconnect();
      resolve({ is: 'run', run: message.run });
    });
  });
}

/** The document on standard output; without one, the last lines of standard error. */
function documentIn([output, errors]: readonly [string, string], exitCode: number | null): object {
  const last = readFileSync(output, 'utf8').trimEnd().split('\n').at(-1) ?? '';
  try {
    return JSON.parse(last) as object;
  } catch {
    const detail = printableLines(readFileSync(errors, 'utf8').slice(-2_000)).trim();
    const error = {
      code: 'run.broken',
      message: `${detail} (exit ${exitCode ?? 'by a signal'})`,
      next: 'harness runs',
    };
    return { error };
  }
}
