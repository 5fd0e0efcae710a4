/** The title and body of the pull request of a session. */
import type { Reviewed } from './state.ts';

export function pullText({ job, session, unwitnessed, status, cycles }: Reviewed): {
  readonly title: string;
  readonly body: string;
} {
  const phases = job.phases.map(({ name }, at) => `- Phase ${at + 1}: ${name}`);
  const followUps = unwitnessed.map((n) => `- Phase ${n} was accepted without a witness.`);
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
    `- Final review: ${status}, ${cycles} rounds of fixes.`,
    '',
    '## Follow-ups',
    '',
    ...(followUps.length + overridden.length > 0 ? [...followUps, ...overridden] : ['None.']),
  ];
  return { title: `Autopilot: ${session.slug}`, body: `${body.join('\n')}\n` };
}
