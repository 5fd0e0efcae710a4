/** Tests that every piece of work is a call of a named agent, and that each step of a session follows the one before. */
import { describe, expect, test } from 'vitest';
import type { RunTree } from '../../journal/run-tree.ts';
import { type AgentPersona, agentPersonas } from '../../role/agent-persona.ts';
import { type Role, stablePart } from '../../role/role.ts';
import { addToMember, emptyMember } from './record/member.ts';
import { autopilotRoles } from './roles/index.ts';
import { autopilotJob } from './testing/jobs.ts';
import { oneTask } from './testing/one-task.ts';
import { rehearse } from './testing/rehearsal.ts';
import { viewOfMembers } from './view.ts';

interface AgentCall {
  readonly role: keyof typeof autopilotRoles;
  readonly item: string;
}

/** The calls of agents in a whole session, in their order. */
const calls = rehearse(autopilotJob, oneTask)
  .flatMap(({ entries }) => entries)
  .toSorted((one, other) => one.atMs - other.atMs)
  .flatMap((entry) =>
    entry.type === 'asked' && entry.effect.kind === 'agent' ? [entry.effect.input as AgentCall] : [],
  );

/** The states in the state file, after each entry of the journals. */
function statesOf(tree: RunTree): readonly string[] {
  const members = new Map(tree.map(({ run }) => [run, emptyMember(run)]));
  const entries = tree.flatMap(({ run, entries }) => entries.map((entry) => ({ run, entry })));
  const names = entries
    .toSorted((one, other) => one.entry.atMs - other.entry.atMs)
    .flatMap(({ run, entry }) => {
      addToMember(members.get(run) ?? emptyMember(run), entry);
      const [root, ...others] = [...members.values()].filter(({ log }) => log.machine !== '');
      const view = root === undefined ? null : viewOfMembers(root, others);
      return view === null ? [] : [view.document.currentState];
    });
  return names.filter((name, at) => name !== names[at - 1]);
}

const roles: readonly Role<never, unknown>[] = Object.values(autopilotRoles);

describe('a whole session', () => {
  test('A-01 A-04 A-99 plans, executes, verifies, integrates and reviews each phase by an agent, in this order', () => {
    const steps = ['planner', 'executor', 'verifier', 'integrator', 'reviewer'];
    expect(calls.map(({ role, item }) => `${role} ${item}`)).toEqual([
      ...steps.map((role) => `autopilot.${role} 1`),
      ...steps.map((role) => `autopilot.${role} 2`),
      'autopilot.reviewer final',
    ]);
  });

  test('A-12 A-13 passes through the states in their order, and each is in the state file', () => {
    const settings = { ...autopilotJob.settings, reviewPlans: true };
    const tree = rehearse({ ...autopilotJob, settings }, { ...oneTask, Plan: ['yes'] });
    const phase = ['ASSESS', 'PLAN', 'APPROVE_PLAN', 'EXECUTE', 'VERIFY', 'INTEGRATE', 'REVIEW', 'PHASE_COMPLETE'];
    expect(statesOf(tree)).toEqual([...phase, ...phase, 'FINAL_REVIEW', 'DONE']);
  });
});

describe('the personas', () => {
  test('A-03 belong to their roles', () => {
    expect(roles.map(({ id, persona }) => [id, persona])).toEqual([
      ['autopilot.planner', 'harness-planner'],
      ['autopilot.executor', 'harness-task-executor'],
      ['autopilot.verifier', 'harness-verifier'],
      ['autopilot.integrator', 'harness-verifier'],
      ['autopilot.reviewer', 'harness-code-reviewer'],
      ['autopilot.diagnostician', 'harness-verifier'],
    ]);
  });

  test('A-04 are named in the field subagent_type of every call', () => {
    for (const { role } of calls)
      expect(stablePart(autopilotRoles[role]).split('\n')[1]).toBe(`subagent_type: ${autopilotRoles[role].persona}`);
  });

  test('A-05 are four; a general one is refused before its prompt exists', () => {
    expect(new Set(roles.map(({ persona }) => persona))).toEqual(new Set(agentPersonas));
    for (const role of roles)
      expect(() => stablePart({ ...role, persona: 'general-purpose' as AgentPersona })).toThrow('it is not listed');
  });
});
