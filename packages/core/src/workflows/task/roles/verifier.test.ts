import { describe, expect, test } from 'vitest';
import { fenceText } from '../../../role/role.ts';
import { inputs, readName } from './testing/inputs.ts';
import { verifier } from './verifier.ts';

describe('verifier', () => {
  test('W-107 gets the report, and learns that the exit codes have decided', () => {
    expect(verifier.instructions).toContain('Their exit codes have decided the result. You decide nothing');
    const prompt = verifier.prompt(inputs['task.verifier'], readName);
    expect(prompt).toContain(fenceText('verify_report', 'content of docs/harness/add-a-page/verify_report.md'));
    expect(prompt).toContain(fenceText('lint_cmd', 'SKIP'));
    expect(prompt).toContain(fenceText('todo_blocking', 'false'));
  });

  test.each([
    ['PASS — build ok, test 12/12, lint 0/3, scan 1 TODO', true],
    ['FAIL — test: 2 of 12 red', true],
    ['All checks passed', false],
    ['PASS or FAIL', false],
    ['report written — v.md', false],
  ])('W-107 must start with PASS or FAIL: %s', (line, readable) => {
    expect(verifier.read({ text: line })).toEqual({ ok: true, value: { line, readable } });
  });
});
