/** The title and body of the pull request of a session. */
import { findingLine } from './roles/prompt-text.ts';
import type { Reviewed } from './state.ts';

export function pullText({ job, session, unwitnessed, findings, status, cycles }: Reviewed): {
  readonly title: string;
  readonly body: string;
} {
  const phases = job.phases.map(({ name }, at) => `- Phase ${at + 1}: ${name}`);
  const followUps = [
    ...unwitnessed.map((n) => `- Phase ${n} was accepted without a witness.`),
    ...findings.map((one) => `- Phase ${one.phase}, ${one.severity}: ${findingLine(one)}`),
  ];
  const overridden = status === 'overridden' ? ['- A person overrode the findings of the final review.'] : [];
  const body = [
    '## Summary',
    '',
    `The phases of \`${session.specPath}\`.`,
    '',
    '## Scope',
    '',
    ...phases,
    '',
    '## Validation',
    '',
    ...session.checks.map((command) => `- \`${command}\``),
    `- Final review: ${status}, ${cycles} ${cycles === 1 ? 'round' : 'rounds'} of fixes.`,
    '',
    '## Follow-ups',
    '',
    ...(followUps.length + overridden.length > 0 ? [...followUps, ...overridden] : ['None.']),
  ];
  return { title: `Autopilot: ${session.slug}`, body: `${body.join('\n')}\n` };
}
