/** Runs the command with the real program of a provider and a scripted model on loopback. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Usage } from '@harness/core/budget/usage';
import { onTestFinished } from 'vitest';
import type { Repository } from './command.ts';

export const key = 'planted-key-4711-4711';

/** One answer of the model; each program has its own tools. */
interface Turn<Tool> {
  readonly text?: string;
  readonly tools?: readonly Tool[];
  readonly fault?: { readonly is: 'silence' } | { readonly is: 'rate-limit'; readonly retryAfterS: number };
}
export interface Answer<Tool> {
  readonly role?: string;
  readonly prompt?: RegExp;
  readonly turns: readonly Turn<Tool>[];
}

export interface ModelServer {
  readonly url: string;
  readonly log: readonly {
    readonly role: string;
    readonly prompt: string;
    readonly step: number;
    readonly request: object;
    readonly usage: Partial<Usage> | null;
    readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  }[];
  close(): Promise<void>;
}

/** The differences between the programs. */
export interface Program<Tool> {
  readonly name: 'claude' | 'codex';
  /** Options that select the provider. */
  readonly flags: readonly string[];
  readonly keyVariable: string;
  /** The command that logs in. */
  readonly login: RegExp;
  readonly header: { readonly name: string; readonly value: string };
  /** Kinds of tokens that its provider bills. */
  readonly kinds: readonly (keyof Usage)[];
  /** The parts of a request that are equal in all calls of a role. */
  readonly stable: readonly string[];
  serve(answers: readonly Answer<Tool>[]): Promise<ModelServer>;
  endpoint(url: string): Readonly<Record<string, string>>;
  /** Writes a new file. */
  write(path: string, text: string): Tool;
  /** The turns that replace an existing file. */
  rewriting(path: string, text: string): readonly Turn<Tool>[];
  read(path: string): Tool;
  /** An attempt of a read-only role to write. */
  overwrite(path: string, text: string): Tool;
  /** Writes the only file that a read-only role may write. */
  report(folder: string, name: string, text: string): Tool;
  run(command: string): Tool;
}

export async function startModelServer<Tool>(
  program: Program<Tool>,
  ...answers: readonly Answer<Tool>[]
): Promise<ModelServer> {
  const server = await program.serve(answers);
  onTestFinished(() => server.close());
  return server;
}

export const environment = <Tool>({ endpoint, keyVariable }: Program<Tool>, { url }: ModelServer) => ({
  ...endpoint(url),
  [keyVariable]: key,
});

export interface Shown {
  readonly id: string;
  readonly status: string;
  readonly costUsd: number;
  readonly tokens: Readonly<Record<keyof Usage, number>>;
  readonly calls: readonly {
    role: string;
    provider: string;
    resumed?: boolean;
    outcome: string;
    usage: Readonly<Record<string, number>>;
  }[];
  readonly findings: readonly { status: string }[];
}

/** Files of the repository, the run's folder and the lanes that contain the text. */
export const filesContaining = (repo: Repository, text: string): readonly string[] =>
  readdirSync(repo.path, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
