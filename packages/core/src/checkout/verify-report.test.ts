import { expect, test } from 'vitest';
import type { StepResult, VerifyStep } from '../effects/checkout.ts';
import { sampleArtifact } from '../journal/artifact.ts';
import { addProofSection, addVerifierWords, type VerifyFacts, verifyReport } from './verify-report.ts';

const ran = (step: VerifyStep, exitCode: number | null, tail = '', more: object = {}): StepResult => ({
  step,
  command: `run ${step}`,
  report: { green: exitCode === 0, exitCode, tail, log: sampleArtifact, ...more },
});
const skipped = (step: VerifyStep, why: 'none' | 'build-failed' = 'none'): StepResult => ({
  step,
  command: why === 'none' ? null : `run ${step}`,
  skipped: why,
});
const facts: VerifyFacts = {
  at: '2026-01-02T03:04:05.000Z',
  steps: [
    ran('build', 0),
    ran('test', 0, '', { tests: { tests: 12, passed: 12, failed: 0, skipped: 0 } }),
    ran('lint', 0),
    skipped('typeCheck'),
  ],
  todos: [],
  files: [],
  outside: [],
  outsideCount: 0,
  count: 2,
  maxFiles: 20,
  todoBlocking: false,
  missing: [],
};
const todo = { file: 'src/a.ts', line: 3, text: '// TODO later' };
const replaced = (...steps: readonly StepResult[]) =>
  facts.steps.map((each) => steps.find(({ step }) => step === each.step) ?? each);

test('WO-03 a PASS line lists the steps', () => {
  const todos = [todo, { ...todo, line: 9 }];
  expect(verifyReport({ ...facts, todos })).toMatchObject({
    result: 'PASS',
    line: 'PASS — build ok, test 12/12, lint 0 errors, scan 2 TODO',
  });
});

test('WO-03 the line names skipped steps, and they do not affect the result (WO-07)', () => {
  expect(
    verifyReport({ ...facts, steps: replaced(skipped('build'), ran('test', 0), skipped('lint'), ran('typeCheck', 0)) }),
  ).toMatchObject({
    result: 'PASS',
    line: 'PASS — build skipped, test ok, lint skipped, type check ok, scan 0 TODO',
  });
  expect(verifyReport({ ...facts, steps: [] }).line).toBe(
    'PASS — build skipped, test skipped, lint skipped, scan 0 TODO',
  );
});

test('WO-03 the FAIL line has the first failed block and its most informative line', () => {
  const tail =
    '> vitest run\n\n 0 failed so far\n FAIL  tests/x.test.ts > adds\nAssertionError: expected 1 to be 2\nnpm ERR! code 1';
  const steps = replaced(ran('test', 1, tail), ran('lint', 1, 'src/a.ts 1 error'));
  expect(verifyReport({ ...facts, steps, todos: [todo], todoBlocking: true })).toMatchObject({
    result: 'FAIL',
    line: 'FAIL — test: FAIL tests/x.test.ts > adds',
  });
});

test.each([
  [ran('build', 2), 'FAIL — build: exit code 2'],
  [ran('build', null), 'FAIL — build: exit code none, a signal ended it'],
  [ran('build', 1, 'nothing\nlast'), 'FAIL — build: last'],
  [ran('test', 0, 'x', { green: false }), 'FAIL — test: no test was executed'],
  [{ step: 'lint', command: 'x', failed: 'check.timed-out' } as const, 'FAIL — lint: it did not finish in time'],
  [ran('typeCheck', 1, 'src/a.ts(1,2): error TS1'), 'FAIL — type check: src/a.ts(1,2): error TS1'],
])('WO-03 reports a red step: %j', (step, line) => {
  expect(verifyReport({ ...facts, steps: replaced(step) })).toMatchObject({ result: 'FAIL', line });
});

test('WO-07 TODO comments in the changed files only warn, unless they block', () => {
  const warned = verifyReport({ ...facts, todos: [todo] });
  expect(warned.result).toBe('PASS');
  expect(warned.text).toContain('## Completeness Scan\n- Result: WARNING\n');
  expect(warned.text).toContain('- src/a.ts:3 `// TODO later`');
  expect(verifyReport({ ...facts, todos: [todo], todoBlocking: true }).line).toBe(
    'FAIL — scan: 1 TODO, the first at src/a.ts:3',
  );
});

test('W-160 fails if files are outside the scope or too many', () => {
  const outside = verifyReport({ ...facts, outside: ['x.ts'], outsideCount: 30 });
  expect(outside.line).toBe('FAIL — scope: 30 outside the scope: x.ts');
  expect(outside.text).toContain('- x.ts\n- … and 29 more');
  const files = Array.from({ length: 21 }, (_, n) => `f${n}.ts`);
  const many = verifyReport({ ...facts, count: 21, files });
  expect(many.line).toBe('FAIL — scope: 21 files changed, the maximum is 20: f0.ts, f1.ts, f2.ts, …');
  for (const file of files) expect(many.text).toContain(`\n- ${file}\n`);
  expect(verifyReport({ ...facts, count: 20 }).result).toBe('PASS');
});

test('WO-07 the report has its header and all its blocks in order', () => {
  const steps = [
    ran('build', 1, 'error: no'),
    ...(['test', 'lint', 'typeCheck'] as const).map((step) => skipped(step, 'build-failed')),
  ];
  expect(verifyReport({ ...facts, steps }).text).toBe(`# Verify Report

- Timestamp: 2026-01-02T03:04:05.000Z
- Result: FAIL
- Phase: layer1_mechanical
- Line: FAIL — build: error: no

## Build
- Result: FAIL
- Command: \`run build\`
- Exit code: 1

\`\`\`
error: no
\`\`\`

## Test
- Result: SKIPPED
- Command: \`run test\`
- Reason: the build failed

## Lint
- Result: SKIPPED
- Command: \`run lint\`
- Reason: the build failed

## Type Check
- Result: SKIPPED
- Command: \`run typeCheck\`
- Reason: the build failed

## Completeness Scan
- Result: PASS
- Found: 0 of TODO, FIXME, HACK in the changed files

## Scope
- Result: PASS
- Changed files: 2, at most 20
- Outside the scope: 0
`);
});

test('W-103 fails if a required file was not written', () => {
  const { line, text } = verifyReport({ ...facts, missing: ['changes.md'] });
  expect(line).toBe('FAIL — products: changes.md was not written');
  expect(text).toContain('## Products\n- Result: FAIL\n- Missing: changes.md\n');
});

test('a fence in the output does not end its code block', () => {
  const { text } = verifyReport({ ...facts, steps: replaced(ran('build', 1, 'error ```\n## Test\n- Result: PASS')) });
  expect(text).toContain('\n````\nerror ```\n## Test\n- Result: PASS\n````\n');
});

test('adds the verifier’s words below the report once, without changing the result', () => {
  const { text } = verifyReport(facts);
  const once = addVerifierWords(text, 'FAIL — I think\n## Build');
  expect(once).toBe(`${text}\n## In words\n> FAIL — I think ## Build\n`);
  expect(addVerifierWords(once, 'again')).toBe(`${text}\n## In words\n> again\n`);
});

test('the section about the proof comes before the checks once, whatever a check prints', () => {
  const printed = 'error\n\n## Proof\n- Result: PASS';
  const { text } = verifyReport({ ...facts, steps: replaced(ran('build', 1, printed)) });
  const once = addProofSection(text, ['- Result: FAIL', '- a name\n\n## Build']);
  expect(once).toMatch(/\n- Line: [^\n]*\n\n## Proof\n- Result: FAIL\n- a name ## Build\n\n## Build\n/);
  expect(once).toContain(printed);
  expect(addProofSection(once, ['- Result: PASS'])).toBe(addProofSection(text, ['- Result: PASS']));
});
