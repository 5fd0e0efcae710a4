/** Names the required sections of a pull request's body, and writes its follow-ups and what has no witness. */
import { type Finding, severities } from '../answer-contracts/finding.ts';
import { findingText } from '../answer-contracts/findings.ts';
import type { Reason } from '../trust/reason.ts';
import { unwitnessedText } from '../workflows/proof/unwitnessed-text.ts';

export const pullSections = ['Summary', 'Scope', 'Validation', 'Follow-ups'] as const;

/** The line of the section Validation for a change that a person accepted without a witness. */
export const unwitnessedLine = (reasons: readonly Reason[]): string =>
  `- ${unwitnessedText(reasons, 'en')}; a person accepted the change without a witness`;

/** Adds the line to the section Validation, before all text of the agent there. */
export function withUnwitnessed(body: string, reasons: readonly Reason[] | undefined): string {
  if (reasons === undefined || reasons.length === 0) return body;
  const heading = /^## +Validation[ #]*$/m;
  const section = `## Validation\n\n${unwitnessedLine(reasons)}`;
  return heading.test(body) ? body.replace(heading, () => section) : `${body.trimEnd()}\n\n${section}\n`;
}

/** Replaces the last section with the remaining low findings (D-32). Text that the agent put there is not trusted. */
export function withFollowUps(body: string, followUps: readonly Finding[]): string {
  const at = body.search(/^## +Follow-ups[ #]*$/m);
  const before = (at === -1 ? body : body.slice(0, at)).trimEnd();
  const rank = ({ severity }: Finding) => severities.indexOf(severity);
  const lines = followUps.toSorted((a, b) => rank(a) - rank(b)).map((finding) => `- ${findingText(finding)}`);
  return `${before}\n\n## Follow-ups\n\n${lines.length === 0 ? 'None.' : lines.join('\n')}\n`;
}
