/** Proves the change of a task through the command: its witness, what is sent back, what a person accepts or stops. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { repository } from '../../testing/command.ts';
import { script } from '../../testing/scripts.ts';

type Answer = Readonly<Record<string, unknown>>;

const docs = 'docs/harness/add-double';
const report = `${docs}/verify_report.md`;
const oldTest = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from '../src/sum.js';

test('adds', () => {
  assert.equal(sum(1, 2), 3);
});
`;
const double = 'export const sum = (a, b) => a + b;\nexport const double = (a) => sum(a, a);\n';
const newTest = oldTest
  .replace('{ sum }', '{ double, sum }')
  .concat("\ntest('doubles', () => {\n  assert.equal(double(4), 8);\n});\n");

function setUp(spec = '# Spec\n\n## Goal\ndouble() doubles\n') {
  const repo = repository();
  repo.write('repo/package.json', JSON.stringify({ type: 'module', scripts: { test: 'node --test' } }));
  repo.write('repo/src/sum.js', 'export const sum = (a, b) => a + b;\n');
  repo.write('repo/test/sum.test.js', oldTest);
  repo.write('repo/kept/.gitignore', '*\n'); // for files that scripts keep for the test
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=A sum');
  const planner: Answer = {
    when: { role: 'task.planner-single' },
    steps: [{ write: { path: '{spec_path}', text: spec } }],
    reply: 'spec.md generated — 1 acceptance criteria, 0 edge cases',
  };
  const command = (args: readonly string[], answers: readonly Answer[], people: readonly Answer[] = []) => {
    const file = script(repo, [...answers, planner, evaluator], [...people, ...confirming]);
    return repo.start([...args, '--script', file], { HARNESS_TRUST_WITNESS: 'ask' }).finished;
  };
  return {
    ...repo,
    command,
    task: (answers: readonly Answer[], people: readonly Answer[] = []) =>
      command(['task', 'Add double', '--mode', 'single', '--model-config', 'balanced'], answers, people),
    read: (file: string) => readFileSync(join(repo.path, file), 'utf8'),
    has: (file: string) => existsSync(join(repo.path, file)),
  };
}

const evaluator: Answer = {
  when: { role: 'task.evaluator' },
  steps: [{ write: { path: '{qa_report_path}', text: '## QA Report — Round 1\n\n### Verdict: PASS\n' } }],
  reply: 'PASS — {verify_context}', // printed, so that a test can read it
};
const person = (header: string, choose: string): Answer => ({ when: { header }, choose });
const confirming = [person('Convention Scan', 'Skip'), person('Spec', 'Proceed'), person('Commit', 'Commit all')];

const generator = (
  files: Readonly<Record<string, string>>,
  when: Answer = {},
  more: readonly Answer[] = [],
): Answer => ({
  when: { role: 'task.generator-single', ...when },
  steps: [
    ...Object.entries(files).map(([path, text]) => ({ write: { path, text } })),
    { write: { path: '{changes_path}', text: '# Round 1 Changes\n## Modified Files\n- src/sum.js — double\n' } },
    ...more,
  ],
  reply: '1 files changed — sum.js',
});
const untested = generator({ 'src/sum.js': double });

test('a change with a real test is witnessed, and the report and the evaluator name the test', async () => {
  const repo = setUp();
  const done = await repo.task([generator({ 'src/sum.js': double, 'test/sum.test.js': newTest })]);
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain('witnessed: doubles');
  expect(repo.read(report)).toMatch(
    /\n\n## Proof\n- Result: PASS\n- Red without the change: `doubles` in `test\/sum.test.js`\n/,
  );
  expect(done.stdout).toContain('proof PASS. These fail without the change and pass with it: "doubles".');
  expect(repo.git('log', '-1', '--format=%B')).not.toContain('unwitnessed');
  expect(repo.git('status', '--porcelain')).toBe('');
});

test('a change without a test goes back once; then a person accepts it, and it is called unwitnessed', async () => {
  const repo = setUp();
  const retry = generator({}, { attempt: 2 }, [
    { write: { path: 'kept/failure.txt', text: '{verify_failure}' } },
    { run: `cp ${report} kept/back.md` },
  ]);
  const done = await repo.task([retry, untested], [person('Witness', 'Accept without')]);
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain('[harness] Proof FAIL — retrying Generator (attempt 1/3)');
  expect(repo.read('kept/failure.txt')).toBe(
    'FAIL — proof: No test was added or changed. Add a test that fails without your change.',
  );
  expect(repo.read('kept/back.md')).toMatch(/## Proof\n- Result: FAIL\nNo test was added or changed\./);
  expect(repo.read(report)).toContain('## Proof\n- Result: UNWITNESSED\n- Accepted by a person. unwitnessed: ');
  expect(done.stdout).toContain('A person accepted the change as unwitnessed: no test was added');
  expect(repo.git('log', '-1', '--format=%B')).toMatch(
    /^Add double\n\nunwitnessed: no test was added or changed.*\n\nHarness-Run/,
  );
  expect(done.stdout).toContain('[harness] ⚠ The change is unwitnessed: no test was added or changed');
});

test('Stop at the question parks the task with exit 8, and a resume verifies and asks again', async () => {
  const repo = setUp();
  const answers = [untested];
  const stopped = await repo.task(answers, [{ when: { header: 'Witness', nth: 1 }, choose: 'Stop' }]);
  expect(stopped, stopped.stdout).toMatchObject({ exitCode: 8 });
  const resumed = await repo.command(['resume'], answers, [person('Witness', 'Accept without')]);
  expect(resumed, resumed.stdout).toMatchObject({ exitCode: 0 });
  expect(repo.read(report)).toContain('- Result: UNWITNESSED');
});

test('the step verify is done when the proof is done', async () => {
  const repo = setUp();
  const honest = [generator({ 'src/sum.js': double, 'test/sum.test.js': newTest })];
  const flags = ['--mode', 'single', '--model-config', 'balanced'];
  expect(await repo.command(['task', 'plan', 'Add double', ...flags], honest)).toMatchObject({ exitCode: 0 });
  expect(await repo.command(['task', 'generate'], honest)).toMatchObject({ exitCode: 0 });
  const verified = await repo.command(['task', 'verify'], honest);
  expect(verified, verified.stdout).toMatchObject({ exitCode: 0 });
  expect(verified.stdout).toMatch(/witnessed: doubles.*Next: harness task evaluate/s);
  expect(JSON.parse(repo.read('.harness/state.json'))).toMatchObject({
    phase: 'verify_done',
    verify: { layer1_result: 'PASS', layer1_retries: 0 },
  });
  expect(repo.has(`${docs}/qa_report.md`)).toBe(false);

  // Another run continues the session: it knows the proof, because the files are the same.
  await repo.run('stop', await repo.newest());
  const evaluated = await repo.command(['task', 'evaluate'], honest);
  expect(evaluated, evaluated.stdout).toMatchObject({ exitCode: 0 });
  expect(evaluated.stdout).toContain('These fail without the change and pass with it: "doubles".');
});

test('a kind counts as the person confirmed it: the one of the spec does, one that the generator adds does not', async () => {
  const written = { 'GUIDE.md': '# Guide\n' };
  const documented = setUp('# Spec\n\nKind: docs\n\n## Goal\na guide\n');
  const done = await documented.task([generator(written)]);
  expect(done, done.stdout).toMatchObject({ exitCode: 0 });
  expect(done.stdout).toContain('[harness] Kind: docs, as the spec says.');
  expect(documented.read(report)).toContain('- Result: PASS\n- Kind: docs.');

  const cheating = setUp();
  const forged = generator(written, {}, [{ write: { path: `${docs}/spec.md`, text: '# Spec\n\nKind: docs\n' } }]);
  const asked = await cheating.task([forged], [person('Witness', 'Stop')]);
  expect(asked, asked.stdout).toMatchObject({ exitCode: 8 });
  expect(asked.stdout).toContain('Nothing shows that the change works: only documents were changed.');
});

test('the demo of a task has a real witness in both rounds', async () => {
  const here = repository();
  const { exitCode, stdout } = await here.start(['demo', 'task'], { HARNESS_TRUST_WITNESS: 'ask' }).finished;
  const [copy = ''] = stdout.match(/\/\S*harness-demo-\S+/) ?? [];
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  expect(exitCode, stdout).toBe(0);
  expect(stdout.match(/witnessed: a duration is the sum of its units and 2 more/g)).toHaveLength(2);
  expect(stdout).not.toContain('unwitnessed');
});
