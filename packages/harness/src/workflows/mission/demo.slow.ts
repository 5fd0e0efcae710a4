import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { repository } from '../../testing/command.ts';

test('M-14, M-28, M-29 the demo of a mission needs only a clone: a checkpoint, two lanes, a failed validation, a fix, all merged', async () => {
  const here = repository();
  const { exitCode, stdout } = await here.start(['demo', 'mission'], { HARNESS_TRUST_WITNESS: 'ask' }).finished;
  const [copy = ''] = stdout.match(/\/\S*harness-demo-\S+/) ?? [];
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  expect(exitCode).toBe(0);
  const story = [
    '6 features',
    '"Grant", answered by script',
    'iteration 1: NEXT_WORKER F-001',
    'node --test test/add.test.js is green',
    'F-004 did not pass: validator',
    ': CONVERTED',
    'NEXT_WORKER F-FIX-001',
    ': DONE',
    'the smoke test passed',
    'F-001: witnessed: a book is added by its title',
    'the mission memory was saved',
    'the documentation of the features is merged',
    '7 of 7 features merged into main',
    'PORT=3000 npm start',
  ];
  expect(story.filter((words) => !stdout.includes(words))).toEqual([]);
  expect(stdout.match(/✗ .*/g)).toEqual([
    expect.stringContaining('F-004: mission.validator: failing'),
    expect.stringContaining('F-004 did not pass: validator'),
  ]);

  const git = (...args: readonly string[]) => here.git('-C', copy, ...args);
  const merged = git('log', '--merges', '--format=%s', 'main').split('\n');
  expect(merged.map((subject) => subject.replace(/^Merge ([^:]+):.*$/, '$1')).sort()).toEqual([
    'F-001',
    'F-002',
    'F-003',
    'F-004',
    'F-005',
    'F-006',
    'F-FIX-001',
    'docs',
  ]);
  expect(git('status', '--porcelain', '--', ':(exclude).harness')).toBe('');
  expect(git('branch', '--format=%(refname:short)')).toBe('main');
  expect(readdirSync(join(copy, '.harness/worktrees'))).toEqual([]);
  const { features } = JSON.parse(readFileSync(join(copy, '.harness/features.json'), 'utf8')) as {
    features: { id: string; attempts: number }[];
  };
  expect(features.find(({ id }) => id === 'F-004')).toMatchObject({ attempts: 2, status: 'passed' });
}, 180_000);
