import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { golden } from '../../testing/golden.ts';
import { queueMachine } from './machine.ts';

const read = (version: number) =>
  readFileSync(join(import.meta.dirname, 'journals', `queue-v${version}.jsonl`), 'utf8');

const entries = golden({ machine: queueMachine, version: 1, journal: read(1), at: 'renewed' });

test('M4 a golden journal of the released version exists', () => {
  expect(read(queueMachine.version)).not.toBe('');
});

test('the journal shows a queue that booted paused, ran a plan and was renewed', () => {
  const states = entries.flatMap((entry) => (entry.type === 'moved' ? [entry.state.at] : []));
  expect(states).toEqual([
    'watching',
    'idle',
    'picking',
    'starting',
    'running',
    'looking',
    'picking',
    'idle',
    'looking',
    'renewed',
  ]);
});
