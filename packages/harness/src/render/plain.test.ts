import { ok } from '@harness/core/failure/failure';
import type { Entry } from '@harness/core/journal/journal';
import { expect, test } from 'vitest';
import { plainScreen } from './plain.ts';

test('after a resume, prints the answer to an earlier request, but no earlier lines', () => {
  const printed: string[] = [];
  const screen = plainScreen({ tell: (text) => printed.push(text), language: undefined });
  const effect = { kind: 'check', input: { command: 'npm test', cwd: '.', timeoutMs: 1 } };
  const before: Entry[] = [{ type: 'asked', atMs: 0, key: '0/report', effect }];
  screen.know({ run: 'r', entries: before });
  expect(printed).toEqual([]);
  const report = { green: false, exitCode: 1, tail: '', log: { path: 'x', sha256: '', bytes: 0 } };
  screen.see({
    type: 'entry',
    run: 'r',
    seq: 2,
    entry: { type: 'answered', atMs: 5, key: '0/report', outcome: ok(report) },
  });
  expect(printed).toHaveLength(1);
  expect(printed[0]).toContain('npm test is red, exit 1');
});
