/** Measures the example of autopilot, with agents of half a second each, against the sum of its agents and checks. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from '@harness/core/journal/journal';
import { systemClock } from '@harness/engine/clock';
import { readRunTree } from '@harness/engine/run-tree';
import { jsonlStore } from '@harness/engine/store/jsonl';
import { type BenchRow, timeRow } from './bench-row.ts';

const agentMs = 500;
const bar = 1.25;
const rounds = 3;

interface Session {
  readonly tookMs: number;
  readonly leastMs: number;
}

/** Other programs on the machine only add time, so the session with the least share of own time counts. */
export async function measureAutopilot(folder: string, root: string): Promise<readonly BenchRow[]> {
  const example = join(root, 'examples/6-autopilot');
  const script = join(folder, 'autopilot-agents.yaml');
  const agents = readFileSync(join(example, 'agents.yaml'), 'utf8');
  writeFileSync(script, agents.replaceAll(/sleep: \d+/g, `sleep: ${agentMs}`).replaceAll(/after: \d+/g, 'after: 0'));
  const sessions: Session[] = [];
  for (let round = 0; round < rounds; round++) {
    const repo = join(folder, `autopilot-${round}`);
    copyRepository(join(example, 'repo'), repo);
    sessions.push(await runSession(repo, join(root, 'bin/harness.mjs'), script));
  }
  const [{ tookMs, leastMs }] = sessions.sort((one, other) => ratioOf(one) - ratioOf(other)) as [Session];
  return [timeRow('the example of autopilot / its agents and checks', tookMs, leastMs, bar)];
}

const ratioOf = ({ tookMs, leastMs }: Session): number => tookMs / leastMs;

function copyRepository(source: string, repo: string): void {
  cpSync(source, repo, { recursive: true });
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@localhost', ...args], { cwd: repo, stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=Hello');
}

async function runSession(repo: string, launcher: string, script: string): Promise<Session> {
  const { HARNESS_TRUST_WITNESS: _, ...env } = process.env; // the proof is part of the example
  const from = systemClock.nowMs();
  const args = [launcher, 'autopilot', 'docs/changes/shop/proposal.md', '--script', script];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: repo, env });
  const tookMs = systemClock.nowMs() - from;
  if (status !== 0) throw new Error(`the session exited ${status}: ${stderr.toString()}`);
  const stretches = (await readJournals(repo)).flatMap(stretchesIn);
  const agents = stretches.filter(({ kind }) => kind === 'agent').length;
  const checksMs = stretches.filter(({ kind }) => kind === 'check').reduce((sum, { ms }) => sum + ms, 0);
  console.log(`the example of autopilot: ${agents} agents, ${checksMs} ms of checks, ${tookMs} ms`);
  return { tookMs, leastMs: agents * agentMs + checksMs };
}

async function readJournals(repo: string): Promise<readonly (readonly Entry[])[]> {
  const runs = join(repo, '.harness/runs');
  const self = () => ({ pid: process.pid, startedAt: '' });
  const store = jsonlStore(runs, { self, isAlive: () => false, end: async () => {} });
  const [run = ''] = readdirSync(runs).filter((name) => !name.includes('.'));
  return (await readRunTree(store, run)).map(({ entries }) => entries);
}

/** Each answered effect of a journal with its time. */
const stretchesIn = (entries: readonly Entry[]) =>
  entries.flatMap((asked) => {
    if (asked.type !== 'asked') return [];
    const answered = entries.find((entry) => entry.type === 'answered' && entry.key === asked.key);
    return answered ? [{ kind: asked.effect.kind, ms: answered.atMs - asked.atMs }] : [];
  });
