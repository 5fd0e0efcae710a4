/** Tests a task that is killed at bad moments: it continues at its phase, repeats nothing and loses nothing. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../testing/command.ts';
import {
  changesReport,
  docs,
  evaluating,
  freshVerify,
  generating,
  patchText,
  personAnswer,
  proposing,
  rightSum,
  type TaskRepository,
  type TaskScript,
  taskRepository,
  writeTaskSession,
  wrongSum,
} from '../../testing/command-task.ts';

const realGit = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();

/** A git that hangs on one command, before or after it has run it. */
function stuckGit(repo: TaskRepository, when: 'before' | 'after', words: string) {
  const marker = join(repo.path, '../stuck');
  const first = when === 'after' ? `${realGit} "$@"` : ':';
  const file = repo.write(
    'bin/git',
    `#!/bin/sh\ncase "$*" in ${words}) ${first}; echo $$ > '${marker}'; exec sleep 60;; esac\nexec ${realGit} "$@"\n`,
  );
  chmodSync(file, 0o755);
  const isStuck = () => (existsSync(marker) && readFileSync(marker, 'utf8').endsWith('\n') ? true : undefined);
  return {
    env: { PATH: `${join(file, '..')}:${process.env['PATH']}` },
    isStuck,
    end: () => process.kill(Number(readFileSync(marker, 'utf8')), 'SIGKILL'),
  };
}

/** Starts a task, kills its process as soon as a condition holds, and ends the processes it left. */
async function killedWhen(
  repo: TaskRepository,
  cast: TaskScript,
  is: () => true | undefined,
  { env = {}, end = () => {} }: { env?: Readonly<Record<string, string>>; end?: () => unknown } = {},
): Promise<void> {
  const running = repo.start(repo.asked(cast), env);
  await Promise.race([
    until(is),
    running.finished.then(({ stdout, stderr }) => Promise.reject(new Error(stdout + stderr))),
  ]);
  running.child.kill('SIGKILL');
  end();
  await running.finished;
}

/** The text of all journals of a repository. */
function journals(repo: TaskRepository): string {
  const runs = join(repo.path, '.harness/runs');
  const files = existsSync(runs) ? readdirSync(runs).map((run) => join(runs, run, 'journal.jsonl')) : [];
  return files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')).join('');
}

const codeOnly = personAnswer('Commit', 'Commit code only');
const commits = (repo: TaskRepository) => repo.git('log', '--format=%s', 'main..harness/repair-sum');

test('W-25 killed while it implements: the existing files are verified, neither discarded nor implemented again', async () => {
  const repo = taskRepository();
  const answers = [
    {
      when: { role: 'task.generator-single', attempt: 1 },
      steps: [
        { write: { path: 'sum.js', text: rightSum } },
        { write: { path: 'half.js', text: 'half\n' } },
        { hang: true },
      ],
      reply: 'never',
    },
    { when: { role: 'task.generator-single', attempt: 2 }, steps: [changesReport], reply: '1 files changed — sum.js' },
  ];
  await killedWhen(repo, { answers, people: [codeOnly] }, () => (repo.has('half.js') ? true : undefined));
  const done = await repo.run('resume');
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  // Layer 1 fails because changes.md is missing: one more implementation, with the work still there.
  const verify = done.stdout.indexOf('[harness] Phase: Verify');
  expect(verify).toBeGreaterThan(-1);
  expect(done.stdout.indexOf('task.generator-single is working')).toBeGreaterThan(verify);
  expect(done.stdout).toContain('FAIL — products: changes.md was not written');
  expect(commits(repo)).toBe('Repair sum');
  expect(repo.git('show', '--format=', '--name-only', 'harness/repair-sum').split('\n')).toEqual(['half.js', 'sum.js']);
  expect(repo.git('show', 'harness/repair-sum:sum.js')).toBe(rightSum.trimEnd());
});

/** The first evaluation finds a fault that no test finds; the second one passes. */
const twoRounds = [evaluating('FAIL L3 — no comment', 'FAIL', 1), evaluating('PASS — all met', 'PASS', 2)];
const fixing = { people: [personAnswer('QA', 'Fix'), codeOnly] };
const commented = `// adds two numbers\n${rightSum}`;
const secondReport = { write: { path: '{changes_path}', text: '# Round 2 Changes\n- sum.js — a comment\n' } };

test.each([
  ['wrote nothing', []],
  ['wrote a part', [{ write: { path: 'half.js', text: 'half\n' } }]],
])('W-137 killed during the fix of round 2, which %s: the fix is made before the task is done', async (_, begun) => {
  const repo = taskRepository();
  const answers = [
    generating(rightSum, { when: { attempt: 1 } }),
    { when: { role: 'task.generator-single', attempt: 2 }, steps: [...begun, { hang: true }], reply: 'never' },
    generating(commented, { when: { attempt: 3 }, steps: [secondReport] }),
    ...twoRounds,
  ];
  const calls = () => journals(repo).split('"agent.started"').length - 1;
  const isFixing = () => (calls() >= 4 && (begun.length === 0 || repo.has('half.js')) ? true : undefined);
  await killedWhen(repo, { answers, ...fixing }, isFixing);
  const done = await repo.run('resume');
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(repo.git('show', 'harness/repair-sum:sum.js')).toBe(commented.trimEnd());
});

test('W-28 killed during the evaluation of round 2: the report of round 1 is not taken for its verdict', async () => {
  const repo = taskRepository();
  const answers = [
    generating(rightSum, { when: { attempt: 1 } }),
    generating(commented, { when: { attempt: 2 }, steps: [secondReport] }),
    evaluating('FAIL L3 — no comment', 'PASS', 1),
    { when: { role: 'task.evaluator', attempt: 2 }, steps: [{ hang: true }], reply: 'never' },
    evaluating('FAIL L3 — still wrong', 'FAIL', 3),
  ];
  const calls = () => journals(repo).split('"agent.started"').length - 1;
  await killedWhen(repo, { answers, ...fixing }, () => (calls() >= 5 ? true : undefined));
  const waits = await repo.run('resume');
  expect(waits.stdout).toContain('FAIL L3 — still wrong');
  expect(commits(repo)).toBe('');
});

/** A session before its first gate. */
function exhausted() {
  const repo = taskRepository();
  writeTaskSession(repo, 'verify_done', { verify: { ...freshVerify, layer1_result: 'FAIL', layer1_retries: 3 } });
  return repo;
}
const resuming = [personAnswer('Session', 'Resume'), personAnswer('Verify', 'Auto-fix proposal')];

test('W-112 killed while a fix is proposed: the auto-fix is still available, and it is proposed again', async () => {
  const repo = exhausted();
  const hanging = { when: { role: 'task.auto-fix-proposer', attempt: 1 }, steps: [{ hang: true }], reply: 'never' };
  const isAsked = () => (journals(repo).includes('agent.started') ? true : undefined);
  await killedWhen(repo, { answers: [hanging, proposing(patchText())], people: resuming }, isAsked);
  const waits = await repo.run('resume');
  expect(waits, waits.stdout).toMatchObject({ exitCode: 8 });
  expect(repo.state()).toMatchObject({ autofix: { applied: 'proposed' }, verify: { autofix_attempted: false } });
  const { questions } = await repo.json<{ questions: { header: string }[] }>('questions');
  expect(questions[0]).toMatchObject({ header: 'Auto-fix' });
});

test('W-121 W-122 killed while a patch is applied: it is applied once, and verified', async () => {
  const repo = exhausted();
  const git = stuckGit(repo, 'before', '*" apply "*');
  const people = [...resuming, personAnswer('Auto-fix', 'Apply patch'), codeOnly];
  await killedWhen(repo, { answers: [proposing(patchText())], people }, git.isStuck, git);
  expect(repo.read('sum.js')).toBe(wrongSum);
  const done = await repo.run('resume');
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain('[harness] Verify (Layer 1) complete.');
  expect(commits(repo)).toBe('Repair sum');
  expect(repo.git('show', 'harness/repair-sum:sum.js')).toBe(rightSum.trimEnd());
});

test.each(['before', 'after'] as const)(
  'W-144 W-146 killed %s the branch is moved: one commit, then the cleanup',
  async (when) => {
    const repo = taskRepository();
    repo.write(`repo/${docs}/qa_notes.md`, 'notes\n');
    const git = stuckGit(repo, when, '*"update-ref -m commit:"*');
    await killedWhen(repo, { answers: [generating(rightSum)], people: [codeOnly] }, git.isStuck, git);
    expect(repo.has(`${docs}/spec.md`)).toBe(true); // no file is deleted before the commit
    const done = await repo.run('resume');
    expect(done, done.stdout).toMatchObject({ exitCode: 0 });
    expect(commits(repo)).toBe('Repair sum');
    expect(repo.git('show', `harness/repair-sum:${docs}/qa_notes.md`)).toBe('notes');
    expect(repo.has(`${docs}/spec.md`)).toBe(false);
    expect(repo.has('.harness/state.json')).toBe(false);
    expect(repo.git('diff', '--cached', '--name-only')).toBe('');
  },
);
