/** Issues that the loop opens itself: a gap of a spec (I-51), and something that must exist first (IO-02). */
import { boundedLine } from '../../../text/bounded-text.ts';
import type { SpecGap } from '../roles/reviewer.ts';

export interface NewIssue {
  readonly title: string;
  readonly body: string;
}

const maxTitle = 200;

export function specGapIssue(issue: string, { subsystem, description }: SpecGap): NewIssue {
  const spec = `subsystems_knowledge/${boundedLine(subsystem, 200)}.yaml`;
  return {
    title: `Spec gap: ${boundedLine(description, maxTitle)}`,
    body: [
      `The review of ${issue} found that a spec is incomplete.`,
      '',
      `What is missing: ${boundedLine(description, 1_000)}`,
      `Spec to update: \`${spec}\``,
    ].join('\n'),
  };
}

export const dependencyIssue = (issue: string, title: string, what: string): NewIssue => ({
  title: `Missing dependency: ${boundedLine(what, maxTitle)}`,
  body: [
    `A change group of ${issue} needs something that does not exist yet.`,
    '',
    `Change group: ${boundedLine(title, 300)}`,
    `What is missing: ${boundedLine(what, 1_000)}`,
  ].join('\n'),
});
