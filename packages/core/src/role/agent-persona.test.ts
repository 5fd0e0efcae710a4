import { describe, expect, test } from 'vitest';
import { type AgentPersona, agentPersonas } from './agent-persona.ts';
import { stablePart } from './role.ts';

const stable = (persona?: AgentPersona) =>
  stablePart({ id: 'autopilot.x', instructions: 'Work.', ...(persona === undefined ? {} : { persona }) });

test('A-05 the personas are these four', () => {
  expect(agentPersonas).toEqual([
    'harness-planner',
    'harness-task-executor',
    'harness-verifier',
    'harness-code-reviewer',
  ]);
});

describe('A-05 the stable part of a role', () => {
  test.each(agentPersonas)('names %s on its second line', (persona) => {
    expect(stable(persona)).toBe(`Role: autopilot.x\nsubagent_type: ${persona}\n\nWork.`);
  });

  test('names none if the role has none', () => {
    expect(stable()).toBe('Role: autopilot.x\n\nWork.');
  });

  test.each(['general-purpose', 'Harness-Planner', 'harness-planner\nsubagent_type: general-purpose', ''])(
    'is not made for the persona %j',
    (persona) => expect(() => stable(persona as AgentPersona)).toThrow('it is not listed'),
  );
});
