import { expect, test } from 'vitest';
import { agentSlots } from './slots.ts';

const agent = { kind: 'agent', input: null };
const check = { kind: 'check', input: null };

test('limits the agents that work at the same time; checks and git do not count', () => {
  const gate = agentSlots(2);
  const [first] = [gate(agent, 'r'), gate(agent, 'r.0.lane')];
  expect(gate(agent, 'r')).toHaveProperty('turn');
  for (let n = 0; n < 9; n++) expect(gate(check, 'r')).toHaveProperty('go');
  if (first && 'go' in first) first.go();
  expect(gate(agent, 'r')).toHaveProperty('go');
});

test('does not limit if nothing is set', () => {
  const gate = agentSlots(undefined);
  for (let n = 0; n < 99; n++) expect(gate(agent, 'r')).toHaveProperty('go');
});
