/**
 * How much of what a role is sent the provider reads from its cache: 20 calls of one run, through the real program,
 * against the model of this repository.
 *
 * They are asked as the product asks them: the words of the repository and the task are the same, the diff or the
 * findings are others in every pass. Who reviews begins anew each time and looks at a file; who implements goes on.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleArtifact } from '@harness/core/journal/artifact';
import { roles } from '@harness/core/workflows/loaded';
import { claudeProvider } from '@harness/effects/agent/claude/provider';
import type { AgentRequest } from '@harness/effects/agent/provider';
import { readRepositoryInstructions } from '@harness/effects/agent/repository-instructions';
import { createRequest } from '@harness/effects/agent/request';
import { type Logged, messagesServer } from '@harness/effects/testing/messages-server/server';
import { explained, shareOf } from '@harness/effects/testing/messages-server/share';
import type { Row } from './bench-row.ts';

const calls = 20;
const bar = 0.95;
const task =
  'Greet whoever is logged in by name, and say so on the first page. Nobody who is not logged in is greeted.';

/** What differs from pass to pass. */
const inputs: Readonly<Record<string, (pass: number) => object>> = {
  'converge.reviewer': () => ({ task, diff: sampleArtifact }),
  'converge.implementer': (pass) => ({ task, checks: ['npm test'], repair: pass === 1 ? null : repairOf(pass) }),
};

export async function cacheRows(folder: string): Promise<readonly Row[]> {
  const repo = repositoryIn(folder);
  const rows: Row[] = [];
  for (const role of Object.keys(inputs)) rows.push(rowOf(role, await asked(role, repo)));
  return rows;
}

/** The requests of each call. */
async function asked(role: string, repo: string): Promise<readonly (readonly Logged[])[]> {
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
    output: undefined,
    heard: '',
  };
  return createRequest({ ...run, call, role, repo, runFolder, words, session }, () => diffOf(pass));
}

function rowOf(role: string, requests: readonly (readonly Logged[])[]): Row {
  const shared = shareOf(requests);
  return {
    what: `cached input of ${role}, calls 2–${calls}`,
    ...{ baseline: `${shared.input} tokens`, measured: `${shared.read} tokens` },
    ...{ ratio: shared.share, bar, is: 'at least', why: explained(shared) },
  };
}

/** A repository that says as much to agents as this one says to people, and the lane of a run in it. */
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

const diffOf = (pass: number) =>
  [
    'diff --git a/greet.js b/greet.js',
    '--- a/greet.js',
    '+++ b/greet.js',
    '@@ -1 +1,3 @@',
    "-export const greet = (name) => 'hello ' + name;",
    `+/** Greets whoever is logged in; as of pass ${pass}. */`,
    `+export const greet = ({ user }) => (user ? 'hello ' + user.name + '${'!'.repeat(pass)}' : '');`,
  ].join('\n');

const repairOf = (pass: number) => ({
  because: 'findings',
  findings: [{ severity: 'high', file: 'greet.js', line: pass, text: `who is logged out is greeted (${pass})` }],
});
