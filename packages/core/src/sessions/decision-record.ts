/** Names and writes the record of an architecture decision, `docs/knowledge/decisions/NNNN-slug.md` (AO-31). */
import { decisionsFolder, knowledgeFolder } from '../knowledge/gaps.ts';
import { boundedLine, boundedText } from '../text/bounded-text.ts';
import { slug } from '../text/slug.ts';
import type { IntegrationTier } from './integration-tier.ts';

/** With a slash at its end. */
export const decisionRecordsFolder = `${knowledgeFolder}/${decisionsFolder}/`;

/** A draft of the integrator. */
export interface DecisionDraft {
  readonly title: string;
  readonly context: string;
  readonly decision: string;
  readonly consequences: string;
}

export interface DecisionRecord {
  readonly draft: DecisionDraft;
  /** Names of the files in the folder, with the records of this run. */
  readonly existing: readonly string[];
  /** An ISO time or day. */
  readonly date: string;
  readonly tier: IntegrationTier;
  /** Path of the spec. */
  readonly source: string;
}

export interface DecisionFile {
  readonly path: string;
  readonly text: string;
}

const maxTitle = 200;
const maxSection = 10_000;

export function decisionFile({ draft, existing, date, tier, source }: DecisionRecord): DecisionFile {
  const title = boundedLine(draft.title, maxTitle);
  const number = nextNumber(existing);
  const head = [
    `number: ${number}`,
    `title: ${JSON.stringify(title)}`,
    `date: ${date.slice(0, 10)}`,
    'status: accepted',
    `tier: ${tier}`,
    `source: ${JSON.stringify(boundedLine(source, maxTitle))}`,
    'supersedes: null',
  ];
  const sections = (['context', 'decision', 'consequences'] as const).map(
    (name) => `## ${name.charAt(0).toUpperCase()}${name.slice(1)}\n\n${sectionText(draft[name])}\n`,
  );
  const name = `${String(number).padStart(4, '0')}-${slug(title).replaceAll('_', '-')}.md`;
  const text = ['---', ...head, '---', '', `# ${title}`, '', sections.join('\n')].join('\n');
  return { path: `${decisionRecordsFolder}${name}`, text };
}

/** Any file that starts with a number has it, with any slug. A date is no number. */
const nextNumber = (existing: readonly string[]): number =>
  1 +
  existing.reduce((most, name) => Math.max(most, Number(/^(\d{4,5})(?!\d|-\d\d-\d\d(?!\d))/.exec(name)?.[1] ?? 0)), 0);

/** A heading in the text of an agent is no section of the record. */
const sectionText = (text: string): string =>
  boundedText(text, maxSection).replaceAll(/^( {0,3})(?=#{1,6}[ \t])/gm, '$1\\');
