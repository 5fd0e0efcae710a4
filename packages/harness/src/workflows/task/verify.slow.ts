/** Tests Layer 1 through the command: exit codes decide, each retry is one implementation, then the first gate. */
import { expect, test } from 'vitest';
import {
  docs,
  evaluating,
  generating,
  personAnswer,
  rightSum,
  type TaskDocument,
  taskRepository,
  wrongSum,
} from '../../testing/command-task.ts';

const report = `${docs}/verify_report.md`;
const keepReport = (name: string) => ({ run: `cp ${report} kept/${name}` });
const accepting = [personAnswer('Commit', 'No commit')];
const try_ = (attempt: number, text: string, ...steps: readonly object[]) =>
  generating(text, { when: { attempt }, steps: steps as never });

interface Asked {
  readonly questions: readonly { id: string; header: string; options: readonly { label: string }[] }[];
}

test('W-105 W-109 W-110 three retries, then a person: stop, resume, continue although it is red', async () => {
  const repo = taskRepository();
  // A check runs in a clean room, so it names the checkout; without a sandbox it may write there.
  const states = `cp ${repo.path}/.harness/state.json ${repo.path}/kept/seen-$(ls ${repo.path}/kept | grep -c seen).json`;
  repo.write('repo/harness.config.json', JSON.stringify({ checks: { test: `${states}; node check.mjs` } }));
  repo.git('commit', '--quiet', '--all', '--message=Keep the states');
  const evaluator = {
    when: { role: 'task.evaluator' },
    steps: [{ write: { path: '{qa_report_path}', text: '### Verdict: PASS\n{verify_context}\n' } }],
    reply: 'PASS — all met',
  };
  const waits = await repo.task({ answers: [generating(wrongSum), evaluator] }, '--sandbox', 'off');
  expect(waits, waits.stdout).toMatchObject({ exitCode: 8 });
  const output = waits.stdout.split('\n').map((line) => line.slice('00:00:00 · '.length));
  const failure = 'FAIL — test: error: sum.js:1:1 sum(1, 2) is -1';
  for (const attempt of [1, 2, 3]) {
    const at = output.indexOf(`[harness] Verify (Layer 1) FAIL — retrying Generator (attempt ${attempt}/3)`);
    expect(output[at + 1], 'W-166').toBe(`  ${failure}`);
  }
  const at = output.indexOf('[harness] Verify (Layer 1) FAIL — max retries reached (3/3)');
  expect(output.slice(at + 1, at + 3), 'W-173').toEqual([`  Latest error: ${failure}`, `  See: ${report}`]);
  // The first run is on the base. Each entry starts without a result; the first has no retry count, a retry has its own.
  const seen = [1, 2, 3, 4].map((n) => JSON.parse(repo.read(`kept/seen-${n}.json`)) as TaskDocument);
  expect(seen.map(({ phase, verify }) => [phase, verify['layer1_result'], verify['layer1_retries']])).toEqual(
    [0, 1, 2, 3].map((retries) => ['verifying', null, retries]),
  );
  const times = [...seen, repo.state()].map(({ updated_at }) => updated_at);
  expect(new Set(times).size).toBe(5);
  expect(times).toEqual([...times].sort());
  expect(repo.state()).toMatchObject({
    phase: 'verify_done',
    verify: { layer1_result: 'FAIL', layer1_retries: 3, autofix_attempted: false },
    autofix: null,
  });
  const { questions } = await repo.json<Asked>('questions');
  expect(questions[0]).toMatchObject({ header: 'Verify' });
  expect(questions[0]?.options.map(({ label }) => label)).toEqual([
    'Auto-fix proposal',
    'Continue to Evaluator',
    'Stop',
  ]);

  await repo.run('answer', questions[0]?.id ?? '', 'Stop');
  expect(await repo.run('resume')).toMatchObject({ exitCode: 8 });
  expect(repo.state()).toMatchObject({ phase: 'verify_done' });
  expect((await repo.json<Asked>('questions')).questions).toEqual([]);
  expect(await repo.run('resume')).toMatchObject({ exitCode: 8 });
  const again = await repo.json<Asked>('questions');
  expect(again.questions[0]).toMatchObject({ header: 'Verify' });

  await repo.run('answer', again.questions[0]?.id ?? '', 'Continue to Evaluator');
  expect(await repo.run('resume')).toMatchObject({ exitCode: 8 }); // at the question Commit
  expect(repo.read(`${docs}/qa_report.md`), 'W-127').toContain(
    `Layer 1 failed, and the user chose to continue: build SKIPPED, tests FAIL, lint SKIPPED, type check SKIPPED. See ${report}, and look closely at build and tests.`,
  );
});

test('W-106 W-107 W-108 a verifier with a named model words the result, and cannot change it', async () => {
  const repo = taskRepository({ build: 'true', test: 'node check.mjs' });
  const named = ['build_cmd', 'test_cmd', 'lint_cmd', 'type_check_cmd', 'changes_md_path', 'verify_report_path'];
  const given = [...named, 'todo_blocking'].map((name) => `{${name}}`).join(' | ');
  const wording = (attempt: number, reply: string) => ({ when: { role: 'task.verifier', attempt }, reply });
  const answers = [
    try_(1, wrongSum),
    try_(2, rightSum, keepReport('red.md'), {
      write: { path: 'kept/given.txt', text: '{verify_failure}\n{verify_report_path}\n' },
    }),
    wording(1, `PASS — all is well: ${given}`),
    wording(2, 'FAIL — nothing is well'),
  ];
  const done = await repo.task({ answers, people: accepting }, '--verifier-model', 'opus');
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain(
    '⚠ Verifier set to opus — high cost for mechanical verification. haiku is usually sufficient.',
  );
  const commands = 'true | node check.mjs | SKIP | SKIP';
  const red = repo.read('kept/red.md');
  expect(red).toMatch(/^- Result: FAIL$/m);
  expect(red).toContain(`> PASS — all is well: ${commands} | ${docs}/changes.md | ${report} | false\n`);
  expect(repo.read('kept/given.txt'), 'W-102').toBe(`FAIL — test: error: sum.js:1:1 sum(1, 2) is -1\n${report}\n`);
  const green = repo.read(report);
  expect(green).toMatch(/^- Result: PASS$/m);
  expect(green).toContain('> FAIL — nothing is well\n');
  expect(done.stdout).toMatch(/\[harness\] Verify \(Layer 1\) complete\.\n.*Result : PASS\n.*PASS — build ok, test ok/);
  const { calls } = await repo.json<{ calls: { role: string; model: string }[] }>('show', await repo.newest());
  expect(calls.filter(({ role }) => role === 'task.verifier').map(({ model }) => model)).toEqual(['opus', 'opus']);
});

test('W-103 W-107 a red build skips the rest, a red test does not, a missing changes.md fails, and a TODO only warns', async () => {
  const repo = taskRepository({ build: 'test -f built', test: 'node check.mjs', lint: 'test -f linted' });
  const answers = [
    try_(1, wrongSum),
    try_(2, wrongSum, keepReport('1.md'), { run: 'touch built; echo "linted too late" > kept/note' }),
    {
      when: { role: 'task.generator-single', attempt: 3 },
      steps: [
        keepReport('2.md'),
        { write: { path: 'sum.js', text: rightSum } },
        { run: `touch linted; rm ${docs}/changes.md` },
      ],
      reply: '1 files changed — sum.js',
    },
    try_(4, `${rightSum}// TODO: subtract\n`, keepReport('3.md')),
  ];
  const done = await repo.task({ answers, people: accepting });
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  const blocks = (text: string) =>
    [...text.matchAll(/^## (.*)\n- Result: (.*)$/gm)].map(([, title, is]) => `${title} ${is}`);
  const rest = (...lines: readonly string[]) => [
    ...lines,
    'Type Check SKIPPED',
    'Completeness Scan PASS',
    'Scope PASS',
  ];
  expect(blocks(repo.read('kept/1.md'))).toEqual(rest('Build FAIL', 'Test SKIPPED', 'Lint SKIPPED'));
  expect(blocks(repo.read('kept/2.md'))).toEqual(rest('Build PASS', 'Test FAIL', 'Lint FAIL'));
  expect(blocks(repo.read('kept/3.md'))).toEqual([...rest('Build PASS', 'Test PASS', 'Lint PASS'), 'Products FAIL']);
  expect(blocks(repo.read(report))).toContain('Completeness Scan WARNING');
  expect(repo.read(report)).toMatch(/^- Timestamp: \d{4}-.*\n- Result: PASS\n- Phase: layer1_mechanical$/m);
  expect(repo.read(report)).toContain('- sum.js:2 `// TODO: subtract`');
});

test('W-107 a test command without tests is red with any exit code', async () => {
  const repo = taskRepository({ test: 'node --test' });
  const done = await repo.task({ answers: [generating(rightSum)], people: [personAnswer('Verify', 'Stop')] });
  expect(done, done.stdout).toMatchObject({ exitCode: 8 });
  expect(repo.read(report)).toContain('- Line: FAIL — test: no test was executed');
});

test('W-160 a file outside the scope and one file too many are a FAIL with their names', async () => {
  const repo = taskRepository();
  const many = Array.from({ length: 20 }, (_, n) => `many/f${n}.js`);
  const answers = [
    try_(1, rightSum, { write: { path: 'other.js', text: '1\n' } }),
    try_(
      2,
      rightSum,
      keepReport('1.md'),
      { delete: 'other.js' },
      ...many.map((path) => ({ write: { path, text: '1\n' } })),
    ),
    try_(3, rightSum, keepReport('2.md'), { delete: 'many/f0.js' }),
  ];
  const done = await repo.task({ answers, people: accepting }, '--scope', 'sum.js', '--scope', 'many');
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(repo.read('kept/1.md')).toContain('- Line: FAIL — scope: 1 outside the scope: other.js\n');
  const tooMany = repo.read('kept/2.md');
  expect(tooMany).toContain('- Line: FAIL — scope: 21 files changed, the maximum is 20: many/f0.js, many/f1.js');
  for (const path of [...many, 'sum.js']) expect(tooMany).toContain(`\n- ${path}\n`);
  expect(repo.read(report)).toMatch(/## Scope\n- Result: PASS\n- Changed files: 20, at most 20/);
});

test('W-159 a change that removes tests is asked about, again after Stop, and is sent back', async () => {
  const repo = taskRepository();
  const tests = "import test from 'node:test';\ntest('adds', () => {});\ntest('adds more', () => {});\n";
  repo.write('repo/sum.test.js', tests);
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Tests');
  const answers = [
    try_(1, rightSum, { delete: 'sum.test.js' }),
    try_(2, rightSum, { write: { path: 'sum.test.js', text: tests } }),
  ];
  expect(await repo.task({ answers, people: accepting })).toMatchObject({ exitCode: 8 });
  const firstQuestion = async () => (await repo.json<Asked>('questions')).questions[0];
  const first = await firstQuestion();
  expect(first).toMatchObject({ header: 'Tests' });
  expect(first?.options.map(({ label }) => label)).toEqual(['Allow', 'Send back', 'Stop']);
  await repo.run('answer', first?.id ?? '', 'Stop');
  expect(await repo.run('resume')).toMatchObject({ exitCode: 8 });
  expect(repo.state()).toMatchObject({ phase: 'generate_done' });
  expect(await repo.run('resume')).toMatchObject({ exitCode: 8 });
  const again = await firstQuestion();
  expect(again).toMatchObject({ header: 'Tests' });
  await repo.run('answer', again?.id ?? '', 'Send back');
  const done = await repo.run('resume');
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain('[harness] Verify (Layer 1) FAIL — retrying Generator (attempt 1/3)');
  expect(repo.read('sum.test.js')).toBe(tests);
});

test('W-104 W-125 W-131 in phase and step style each step ends, prints the next step, and stops', async () => {
  const repo = taskRepository();
  const cast = { answers: [generating(rightSum), evaluating('FAIL L3 — not yet', 'PASS')], people: accepting };
  const script = repo.asked(cast).slice(-2);
  const flags = ['--mode', 'single', '--model-config', 'balanced', ...script];
  expect(await repo.run('task', 'plan', 'Repair sum', ...flags)).toMatchObject({ exitCode: 0 });
  const steps = { generate: 'generate_done', verify: 'verify_done', evaluate: 'evaluate_done' };
  for (const [step, phase] of Object.entries(steps)) {
    const done = await repo.run('task', step);
    expect(done, done.stdout).toMatchObject({ exitCode: 0 });
    expect(repo.state()).toMatchObject({ phase });
  }
  // The verdict of the evaluator counts, even if its report differs and a day has passed.
  expect(await repo.run('resume')).toMatchObject({ exitCode: 8 });
  expect((await repo.json<Asked>('questions')).questions[0]).toMatchObject({ header: 'QA' });
});
