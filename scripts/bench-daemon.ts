/** Measures an idle daemon with 1,000 plans: its memory, its CPU use and the growth of its journal. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchRow } from './bench-row.ts';

const barMb = 100;
const idleSeconds = 20;
const hour = 3_600;

interface Process {
  readonly pid: number;
  readonly supervisor: { readonly pid: number };
}

export async function measureIdleDaemon(root: string, launcher: string): Promise<readonly BenchRow[]> {
  const repo = join(root, 'daemon');
  thousandPlans(repo);
  const child = spawn(process.execPath, [launcher, 'daemon', 'start', '--port', '0'], { cwd: repo, stdio: 'ignore' });
  try {
    const own = (await readWhenWritten(join(repo, '.orchestrator', 'daemon.json'))) as Process;
    execFileSync(process.execPath, [launcher, 'daemon', 'resume'], { cwd: repo });
    await delay(5_000); // until it has read all plans and is idle
    const [cpu, bytes] = [cpuSeconds(own.pid), journalBytes(repo)];
    await delay(idleSeconds * 1_000);
    const share = (cpuSeconds(own.pid) - cpu) / idleSeconds;
    const growth = ((journalBytes(repo) - bytes) * hour) / idleSeconds;
    console.log(
      `idle daemon: ${(share * 100).toFixed(2)} % of a core; its journal grows by ${growth} bytes per idle hour`,
    );
    console.log(`its supervisor: ${rssMb(own.supervisor.pid).toFixed(0)} MB`);
    const mb = rssMb(own.pid);
    const what = 'memory of an idle daemon with 1,000 plans / 100 MB';
    return [
      { what, baseline: `${barMb} MB`, measured: `${mb.toFixed(0)} MB`, ratio: mb / barMb, bar: 1, is: 'at most' },
      {
        what: 'an idle daemon / a whole core',
        baseline: '1 core',
        measured: `${(share * 100).toFixed(2)} %`,
        ratio: share,
        bar: 0.02,
        is: 'at most',
      },
    ];
  } finally {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
  }
}

/** Writes 1,000 plans that all depend on a blocked one, so that the daemon finds no plan to run. */
function thousandPlans(repo: string): void {
  const folder = join(repo, 'docs', 'exec-plans', 'active');
  mkdirSync(folder, { recursive: true });
  for (let n = 1; n <= 1_000; n++) {
    const id = String(n).padStart(4, '0');
    const dependsOn = n === 1 ? '[]' : '["0001"]';
    const head = [`id: "${id}"`, `title: Plan ${id}`, 'phase: one', `status: ${n === 1 ? 'blocked' : 'active'}`];
    const text = ['---', ...head, `depends_on: ${dependsOn}`, 'estimated_passes: 1', '---', `# Plan ${id}`, ''].join(
      '\n',
    );
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

async function readWhenWritten(path: string): Promise<unknown> {
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

/** User and system time; the kernel counts hundredths of a second. */
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
