/** Tests Step 8 through the command: commits first, then deletes, and only the files of this run. */
import { readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  docs,
  freshVerify,
  generating,
  patchText,
  personAnswer,
  rightSum,
  type TaskRepository,
  taskRepository,
  writeTaskSession,
  wrongSum,
} from '../../testing/command-task.ts';

interface Asked {
  readonly questions: readonly { id: string; header: string; options: readonly { label: string }[] }[];
}

const answers = [generating(rightSum)];
const papers = ['changes.md', 'qa_report.md', 'spec.md', 'verify_report.md'];
const committed = (repo: TaskRepository) =>
  repo
    .git('diff', '--name-only', 'main', 'harness/repair-sum')
    .split('\n')
    .filter((path) => path !== '');

/** Files of other tools below `.harness`; this run must not delete them (C-01). */
const others = ['features.json', 'sessions/x/summary.md', 'learnings.md'].map((name) => `.harness/${name}`);
function withOthers(): TaskRepository {
  const repo = taskRepository();
  repo.write('repo/.harness/.gitignore', '*\n');
  for (const path of others) repo.write(`repo/${path}`, 'theirs\n');
  return repo;
}
function expectCleared(repo: TaskRepository): void {
  for (const path of others) expect(repo.read(path)).toBe('theirs\n');
  const left = readdirSync(join(repo.path, '.harness')).sort();
  for (const name of ['state.json', 'planner', 'generator', 'conventions.md', 'autofix_pre_apply'])
    expect(left).not.toContain(name);
}

test('W-141 W-144 W-146 code only: one commit of code and notes, then the session and all other documents are deleted', async () => {
  const repo = withOthers();
  repo.write('repo/.gitignore', 'critic_findings.md\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Ignore some');
  for (const name of ['qa_notes', 'critic_findings', 'conventions']) repo.write(`repo/${docs}/${name}.md`, `${name}\n`);
  const done = await repo.task({ answers, people: [personAnswer('Commit', 'Commit code only')] });
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(committed(repo)).toEqual([`${docs}/conventions.md`, `${docs}/qa_notes.md`, 'sum.js']);
  expect(repo.git('log', '--format=%s', 'main..harness/repair-sum')).toBe('Repair sum');
  expect(repo.git('show', `harness/repair-sum:${docs}/qa_notes.md`)).toBe('qa_notes');
  expect(done.stdout, 'W-145').toContain(
    `[harness] ⚠ ${docs}/critic_findings.md could not be staged: it is ignored by git.`,
  );
  const position = done.stdout.indexOf(`[harness] To be deleted after the commit: ${docs}/\n`);
  expect(position).toBeGreaterThan(-1);
  expect(readdirSync(join(repo.path, docs)).sort()).toEqual(['conventions.md', 'qa_notes.md']); // as committed
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(repo.read('sum.js')).toBe(rightSum);
  expectCleared(repo);
  // Files without a commit are kept under a ref.
  const kept = repo.git('for-each-ref', '--format=%(refname)', 'refs/harness/kept').split('\n').at(-1) ?? '';
  expect(repo.git('show', `${kept}:${docs}/critic_findings.md`)).toBe('critic_findings');
  expect(repo.git('rev-parse', 'main')).toBe(repo.git('rev-parse', 'harness/repair-sum~1'));
});

test('W-147 W-162 W-163 commit all: the documents of the session are committed, and intermediate files are deleted', async () => {
  const repo = withOthers();
  const done = await repo.task({ answers, people: [personAnswer('Commit', 'Commit all')] });
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(committed(repo)).toEqual([...papers.map((name) => `${docs}/${name}`), 'sum.js']);
  expect(repo.git('status', '--porcelain')).toBe('');
  expect(readdirSync(join(repo.path, docs)).sort()).toEqual(papers);
  expectCleared(repo);
});

test('W-147 no commit: code and documents stay, and only the session is deleted', async () => {
  const repo = withOthers();
  const done = await repo.task({ answers, people: [personAnswer('Commit', 'No commit')] });
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(committed(repo)).toEqual([]);
  expect(readdirSync(join(repo.path, docs)).sort()).toEqual(papers);
  expect(repo.read('sum.js')).toBe(rightSum);
  expectCleared(repo);
});

test('W-147 W-170 a folder without git or configuration needs no setup: the output names the documents, and no commit is offered', async () => {
  const repo = withOthers();
  for (const path of ['.git', 'harness.config.json']) rmSync(join(repo.path, path), { recursive: true });
  repo.write('repo/package.json', '{ "type": "module", "scripts": { "test": "node check.mjs" } }\n');
  const done = await repo.task({ answers });
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain(`[harness] Spec, changes and reports are in ${docs}/`);
  expect(done.stdout).not.toContain('Branch');
  for (const row of ['Language  : typescript', 'Test      : npm test', 'Lint      : none'])
    expect(done.stdout).toContain(row);
  expect(readdirSync(join(repo.path, docs)).sort()).toEqual(papers);
  expectCleared(repo);
});

/** A run that waits only for its commit. */
async function atCommit(): Promise<{ repo: TaskRepository; id: string }> {
  const repo = withOthers();
  const waits = await repo.task({ answers });
  expect(waits, waits.stdout).toMatchObject({ exitCode: 8 });
  const { questions } = await repo.json<Asked>('questions');
  expect(
    questions[0]?.options.map(({ label }) => label),
    'W-143',
  ).toEqual(['Commit code only (Recommended)', 'Commit all', 'No commit']);
  return { repo, id: questions[0]?.id ?? '' };
}

test('W-140 W-144 a documents folder that became a link is not emptied: nothing is staged or deleted, and the question is repeated', async () => {
  const { repo, id } = await atCommit();
  renameSync(join(repo.path, docs), join(repo.path, '../elsewhere'));
  symlinkSync('../../../elsewhere', join(repo.path, docs));
  await repo.run('answer', id, 'Commit code only');
  const waits = await repo.run('resume');
  expect(waits, waits.stdout).toMatchObject({ exitCode: 8 });
  expect(waits.stdout).toContain(
    '[harness] ⚠ The documents folder cannot be deleted safely (link): no file was staged or deleted.',
  );
  expect(readdirSync(join(repo.path, '../elsewhere')).sort()).toEqual(papers);
  expect(committed(repo)).toEqual([]);
  expect(repo.git('diff', '--cached', '--name-only')).toBe('');
  expect(repo.has('.harness/state.json')).toBe(true);
  const { questions } = await repo.json<Asked>('questions');
  expect(questions[0]?.options.map(({ label }) => label)).toEqual(['Commit all', 'No commit']);
});

test('W-144 a failed commit deletes nothing', async () => {
  const { repo, id } = await atCommit();
  repo.write('repo/.git/refs/heads/harness/repair-sum.lock', '');
  await repo.run('answer', id, 'Commit code only');
  const done = await repo.run('resume');
  expect(done, done.stdout).toMatchObject({ exitCode: 1 });
  expect(readdirSync(join(repo.path, docs)).sort()).toEqual(papers);
  expect(repo.has('.harness/state.json')).toBe(true);
  expect(repo.read('sum.js')).toBe(rightSum);
  expect(committed(repo)).toEqual([]);
});

test('W-126 W-160 a found session in a large repository knows its own change and commits on its own branch', async () => {
  const repo = taskRepository();
  for (let n = 0; n < 25; n++) repo.write(`repo/old/${n}.js`, '1\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Many');
  repo.write('repo/sum.js', rightSum);
  writeTaskSession(repo, 'generate_done', { branch: 'harness/of-another-time' });
  const people = [personAnswer('Session', 'Resume'), personAnswer('Commit', 'Commit code only')];
  const done = await repo.task({ answers: [listing], people });
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(committed(repo)).toEqual(['sum.js']);
  expect(repo.git('branch', '--show-current')).toBe('harness/repair-sum');
});

test('W-119 W-126 W-147 without git a patch is applied with backup copies, and changes.md lists the changes', async () => {
  const repo = taskRepository();
  rmSync(join(repo.path, '.git'), { recursive: true });
  writeTaskSession(repo, 'verify_done', {
    has_git: false,
    verify: { ...freshVerify, layer1_result: 'FAIL', layer1_retries: 3 },
    autofix: { last_patch_path: '.harness/generator/auto_fix_patch.md', applied: 'proposed', triggered_at: null },
  });
  repo.write('repo/.harness/generator/auto_fix_patch.md', patchText());
  const people = [personAnswer('Session', 'Resume'), personAnswer('Auto-fix', 'Apply patch')];
  const waits = await repo.task({ answers: [{ ...listing, reply: 'FAIL L3 — slow' }], people });
  expect(waits, waits.stdout + waits.stderr).toMatchObject({ exitCode: 8 });
  expect(repo.read('sum.js')).toBe(rightSum);
  expect(repo.read('.harness/autofix_pre_apply/sum.js')).toBe(wrongSum);
  expect(repo.read(`${docs}/qa_report.md`)).toContain('changed: sum.js\n');
  const { questions } = await repo.json<Asked>('questions');
  await repo.run('answer', questions[0]?.id ?? '', 'Accept as-is');
  const done = await repo.run('resume');
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain(`[harness] Spec, changes and reports are in ${docs}/`);
  expect(repo.has('.harness/autofix_pre_apply')).toBe(false);
});

/** Records the files named in its prompt. */
const listing = {
  when: { role: 'task.evaluator' },
  steps: [
    { write: { path: '{qa_report_path}', text: '### Verdict: PASS\nchanged: {changed_files_list}' } },
  ] as object[],
  reply: 'PASS — all met',
};

test('W-139 W-140 a task named like the memory folder of the team never deletes that folder', async () => {
  const repo = withOthers();
  repo.write('repo/docs/harness/memory/lesson.md', 'what we know\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Memory');
  const args = repo.asked({ answers, people: [personAnswer('Commit', 'Commit code only')] });
  const done = await repo.run(...args, '--output-dir', 'docs/harness/memory');
  expect(done, done.stdout).toMatchObject({ exitCode: 8 });
  expect(done.stdout).toContain(
    '[harness] ⚠ The documents folder cannot be deleted safely (memory): no file was staged or deleted.',
  );
  expect(repo.git('rev-parse', 'main')).toBe(repo.git('rev-parse', 'harness/repair-sum'));
  expect(repo.read('docs/harness/memory/lesson.md')).toBe('what we know\n');
});
