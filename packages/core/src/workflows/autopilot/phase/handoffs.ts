/** Facts that the roles of a phase leave to the next one. The harness writes it for roles that may only read. */
import type { NamedPhase, RoleHandoff } from '../../../effects/autopilot.ts';
import { type AutopilotSession, specOf } from '../session.ts';
import type { Built } from './job.ts';

export const verifierHandoff = ({ job: { session, phase }, plan }: Built) => ({
  ...specOf(session),
  phase,
  handoff: handoff('harness-verification', `Phase ${phase.n} is built: ${plan.tasks} tasks of ${plan.planPath}.`),
});

export const phaseHandoff = (session: AutopilotSession, phase: NamedPhase, isSkipped: boolean) => ({
  ...specOf(session),
  phase,
  handoff: handoff('harness-autopilot', `Phase ${phase.n} is ${isSkipped ? 'skipped' : 'complete'}.`),
});

const handoff = (fromSkill: string, summary: string): RoleHandoff => ({
  fromSkill,
  summary,
  completed: [],
  pending: [],
  concerns: [],
});
