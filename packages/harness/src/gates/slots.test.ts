import { expect, test } from 'vitest';
import { agentSlots } from './slots.ts';

const agent = { kind: 'agent', input: null };
const check = { kind: 'check', input: null };

test('so many agents work at the same time as was set; checks and git are not counted', () => {
  const gate = agentSlots(2);
  const [first] = [gate(agent, 'r'), gate(agent, 'r.0.lane')];
  expect(gate(agent, 'r')).toHaveProperty('turn');
  for (let n = 0; n < 9; n++) expect(gate(check, 'r')).toHaveProperty('go');
  if (first && 'go' in first) first.go();
  expect(gate(agent, 'r')).toHaveProperty('go');
});

test('nothing that was set is no limit', () => {
  const gate = agentSlots(undefined);
  for (let n = 0; n < 99; n++) expect(gate(agent, 'r')).toHaveProperty('go');
});
