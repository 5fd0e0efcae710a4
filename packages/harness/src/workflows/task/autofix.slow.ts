/** Tests the auto-fix through the command: two gates, a patch that is applied completely or not at all, and one use. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  docs,
  freshVerify,
  generating,
  patchText,
  personAnswer,
  proposing,
  rightSum,
  taskRepository,
  writeTaskSession,
  wrongSum,
} from '../../testing/command-task.ts';

interface Asked {
  readonly questions: readonly {
    id: string;
    header: string;
    question: string;
    options: readonly { label: string }[];
  }[];
}

const patchFile = '.harness/generator/auto_fix_patch.md';
const withoutAutofix = ['Continue to Evaluator', 'Stop'];

test('W-111 W-115 W-152 proposed, confirmed, applied, verified, and never offered again', async () => {
  const repo = taskRepository();
  for (const n of [1, 2, 3, 4, 5]) repo.write(`repo/named${n}.js`, '1\n');
  const named = [
    '../outside.js',
    '.harness/state.json',
    `${docs}/spec.md`,
    'sum.js',
    ...[1, 2, 3, 4, 5].map((n) => `named${n}.js`),
  ];
  const check = repo
    .read('check.mjs')
    .replace('process.exit', `console.error('${named.map((path) => `${path}:1`).join(' ')}');\n  process.exit`);
  repo.write('repo/check.mjs', check);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Names');
  const given = ['spec_path', 'changes_md_path', 'verify_report_path', 'failing_files_list', 'output_path'];
  const rationale = given.map((name) => `${name}={${name}}`).join('\n');
  const answers = [
    generating(wrongSum),
    // Fails the call if its prompt contains file contents instead of paths.
    {
      when: { role: 'task.auto-fix-proposer', prompt: 'const sum|sum adds|is -1' },
      steps: [{ fail: { kind: 'auth' } }],
    },
    proposing(`${patchText()}\n${rationale}\n`, 'auto_fix_patch written — confidence: Low — the sign'),
  ];
  const waits = await repo.task({ answers, people: [personAnswer('Verify', 'Auto-fix proposal', 1)] });
  expect(waits, waits.stdout).toMatchObject({ exitCode: 8 });
  for (const path of named.slice(0, 3))
    expect(waits.stdout, 'W-167').toContain(
      `[harness] ⚠ Path validation failed: ${path} — excluded from Proposer input\n`,
    );
  expect(waits.stdout).toContain('[harness] ℹ Auto-fix model: opus\n');
  expect(repo.read(patchFile), 'W-114').toContain(
    [
      ...[
        `spec_path=${docs}/spec.md`,
        `changes_md_path=${docs}/changes.md`,
        `verify_report_path=${docs}/verify_report.md`,
      ],
      ...['failing_files_list=sum.js', 'named1.js', 'named2.js', 'named3.js', 'named4.js', `output_path=${patchFile}`],
    ].join('\n'),
  );
  const proposed = {
    last_patch_path: patchFile,
    applied: 'proposed',
    triggered_at: expect.stringMatching(/^\d{4}-.*Z$/),
  };
  expect(repo.state()).toMatchObject({ phase: 'verify_done', autofix: proposed, verify: { autofix_attempted: false } });
  // Interrupted before the second gate is answered: it is shown again, and the auto-fix is still available.
  expect(await repo.run('resume')).toMatchObject({ exitCode: 8 });
  const { questions } = await repo.json<Asked>('questions');
  expect(questions[0], 'W-116').toMatchObject({
    header: 'Auto-fix',
    question: expect.stringMatching(/confidence: Low.*The sign is wrong.*⚠/),
  });
  expect(questions[0]?.options.map(({ label }) => label)).toEqual(['Apply patch', 'Reject', 'Stop']);
  expect(repo.read('sum.js')).toBe(wrongSum);

  await repo.run('answer', questions[0]?.id ?? '', 'Apply patch');
  const done = await repo.run('resume');
  expect(done.stdout).toContain('[harness] Applying patch to: sum.js\n');
  expect(done.stdout).toContain('[harness] Verify (Layer 1) complete.');
  expect(done, done.stdout).toMatchObject({ exitCode: 8 });
  expect(repo.read('sum.js')).toBe(rightSum);
  expect(repo.read('.harness/autofix_pre_apply/sum.js')).toBe(wrongSum);
  expect(repo.git('for-each-ref', '--format=%(refname)', 'refs/harness/kept')).not.toBe('');
  expect(repo.state()).toMatchObject({
    phase: 'completed',
    autofix: { ...proposed, applied: 'applied' },
    verify: { layer1_result: 'PASS', layer1_retries: 3, autofix_attempted: true },
  });
});

const bad = (path: string) => patchText(`--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`);
const refused = (path: string) => `[harness] ✗ Diff path validation failed: ${path}\n`;

/** A session before its second gate, with the given patch. */
async function decided(patch: string, choose: string, more: readonly object[] = []) {
  const repo = taskRepository();
  repo.write('repo/a.js', 'a\n');
  symlinkSync('a.js', join(repo.path, 'link.js'));
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=A link');
  writeTaskSession(repo, 'verify_done', {
    scope: 'sum.js, link.js',
    verify: { layer1_result: 'FAIL', layer1_retries: 3 },
    autofix: { last_patch_path: patchFile, applied: 'proposed', triggered_at: '2026-01-01T00:00:00.000Z' },
  });
  repo.write(`repo/${patchFile}`, patch);
  const tree = () =>
    repo.git('stash', 'create') + repo.git('status', '--porcelain', '--untracked-files=all', '--', ':!docs');
  const people = [personAnswer('Session', 'Resume'), personAnswer('Auto-fix', choose), ...more];
  const before = tree();
  const done = await repo.task({ answers: [], people: people as never });
  const { questions } = await repo.json<Asked>('questions');
  return { repo, done, question: questions[0], isUntouched: before === '' && tree() === '' };
}

test.each([
  [
    'a patch without a diff',
    '# Patch\nI have no idea.\n',
    '[harness] ⚠ Patch file is empty or has no diff block — apply skipped\n',
  ],
  ['a patch that leaves the repository', bad('../out.js'), refused('../out.js')],
  ['a patch into .git', bad('.git/config'), refused('.git/config')],
  ['a patch into .harness', bad('.harness/state.json'), refused('.harness/state.json')],
  ['a patch outside the scope', bad('a.js'), refused('a.js')],
  ['a patch through a link', bad('link.js'), refused('link.js')],
  [
    'a patch that does not fit',
    patchText(`--- a/sum.js\n+++ b/sum.js\n@@ -1 +1 @@\n-nothing\n+something\n`),
    'Apply failed — reverted to pre-apply state.',
  ],
])('W-117 W-120 W-156 %s changes no byte, and no second patch is offered', async (_, patch, line) => {
  const { repo, done, question, isUntouched } = await decided(patch, 'Apply patch');
  expect(done.stdout).toContain(line);
  expect(isUntouched).toBe(true);
  expect(done, done.stdout).toMatchObject({ exitCode: 8 });
  expect(question).toMatchObject({ header: 'Verify' });
  expect(question?.question).not.toContain(': .');
  expect(question?.options.map(({ label }) => label)).toEqual(withoutAutofix);
  expect(repo.state()).toMatchObject({
    autofix: { applied: 'rejected' },
    verify: { autofix_attempted: true, layer1_retries: 3 },
  });
});

test('W-39 W-43 W-122 a patch that does not help adds no retry, and Stop exits 8', async () => {
  const worse = patchText(`--- a/sum.js\n+++ b/sum.js\n@@ -1 +1 @@\n-${wrongSum}+export const sum = () => 7;\n`);
  const { repo, done } = await decided(worse, 'Apply patch', [personAnswer('Verify', 'Stop')]);
  expect(done, done.stdout).toMatchObject({ exitCode: 8 });
  expect(done.stdout).toContain('  Latest error: FAIL — test: error: sum.js:1:1 sum(1, 2) is 7');
  expect(repo.read('sum.js')).toContain('7');
  expect(repo.state()).toMatchObject({
    phase: 'verify_done',
    autofix: { applied: 'stopped' },
    verify: { layer1_result: 'FAIL', layer1_retries: 3, autofix_attempted: true },
  });
  const { runs } = await repo.json<{ runs: { status: string }[] }>('runs');
  expect(runs[0]).toMatchObject({ status: 'parked' });
});

test.each([
  ['Reject', 'Verify'],
  ['Stop', undefined],
])('W-118 W-123 %s at the second gate discards the proposal and changes nothing', async (choose, header) => {
  const { repo, done, question, isUntouched } = await decided(patchText(), choose);
  expect(done, done.stdout).toMatchObject({ exitCode: 8 });
  expect(isUntouched).toBe(true);
  expect(question?.header).toBe(header);
  expect(repo.state()).toMatchObject({
    phase: 'verify_done',
    autofix: { applied: 'rejected' },
    verify: { autofix_attempted: true },
  });
  expect(repo.has(patchFile)).toBe(true);
});

test('W-153 W-154 W-155 each of the four sources of a path is validated, and the message names the path', async () => {
  const repo = taskRepository();
  const flag = await repo.run('task', 'x', '--output-dir', 'a/../../b');
  expect(flag).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("output-dir must not contain '..'.") });

  writeTaskSession(repo, 'verify_done', { verify: { ...freshVerify, layer1_result: 'FAIL', layer1_retries: 3 } });
  const named = [
    '../out.js',
    '/etc/passwd.txt',
    'memory/a.js',
    '.harness/state.json',
    '.git/hooks/a.sh',
    `${docs}/spec.md`,
  ];
  repo.write(`repo/${docs}/verify_report.md`, named.map((path) => `error at ${path}:1\n`).join(''));
  const people = [
    personAnswer('Session', 'Resume'),
    personAnswer('Verify', 'Auto-fix proposal', 1),
    personAnswer('Auto-fix', 'Apply patch'),
  ];
  const waits = await repo.task({ answers: [proposing(bad('../out.js'))], people });
  for (const path of named)
    expect(waits.stdout).toContain(`[harness] ⚠ Path validation failed: ${path} — excluded from Proposer input\n`);
  expect(waits.stdout).toContain('[harness] ⚠ No valid file paths found — Proposer input will be empty\n');
  expect(waits.stdout).toContain(refused('../out.js'));
  await repo.run('stop', await repo.newest());

  writeTaskSession(repo, 'generate_ready', { docs_path: '../elsewhere/' });
  const recovered = await repo.task({
    answers: [],
    people: [personAnswer('Session', 'Resume'), personAnswer('Spec', 'Stop')],
  });
  expect(recovered.stdout, 'W-175').toContain('[harness] ⚠ Recovered docs_path failed validation: ../elsewhere/');
});

test('W-112 a failed proposal ends the run with its own code, and can be repeated', async () => {
  const repo = taskRepository();
  writeTaskSession(repo, 'verify_done', { verify: { ...freshVerify, layer1_result: 'FAIL', layer1_retries: 3 } });
  const people = [personAnswer('Session', 'Resume'), personAnswer('Verify', 'Auto-fix proposal')];
  const failing = { when: { role: 'task.auto-fix-proposer' }, steps: [{ fail: { kind: 'auth' } }], reply: '' };
  const lost = await repo.task({ answers: [failing], people });
  expect(lost, lost.stdout).toMatchObject({ exitCode: 1 });
  expect(repo.state()).toMatchObject({ autofix: { applied: 'proposed' }, verify: { autofix_attempted: false } });
  const waits = await repo.task({ answers: [proposing(patchText())], people });
  expect(waits, waits.stdout).toMatchObject({ exitCode: 8 });
  expect((await repo.json<Asked>('questions')).questions[0]).toMatchObject({ header: 'Auto-fix' });
});
