import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { startTimeOf } from '@harness/effects/process/process-identity';
import { describe, expect, test } from 'vitest';
import { lines, type Repository, type RunningCommand, repository, until } from '../testing/command.ts';
import { implementerAnswer, reviewerAnswer, script } from '../testing/scripts.ts';

interface Shown {
  status: string;
  costUsd: number;
  calls: {
    role: string;
    outcome: string | null;
    attempt: number;
    tries: { outcome: string | null; costUsd: number }[];
  }[];
  timeline: { type: string; pid?: number }[];
}

const slow = { steps: [{ write: { path: 'work.txt', text: 'pass {attempt}\n' } }, { sleep: 1_500 }] };

/** A run whose implementer is working and has written a file. */
async function startWorking(
  steps: readonly unknown[] = slow.steps,
  ...more: readonly string[]
): Promise<{ repo: Repository; running: RunningCommand; id: string }> {
  const repo = repository();
  const agents = script(repo, [
    implementerAnswer({ times: 1, steps }),
    implementerAnswer({ steps: [{ write: { path: 'work.txt', text: 'again\n' } }] }),
    reviewerAnswer(),
  ]);
  const running = repo.start(['converge', 'Do it', '--check', 'true', '--script', agents, ...more]);
  const id = await until(async () => (await repo.newest()) || undefined);
  const work = join(repo.path, '.harness', 'worktrees', id, 'work.txt');
  await until(() => (existsSync(work) ? true : undefined));
  return { repo, running, id };
}

const statusOf = async (repo: Repository) => (await repo.json<{ runs: { status: string }[] }>('runs')).runs[0]?.status;

describe('a run whose process dies', () => {
  test('repeats the call under its number, from the restored lane, and keeps the earlier work', async () => {
    const { repo, running, id } = await startWorking();
    expect(await statusOf(repo)).toBe('running');
    running.child.kill('SIGKILL');
    await running.finished;
    expect(await statusOf(repo)).toBe('parked');
    expect((await repo.run('resume')).exitCode).toBe(0);
    const shown = await repo.json<Shown>('show', id);
    expect(shown.calls[0]).toMatchObject({
      attempt: 1,
      outcome: 'ok',
      tries: [{ outcome: 'aborted' }, { outcome: 'ok' }],
    });
    expect(repo.git('show', 'harness/do-it:work.txt')).toBe('again');
    expect(repo.git('show', `refs/harness/kept/${id}/1:work.txt`)).toBe('pass 1');
  });

  test('leaves no orphan without a sandbox: processes of its agent are ended before the run continues', async () => {
    const steps = [{ write: { path: 'work.txt', text: 'x' } }, { run: 'setsid sleep 300 & echo $! > pid; sleep 300' }];
    const { repo, running, id } = await startWorking(steps, '--sandbox', 'off');
    const pidFile = join(repo.path, '.harness', 'worktrees', id, 'pid');
    const orphan = Number(
      await until(() => (existsSync(pidFile) && readFileSync(pidFile, 'utf8').trim()) || undefined),
    );
    running.child.kill('SIGKILL');
    await running.finished;
    expect(startTimeOf(orphan)).toBeDefined();
    expect((await repo.run('resume')).exitCode).toBe(0);
    expect(startTimeOf(orphan)).toBeUndefined();
    const { timeline } = await repo.json<Shown>('show', id);
    expect(timeline.some(({ type }) => type === 'process.ended')).toBe(true);
  });
});

describe('shutdown', () => {
  test('counts the usage of an interrupted try', async () => {
    const { repo, running, id } = await startWorking();
    running.child.kill('SIGINT');
    await running.finished;
    await repo.run('resume');
    const shown = await repo.json<Shown>('show', id);
    expect(shown.costUsd).toBe(0.03);
    expect(shown.calls[0]?.tries).toMatchObject([
      { outcome: 'aborted', costUsd: 0.01 },
      { outcome: 'ok', costUsd: 0.01 },
    ]);
  });

  test('a closed output pipe does not end the run', async () => {
    const { repo, running } = await startWorking();
    running.child.stdout?.destroy();
    running.child.stderr?.destroy();
    expect((await running.finished).exitCode).toBe(0);
    expect(await statusOf(repo)).toBe('done');
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s parks the run and exits %i', async (signal, code) => {
    const { repo, running } = await startWorking();
    running.child.kill(signal);
    const { exitCode, stdout } = await running.finished;
    expect(exitCode).toBe(code);
    expect(stdout).toContain('harness resume');
    expect(await statusOf(repo)).toBe('parked');
    expect((await repo.run('resume')).exitCode).toBe(0);
  });
});

describe('two processes on one run', () => {
  test('the second is refused and names the pid of the first', async () => {
    const { repo, running, id } = await startWorking();
    const { exitCode, stdout } = await repo.run('resume', id, '--json');
    expect(exitCode).toBe(1);
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string; next: string } };
    expect(error.code).toBe('run.owned');
    expect(error.message).toContain(String(running.child.pid));
    expect(error.next).toContain('--take-over');
    expect((await running.finished).exitCode).toBe(0);
  });

  test('`--take-over` takes a run from a suspended owner, which cannot write when it continues', async () => {
    const { repo, running, id } = await startWorking();
    running.child.kill('SIGSTOP');
    expect((await repo.run('resume', id, '--take-over')).exitCode).toBe(0);
    const before = readFileSync(repo.journal(id), 'utf8');
    running.child.kill('SIGCONT');
    await running.finished;
    expect(readFileSync(repo.journal(id), 'utf8')).toBe(before);
    expect(repo.git('rev-list', '--count', 'main..harness/do-it')).toBe('1');
  });

  test('a stop from another process ends the run; it cannot be resumed, and its work stays reachable', async () => {
    const { repo, running, id } = await startWorking();
    expect((await repo.run('stop', id)).exitCode).toBe(0);
    expect((await running.finished).exitCode).toBe(1);
    expect(await statusOf(repo)).toBe('stopped');
    expect(repo.git('show', `refs/harness/kept/${id}/1:work.txt`)).toBe('pass 1');
    expect(repo.git('branch', '--list', 'harness/*')).toBe('');
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
    const resumed = await repo.run('resume', id);
    expect(resumed.exitCode).toBe(1);
    expect(resumed.stderr).toContain('stopped');
  });
});

describe('a journal', () => {
  const parked = async () => {
    const { repo, running, id } = await startWorking();
    running.child.kill('SIGKILL');
    await running.finished;
    return { repo, id, journal: repo.journal(id) };
  };

  test('with an incomplete last line is repaired: a notice is printed, and the cut bytes are kept', async () => {
    const { repo, id, journal } = await parked();
    appendFileSync(journal, '{"type":"mov');
    expect((await repo.run('show', id)).exitCode).toBe(0);
    const { exitCode, stdout } = await repo.run('resume', id);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('repaired');
    expect(readFileSync(`${journal}.torn-1`, 'utf8')).toBe('{"type":"mov');
  });

  test('with a wrong, missing, doubled or swapped line is refused by file and line, and left unchanged', async () => {
    const { repo, id, journal } = await parked();
    const all = lines(journal);
    const at = all.findIndex((line) => line.includes('open-lane'));
    const [own = '', next = ''] = all.slice(at);
    const damages: readonly (readonly [readonly string[], number])[] = [
      [all.with(at, own.replace('open-lane', 'oben-lane')), at + 1],
      [all.toSpliced(at, 1), at + 1],
      [all.toSpliced(at, 0, own), at + 2],
      [all.with(at, next).with(at + 1, own), at + 1],
    ];
    for (const [changed, line] of damages) {
      const damaged = `${changed.join('\n')}\n`;
      writeFileSync(journal, damaged);
      for (const command of ['resume', 'show', 'logs']) {
        const { exitCode, stderr } = await repo.run(command, id);
        expect(exitCode).toBe(1);
        expect(stderr).toContain(`journal.jsonl is damaged at line ${line}`);
      }
      expect((await repo.json<{ runs: unknown[] }>('runs')).runs).toMatchObject([{ id, status: 'failed' }]);
      expect(readFileSync(journal, 'utf8')).toBe(damaged);
    }
  });

  test('on a full disk: exit 1, and the journal is unchanged', async () => {
    const { repo, id, journal } = await parked();
    const before = readFileSync(journal, 'utf8');
    // A limit on file size acts like a full disk, for this process only.
    const blocks = Math.ceil(before.length / 512);
    const launcher = join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'cli', 'harness.mjs');
    const limited = `trap "" XFSZ; ulimit -f ${blocks}; exec "${process.execPath}" "${launcher}" resume ${id} --json`;
    const { execFile } = await import('node:child_process');
    const result = await new Promise<{ code: number; stdout: string }>((resolve) =>
      execFile('/bin/sh', ['-c', limited], { cwd: repo.path }, (error, stdout) =>
        resolve({ code: Number(error?.code ?? 0), stdout }),
      ),
    );
    expect(result.code).toBe(1);
    expect(JSON.parse(result.stdout)).toMatchObject({ error: { code: 'store.unwritable' } });
    expect(readFileSync(journal, 'utf8').startsWith(before)).toBe(true);
    expect((await repo.run('resume', id)).exitCode).toBe(0);
  });

  test('in a folder that is not writable: exit 1, and no run starts', async () => {
    const repo = repository();
    writeFileSync(join(repo.path, '.harness'), 'a file is in the way');
    const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
    const { exitCode, stdout } = await repo.run('converge', 'x', '--check', 'true', '--script', agents, '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'store.unwritable' } });
    expect(repo.git('branch', '--list', 'harness/*')).toBe('');
    chmodSync(join(repo.path, '.harness'), 0o600);
  });
});

describe('a folder of runs', () => {
  test('that contains other files is listed without them', async () => {
    const { repo, running, id } = await startWorking();
    await running.finished;
    const runs = join(repo.path, '.harness', 'runs');
    writeFileSync(join(runs, '.DS_Store'), '');
    mkdirSync(join(runs, 'empty'));
    mkdirSync(join(runs, 'odd', 'journal.jsonl'), { recursive: true });
    const listed = await repo.json<{ runs: { id: string; status: string }[] }>('runs');
    expect(listed.runs.map(({ id: name, status }) => `${name} ${status}`).sort()).toEqual(
      [`${id} done`, 'odd failed'].sort(),
    );
    expect((await repo.run('show', 'odd')).exitCode).toBe(1);
  });
});

describe('resume', () => {
  test('restores a lane that was removed with its branch', async () => {
    const repo = repository();
    const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
    await repo.run('converge', 'Gone', '--check', 'grep -q "pass 2" work.txt', '--passes', '1', '--script', agents);
    const id = await repo.newest();
    rmSync(join(repo.path, '.harness', 'worktrees'), { recursive: true });
    repo.git('worktree', 'prune');
    repo.git('branch', '-D', 'harness/gone');
    await repo.run('answer', id, 'one more pass');
    expect((await repo.run('resume', id)).exitCode).toBe(0);
    expect(repo.git('show', 'harness/gone:work.txt')).toBe('pass 2');
  });

  test('with a missing script says how to give another', async () => {
    const repo = repository();
    const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
    await repo.run('converge', 'Gone', '--check', 'false', '--passes', '1', '--script', agents);
    rmSync(agents);
    const { exitCode, stderr } = await repo.run('resume');
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/harness resume gone-\w+ --script/);
  });

  test('without a run id lists the unfinished runs if there are several', async () => {
    const repo = repository();
    const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
    for (const task of ['One', 'Two'])
      await repo.run('converge', task, '--check', 'false', '--passes', '1', '--script', agents);
    const { exitCode, stderr } = await repo.run('resume');
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/one-\w+/);
    expect(stderr).toMatch(/two-\w+/);
  });

  test('keeps the recorded script, and a flag overrides it', async () => {
    const repo = repository();
    const agents = script(repo, [implementerAnswer(), reviewerAnswer()]);
    await repo.run('converge', 'Do it', '--check', 'grep -q better work.txt', '--passes', '1', '--script', agents);
    await repo.run('answer', await repo.newest(), 'one more pass');
    const better = repo.write('better.yaml', readFileSync(agents, 'utf8').replace('pass {attempt}', 'better'));
    expect((await repo.run('resume', '--script', better)).exitCode).toBe(0);
    expect(readdirSync(join(repo.path, '.harness', 'runs'))).toHaveLength(1);
  });
});

test('a stop before the lane is open leaves no worktree, branch or claim', async () => {
  const { repo, running, id } = await startWorking();
  running.child.kill('SIGKILL');
  await running.finished;
  const all = lines(repo.journal(id));
  const opening = all.findIndex((line) => line.includes('open-lane'));
  writeFileSync(repo.journal(id), `${all.slice(0, opening + 1).join('\n')}\n`);
  expect((await repo.run('stop', id)).exitCode).toBe(0);
  expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/harness', 'refs/harness/lanes')).toBe('');
});
