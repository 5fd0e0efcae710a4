/** An idle daemon beside 1,000 plans: its memory, what it does while nothing happens, and what that adds to its journal. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Row } from './bench-row.ts';

const barMb = 120;
const idleSeconds = 20;
const hour = 3_600;

interface Process {
  readonly pid: number;
  readonly supervisor: { readonly pid: number };
}

export async function idleDaemon(root: string, launcher: string): Promise<readonly Row[]> {
  const repo = join(root, 'daemon');
  thousandPlans(repo);
  const child = spawn(process.execPath, [launcher, 'daemon', 'start', '--port', '0'], { cwd: repo, stdio: 'ignore' });
  try {
    const own = (await found(join(repo, '.orchestrator', 'daemon.json'))) as Process;
    execFileSync(process.execPath, [launcher, 'daemon', 'resume'], { cwd: repo });
    await delay(5_000); // until it has looked at all of them, and nothing is left to do
    const [cpu, bytes] = [cpuSeconds(own.pid), journalBytes(repo)];
    await delay(idleSeconds * 1_000);
    const share = (cpuSeconds(own.pid) - cpu) / idleSeconds;
    const growth = ((journalBytes(repo) - bytes) * hour) / idleSeconds;
    console.log(
      `idle daemon: ${(share * 100).toFixed(2)} % of a core; its journal grows by ${growth} bytes an idle hour`,
    );
    console.log(`its supervisor: ${rssMb(own.supervisor.pid).toFixed(0)} MB`);
    const mb = rssMb(own.pid);
    const what = 'memory of an idle daemon with 1,000 plans / 120 MB';
    return [
      { what, baseline: `${barMb} MB`, measured: `${mb.toFixed(0)} MB`, ratio: mb / barMb, bar: 1, is: 'at most' },
      {
        ...{ what: 'an idle daemon / a whole core', baseline: '1 core', measured: `${(share * 100).toFixed(2)} %` },
        ...{ ratio: share, bar: 0.02, is: 'at most' },
      },
    ];
  } finally {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
  }
}

/** All of them wait for one that is blocked by its own status: there is a graph to walk, and nothing to pick. */
function thousandPlans(repo: string): void {
  const folder = join(repo, 'docs', 'exec-plans', 'active');
  mkdirSync(folder, { recursive: true });
  for (let n = 1; n <= 1_000; n++) {
    const id = String(n).padStart(4, '0');
    const wants = n === 1 ? '[]' : '["0001"]';
    const head = [`id: "${id}"`, `title: Plan ${id}`, 'phase: one', `status: ${n === 1 ? 'blocked' : 'active'}`];
    const text = ['---', ...head, `depends_on: ${wants}`, 'estimated_passes: 1', '---', `# Plan ${id}`, ''].join('\n');
    writeFileSync(join(folder, `${id}-a-plan.md`), text);
  }
  const script = join(repo, 'agents.yaml');
  writeFileSync(script, 'version: 1\nanswers: []\n');
  const config = { agent: { provider: 'scripted', script: 'agents.yaml' }, forge: { kind: 'local' } };
  writeFileSync(join(repo, 'harness.config.json'), JSON.stringify(config));
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@localhost', ...args], { cwd: repo, stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message=Plans');
}

async function found(path: string): Promise<unknown> {
  for (let left = 600; ; left--) {
    if (statSync(path, { throwIfNoEntry: false })) return JSON.parse(readFileSync(path, 'utf8')) as unknown;
    if (left === 0) throw new Error('the daemon did not come up');
    await delay(100);
  }
}

const rssMb = (pid: number): number => {
  const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1_024;
};

/** User and system time, in hundredths of a second as the kernel counts them. */
const cpuSeconds = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

const journalBytes = (repo: string): number => {
  const runs = join(repo, '.harness', 'runs');
  return readdirSync(runs)
    .map((run) => statSync(join(runs, run, 'journal.jsonl'), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
};
