import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { claimRunFolder } from './run-folder.ts';

test('DO-06, Dd-08 a run has a folder by plan and UTC time, and two runs in the same second have two folders', () => {
  const root = mkdtempSync(join(tmpdir(), 'harness-runs-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const at = Date.parse('2026-02-14T23:30:05.900+09:00');
  const names = [1, 2, 3].map(() => claimRunFolder(root, '.orchestrator', '0007', at));
  expect(names).toEqual(['20260214-143005', '20260214-143005-2', '20260214-143005-3']);
  expect(readdirSync(join(root, '.orchestrator/task-runs/0007')).sort()).toEqual(names);
});
