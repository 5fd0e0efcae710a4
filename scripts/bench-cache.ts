/**
 * Measures the share of input that the provider reads from its cache: 8 calls of one run, through the real program,
 * against a local model server.
 *
 * The calls are those of the product: the repository instructions and the task are the same, the diff grows and the
 * findings differ in every pass. The reviewer starts a new session each time and reads a file; the implementer resumes its
 * session.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Text } from '@harness/core/text/text';
import { diffsToReview } from '@harness/core/workflows/converge/review-diffs';
import { roles } from '@harness/core/workflows/loaded';
import { claudeProvider } from '@harness/effects/agent/claude/provider';
import type { AgentRequest } from '@harness/effects/agent/provider';
import { readRepositoryInstructions } from '@harness/effects/agent/repository-instructions';
import { createRequest } from '@harness/effects/agent/request';
import { type Logged, messagesServer } from '@harness/effects/testing/messages-server/server';
import { explainShare, shareOf } from '@harness/effects/testing/messages-server/share';
import type { BenchRow } from './bench-row.ts';

const calls = 8;
const bar = 0.95;
const task = 'Greet the logged-in user by name, and show it on the first page. Greet no one who is not logged in.';

/** The input of each role, which differs per pass. */
const inputs: Readonly<Record<string, (pass: number) => object>> = {
  'converge.reviewer': reviewOf,
  'converge.implementer': (pass) => ({ task, checks: ['npm test'], repair: pass === 1 ? null : repairOf(pass) }),
};

export async function measureCache(folder: string): Promise<readonly BenchRow[]> {
  const repo = repositoryIn(folder);
  const rows: BenchRow[] = [];
  for (const role of Object.keys(inputs)) rows.push(rowOf(role, await callRole(role, repo)));
  return rows;
}

/** Calls a role in each pass and returns the requests of each call. */
async function callRole(role: string, repo: string): Promise<readonly (readonly Logged[])[]> {
  const look = { tools: [{ name: 'Read', input: { file_path: 'greet.js' } }] };
  const server = await messagesServer([{ turns: [look, { text: 'No findings.' }] }]);
  const environment = { PATH: process.env['PATH'], ANTHROPIC_API_KEY: 'a-key-of-the-bench' };
  const provider = claudeProvider({ baseUrl: server.url, retries: 0, environment });
  const requests: (readonly Logged[])[] = [];
  let session: string | null = null;
  for (let pass = 1; pass <= calls; pass++) {
    const before = server.log.length;
    const request = await requestOf(role, repo, pass, roles[role]?.resumes ? session : null);
    for await (const event of provider.run(request, new AbortController().signal)) {
      if (event.type === 'started') session = String(event.params['session']);
      if (event.type === 'result' && event.result.outcome !== 'ok') throw new Error(JSON.stringify(event.result));
    }
    requests.push(server.log.slice(before));
  }
  await server.close();
  return requests;
}

async function requestOf(id: string, repo: string, pass: number, session: string | null): Promise<AgentRequest> {
  const role = roles[id];
  if (!role) throw new Error(`No role ${id}`);
  const workplace = { cwd: '.harness/worktrees/greet', checkpoint: 'c1' };
  const call = { role: id, item: null, workplace, input: inputs[id]?.(pass) };
  const words = await readRepositoryInstructions(repo, role);
  const runFolder = join(repo, '.harness', 'runs', id);
  const run = {
    run: 'greet',
    key: `${pass}/call`,
    earlier: undefined,
    family: [],
    model: undefined,
    writes: undefined,
    heard: '',
  };
  return createRequest({ ...run, call, role, repo, runFolder, words, session }, readDiff);
}

function rowOf(role: string, requests: readonly (readonly Logged[])[]): BenchRow {
  const shared = shareOf(requests);
  return {
    what: `cached input of ${role}, calls 2–${calls}`,
    baseline: `${shared.input} tokens`,
    measured: `${shared.read} tokens`,
    ratio: shared.share,
    bar,
    is: 'at least',
    why: explainShare(shared),
  };
}

/** Creates a repository with this ARCHITECTURE.md as its AGENTS.md, and a lane in it. */
function repositoryIn(folder: string): string {
  const repo = join(folder, 'cached');
  const git = (...words: readonly string[]) => execFileSync('git', ['-C', repo, ...words], { stdio: 'ignore' });
  mkdirSync(repo);
  git('init', '--quiet');
  copyFileSync(join(import.meta.dirname, '..', 'ARCHITECTURE.md'), join(repo, 'AGENTS.md'));
  writeFileSync(join(repo, 'greet.js'), "export const greet = (name) => 'hello ' + name;\n");
  git('add', '.');
  git('-c', 'user.name=bench', '-c', 'user.email=bench@localhost', 'commit', '--quiet', '-m', 'begin');
  git('worktree', 'add', '--quiet', '-b', 'harness/greet', '.harness/worktrees/greet');
  return repo;
}

/** Each pass adds a function to one file. The reviewer gets the diffs that converge would choose. */
function reviewOf(pass: number): object {
  let diffs = diffsToReview(diffFile(0, 1), undefined);
  for (let at = 2; at <= pass; at++) {
    diffs = diffsToReview(diffFile(0, at), { commit: `c${at - 1}`, diffs, since: diffFile(at - 1, at) });
  }
  return { task, diff: diffFile(0, pass), steps: diffs };
}

/** The path of a diff names its two passes. */
const diffFile = (from: number, to: number) => ({
  path: `${from} ${to}`,
  sha256: '',
  bytes: diffText(from, to).length,
});

function readDiff(text: Text): string {
  if (typeof text === 'string' || !('path' in text)) throw new Error('Only diffs are read');
  const [from, to] = text.path.split(' ').map(Number);
  return diffText(from ?? 0, to ?? 0);
}

function diffText(from: number, to: number): string {
  const added = Array.from({ length: to - from }, (_, at) => functionText(from + at + 1)).flat();
  const first = from * functionText(1).length + 1;
  const head = ['diff --git a/greet.js b/greet.js', '--- a/greet.js', '+++ b/greet.js'];
  return [...head, `@@ -${first},0 +${first},${added.length} @@`, ...added].join('\n');
}

const functionText = (pass: number) => [
  `+/** Greets the user in the way of pass ${pass}; nobody who is logged out. */`,
  `+export function greet${pass}({ user }) {`,
  `+  if (!user) return '';`,
  ...Array.from({ length: 20 }, (_, hour) => `+  if (user.hour === ${hour}) return 'hello at ${hour}, ' + user.name;`),
  "+  return 'hello ' + user.name;",
  '+}',
];

const repairOf = (pass: number) => ({
  because: 'findings',
  findings: [{ severity: 'high', file: 'greet.js', line: pass, text: `a logged-out user is greeted (${pass})` }],
});
