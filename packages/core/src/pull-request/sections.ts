/** Names the required sections of a pull request's body and writes its follow-ups. */
import { type Finding, findingText, severities } from '../answer-contracts/findings.ts';

export const pullSections = ['Summary', 'Scope', 'Validation', 'Follow-ups'] as const;

/** Replaces the last section with the remaining low findings (D-32). Text that the agent put there is not trusted. */
export function withFollowUps(body: string, followUps: readonly Finding[]): string {
  const at = body.search(/^## +Follow-ups[ #]*$/m);
  const before = (at === -1 ? body : body.slice(0, at)).trimEnd();
  const rank = ({ severity }: Finding) => severities.indexOf(severity);
  const lines = followUps.toSorted((a, b) => rank(a) - rank(b)).map((finding) => `- ${findingText(finding)}`);
  return `${before}\n\n## Follow-ups\n\n${lines.length === 0 ? 'None.' : lines.join('\n')}\n`;
}
