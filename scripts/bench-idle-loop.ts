/** Measures the memory of an issue loop that waits for an answer, over 1,000 local issues. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchRow } from './bench-row.ts';

const barMb = 120;
const issues = 1_000;

export async function measureIdleLoop(folder: string, launcher: string): Promise<BenchRow> {
  const repo = join(folder, 'idle-loop');
  writeRepository(repo);
  const child = spawn(process.execPath, [launcher, 'issues', 'start', '--script', 'agents.json'], {
    cwd: repo,
    stdio: 'ignore',
  });
  try {
    await untilAsked(repo);
    await delay(15_000); // until it is idle, and has given memory back
    const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
    const mb = Number(kb) / 1_024;
    return {
      what: 'memory of a loop idle over 1,000 issues / 120 MB',
      baseline: `${barMb} MB`,
      measured: `${mb.toFixed(0)} MB`,
      ratio: mb / barMb,
      bar: 1,
      is: 'at most',
    };
  } finally {
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
  }
}

/** The planner of the first issue asks a question, which the person of the script answers after an hour. */
function writeRepository(repo: string): void {
  const tracker = join(repo, '.harness', 'issues');
  mkdirSync(tracker, { recursive: true });
  const body = 'The page should show it.\n\n- [ ] It has a test.\n- [ ] It works without a network.\n'.repeat(4);
  for (let n = 1; n <= issues; n++)
    writeFileSync(
      join(tracker, `APP-${n}.md`),
      `---\nid: APP-${n}\ntitle: Add the part ${n}\nlabels: [ready]\npriority: ${1 + (n % 4)}\n---\n\n${body}`,
    );
  const plan = { goal: '', subsystems: [], criteria: [], constraints: [], files: [], groups: [], risks: [] };
  const script = {
    version: 1,
    answers: [{ when: { role: 'issues.planner' }, json: { ...plan, blocked: { questions: ['Which page?'] } } }],
    people: [{ when: { header: 'Blocked' }, choose: 'skip', after: 3_600_000 }],
  };
  writeFileSync(join(repo, 'agents.json'), JSON.stringify(script));
  const config = { checks: { test: 'true' }, tracker: { kind: 'local', project: 'app' } };
  writeFileSync(join(repo, 'harness.config.json'), JSON.stringify(config));
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@localhost', ...args], { cwd: repo, stdio: 'ignore' });
  git('init', '--quiet', '--initial-branch=main');
  git('add', 'harness.config.json', 'agents.json');
  git('commit', '--quiet', '--message=Settings');
}

async function untilAsked(repo: string): Promise<void> {
  const runs = join(repo, '.harness', 'runs');
  for (let left = 1_200; left > 0; left--) {
    if (journalsIn(runs).some((text) => text.includes('"at":"asking-blocked"'))) return;
    await delay(100);
  }
  throw new Error('the loop asked nothing');
}

function journalsIn(runs: string): readonly string[] {
  try {
    return readdirSync(runs).map((run) => readFileSync(join(runs, run, 'journal.jsonl'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []; // not started yet
    throw error;
  }
}
