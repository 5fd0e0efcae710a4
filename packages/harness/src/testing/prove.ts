/** Proves a change of a small repository with the real performers, without agents: for tables of honest and dishonest changes. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { QuestionInput } from '@harness/core/effects/question';
import type { ProofJob, ProofResult } from '@harness/core/workflows/proof/job';
import { driveProof } from './drive-proof.ts';

/** Paths and texts; `null` deletes a file. */
export type Files = Readonly<Record<string, string | null>>;

export interface ProvedChange extends Partial<Pick<ProofJob, 'checks' | 'given' | 'kind' | 'changes' | 'isReturned'>> {
  readonly base: Files;
  readonly change: Files;
  readonly mutants?: number;
  /** Packages of this repository that the small one has installed, with their programs. */
  readonly installed?: readonly string[];
  /** A folder `node_modules` with the packages that it has installed in their place. */
  readonly packages?: string;
}

export interface Proved {
  readonly result: ProofResult;
  /** The header of the question that it ended with; `null` if none was asked. */
  readonly asked: QuestionInput | null;
  /** `back`, `ask`, or how it was proved. */
  readonly verdict: string;
  readonly reasons: readonly string[];
}

/** Every question is answered with `Stop`. */
export async function prove(proved: ProvedChange): Promise<Proved> {
  const folder = mkdtempSync(join(tmpdir(), 'harness-prove-'));
  try {
    return await proveIn(join(folder, 'repo'), proved);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function proveIn(
  repo: string,
  { base, change, mutants = 0, installed = [], packages = ownPackages, ...job }: ProvedChange,
): Promise<Proved> {
  const commits = createRepository(repo, base, change);
  const paths = packages === ownPackages ? installed.flatMap((name) => [name, `.bin/${name}`]) : entriesOf(packages);
  linkPackages(repo, packages, paths);
  const { result, asked } = await driveProof(repo, {
    path: '.',
    base: commits[0],
    change: commits[1],
    checks: ['npm test'],
    given: [],
    checkTimeoutMs: 60_000,
    trust: { witness: 'ask', mutants: { count: mutants, budgetMs: 60_000, leastKilled: 0.5 } },
    ...job,
  });
  return describeResult(result, asked);
}

function describeResult(result: ProofResult, asked: QuestionInput | null): Proved {
  if (asked !== null)
    return {
      result,
      asked,
      verdict: 'ask',
      reasons: [String(asked.params['why'] ?? asked.header?.toLowerCase() ?? '')],
    };
  if (result.at === 'back') return { result, asked, verdict: 'back', reasons: result.reasons.map(({ code }) => code) };
  return { result, asked, verdict: result.at === 'proved' ? result.by : result.at, reasons: [] };
}

function createRepository(repo: string, base: Files, change: Files) {
  mkdirSync(repo);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: repo,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet', '--initial-branch=main');
  const commit = (files: Files) => {
    for (const [path, text] of Object.entries(files)) writeOrRemove(join(repo, path), text);
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--message=x');
    return git('rev-parse', 'HEAD');
  };
  return [commit(base), commit(change)] as const;
}

const ownPackages = join(import.meta.dirname, '..', '..', '..', '..', 'node_modules');

/** They are added after the commits, so that git does not know them. A clean room copies the links. */
function linkPackages(repo: string, packages: string, paths: readonly string[]): void {
  if (paths.length === 0) return;
  mkdirSync(join(repo, 'node_modules/.bin'), { recursive: true });
  for (const path of paths) symlinkSync(join(packages, path), join(repo, 'node_modules', path));
}

/** All packages and programs of a folder `node_modules`. */
const entriesOf = (packages: string): readonly string[] => [
  ...readdirSync(packages).filter((name) => !name.startsWith('.')),
  ...readdirSync(join(packages, '.bin')).map((name) => `.bin/${name}`),
];

function writeOrRemove(path: string, text: string | null): void {
  if (text === null) rmSync(path);
  else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
