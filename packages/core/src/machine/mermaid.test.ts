import { expect, test } from 'vitest';
import { sleep } from '../effects/sleep.ts';
import type { Failure } from '../failure/failure.ts';
import { machines as workflows } from '../workflows/machines.ts';
import { defineMachine, defineStep } from './machine.ts';
import { toMermaid } from './mermaid.ts';

type S = { at: 'resting' } | { at: 'waking' } | { at: 'over' } | { at: 'failed'; because: Failure };
const step = defineStep<S>();
const needs = () => ({ slept: sleep(1) });

const sleeper = defineMachine<null, S>()({
  id: 'sleeper',
  version: 1,
  start: () => ({ at: 'resting' }),
  steps: [
    step({ at: 'resting', to: ['waking', 'resting'], needs, next: () => ({ at: 'waking' }) }),
    step({ at: 'waking', to: ['over', 'failed'], needs, next: () => ({ at: 'over' }) }),
  ],
  ends: { over: 'done', failed: 'by-failure' },
  result: () => undefined,
  results: [],
});

test('draws the start, every transition and every end of a machine', () => {
  expect(toMermaid(sleeper)).toBe(`stateDiagram-v2
  [*] --> resting
  resting --> waking
  resting --> resting
  waking --> over
  waking --> failed
  over --> [*]: done
  failed --> [*]: by its failure`);
});

test.each([...workflows])('draws every state of %s', (_, machine) => {
  const drawn = toMermaid(machine);
  for (const at of [...machine.steps.keys(), ...Object.keys(machine.ends)])
    expect(drawn).toMatch(new RegExp(`--> ${at}$|${at} -->`, 'm'));
});

test('converge starts in its first step, as its diagram shows; task may start in several states', () => {
  const machine = workflows.get('converge');
  expect(machine?.start({}).at).toBe([...(machine?.steps.keys() ?? [])][0]);
});

test('draws several start states if they are given', () => {
  expect(toMermaid(sleeper, ['resting', 'waking'])).toContain(
    '  [*] --> resting\n  [*] --> waking\n  resting --> waking',
  );
});
