/** Facts that the roles of a phase leave to the next one. The harness writes it for roles that may only read. */
import type { RoleHandoff } from '../../../effects/autopilot.ts';
import { findingLine } from '../roles/prompt-text.ts';
import { specOf } from '../session.ts';
import type { Built, Closing } from './job.ts';

export const verifierHandoff = ({ job: { session, phase }, plan }: Built) => ({
  ...specOf(session),
  phase,
  handoff: handoff('harness-verification', `Phase ${phase.n} is built: ${plan.tasks} tasks of ${plan.planPath}.`),
});

/** The planner of the next phase reads which findings of the review stayed. */
export const phaseHandoff = ({ job: { session, phase }, isSkipped, findings }: Closing) => ({
  ...specOf(session),
  phase,
  handoff: handoff(
    'harness-autopilot',
    `Phase ${phase.n} is ${isSkipped ? 'skipped' : 'complete'}.`,
    findings.map((finding) => `${finding.severity}: ${findingLine(finding)}`),
  ),
});

const handoff = (fromSkill: string, summary: string, concerns: readonly string[] = []): RoleHandoff => ({
  fromSkill,
  summary,
  completed: [],
  pending: [],
  concerns,
});
