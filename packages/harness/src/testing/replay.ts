/** Compares a run with its replay. */
import { expect } from 'vitest';
import type { Repository } from './command.ts';

interface Spent {
  readonly outcome: string | null;
  readonly usage: Readonly<Record<string, number>>;
  readonly costUsd: number;
}

export interface Shown {
  readonly id: string;
  readonly status: string;
  readonly state: string;
  readonly costUsd: number;
  readonly rehearsedUsd: number;
  readonly tokens: Readonly<Record<string, number>>;
  readonly calls: readonly (Spent & {
    readonly key: string;
    readonly role: string;
    readonly item: string | null;
    readonly attempt: number;
    readonly mode: string;
    readonly provider: string;
    readonly error?: Readonly<Record<string, unknown>>;
    readonly tries: readonly Spent[];
  })[];
  readonly checks: readonly { readonly command: string; readonly green: boolean }[];
  readonly questions: readonly { readonly header: string; readonly answer?: string; readonly note?: string }[];
  readonly findings: readonly unknown[];
  readonly unreadable: unknown;
}

/** The part of a run that its replay must repeat: everything except ids, times and providers. */
export const shapeOf = ({ status, state, costUsd, tokens, calls, checks, questions, findings, unreadable }: Shown) => ({
  status,
  state,
  costUsd,
  tokens,
  findings,
  unreadable,
  calls: calls.map(({ key, role, item, attempt, mode, error, tries, ...spent }) => ({
    key,
    role,
    item,
    attempt,
    mode,
    error,
    ...spentIn(spent),
    tries: tries.map(spentIn),
  })),
  checks: checks.map(({ command, green }) => ({ command, green })),
  questions: questions.map(({ header, answer, note }) => ({ header, answer, note })),
});

const spentIn = ({ outcome, usage, costUsd }: Spent) => ({ outcome, usage, costUsd });

export const showNewest = async (repo: Repository): Promise<Shown> => repo.json<Shown>('show', await repo.newest());

/** Hash of the files on a branch. */
export const treeOf = (repo: Repository, branch: string): string => repo.git('rev-parse', `${branch}^{tree}`);

/** Expects that a replay in an equal repository ends like the recorded run. Returns the replay. */
export async function expectReplay(
  recorded: Repository,
  replayed: Repository,
  { args, branch, exitCode = 0 }: { args: readonly string[]; branch: string | null; exitCode?: number },
): Promise<Shown> {
  const done = await replayed.run(...args, '--provider', 'scripted');
  expect(done, `${done.stdout}${done.stderr}`).toMatchObject({ exitCode });
  const [before, after] = [await showNewest(recorded), await showNewest(replayed)];
  expect(shapeOf(after)).toEqual(shapeOf(before));
  expect(after.calls.every(({ provider }) => provider === 'scripted')).toBe(true);
  expect(after.rehearsedUsd).toBe(after.costUsd);
  if (branch !== null) expect(treeOf(replayed, branch)).toBe(treeOf(recorded, branch));
  return after;
}
