/** Renders the facts about a change from which the preparer writes the pull request. */
import { type Finding, findingText } from '../../answer-contracts/findings.ts';

export interface PullRequestFacts {
  readonly item: string;
  readonly title: string;
  readonly branch: string;
  readonly base: string;
  /** Commands that were green on exactly this change. */
  readonly checks: readonly string[];
  readonly followUps: readonly Finding[];
  /** Folder of the end-to-end evidence; `null` if there was no end-to-end run. */
  readonly evidence: string | null;
}

export const pullRequestFactsText = ({
  item,
  title,
  branch,
  base,
  checks,
  followUps,
  evidence,
}: PullRequestFacts): string =>
  `${[
    `# ${item} ${title}`,
    `${branch} into ${base}`,
    '## Green checks',
    list(checks.map((command) => `\`${command}\``)),
    '## End to end',
    evidence === null ? 'None.' : `Passed; see \`${evidence}\`.`,
    '## Follow-ups',
    list(followUps.map(findingText)),
  ].join('\n\n')}\n`;

const list = (lines: readonly string[]) => (lines.length === 0 ? 'None.' : lines.map((line) => `- ${line}`).join('\n'));
