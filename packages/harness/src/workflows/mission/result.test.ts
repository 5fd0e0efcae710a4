import type { RunTree } from '@harness/core/journal/run-tree';
import { expect, test } from 'vitest';
import { createColours } from '../../render/symbols.ts';
import { missionLines } from './result.ts';

test('only a failing or blocked feature is marked as bad', () => {
  const statuses = ['passed', 'todo', 'in_progress', 'validating', 'failing', 'blocked'];
  const features = statuses.map((status) => ({
    id: status,
    after: [],
    kinds: [],
    status,
    attempts: 1,
    architected: false,
  }));
  const state = { at: 'done', features };
  const entries = [
    { type: 'started', atMs: 1, machine: 'mission', version: 1, input: { base: 'main' }, settings: {}, state },
  ];
  const family = [{ run: 'r', entries }] as unknown as RunTree;
  const lines = missionLines(family, { language: 'en', colours: createColours(false) }) ?? [];
  expect(lines.slice(0, -1).map((line) => line.trim()[0])).toEqual(['✓', '·', '·', '·', '✗', '✗']);
});

test('on a terminal the sign of a feature has a colour, and text from outside cannot add one', () => {
  const why = '\u001B[2Jgone';
  const features = [
    { id: 'F-001', after: [], kinds: [], status: 'passed', attempts: 1, architected: false, commit: '0123456789ab' },
    { id: 'F-002', after: [], kinds: [], status: 'blocked', attempts: 2, architected: false, why },
  ];
  const state = { at: 'done', features };
  const entries = [
    { type: 'started', atMs: 1, machine: 'mission', version: 1, input: { base: 'main' }, settings: {}, state },
  ];
  const family = [{ run: 'r', entries }] as unknown as RunTree;
  const [first = '', second = '', last] = missionLines(family, { language: 'en', colours: createColours(true) }) ?? [];
  expect(first).toBe('  \u001B[32m✓\u001B[39m F-001 passed 0123456789 · 1 attempt');
  expect(second.startsWith('  \u001B[31m✗\u001B[39m F-002 blocked · 2 attempts · ')).toBe(true);
  expect(second.split('\u001B')).toHaveLength(3);
  expect(last).toBe('  1 of 2 features merged into main');
});
