/** A proposal as a plan file: strict frontmatter, and the sections that every plan has (DO-16). */
import type { Proposal } from './proposal.ts';

/** The answer must be the same whenever it is made: a repeat after a crash knows its own files by their bytes. */
export function draftPlan(proposal: Proposal, spec: string): string {
  return `${frontmatter(proposal)}\n${sections(proposal, spec)
    .map(([title, text]) => `## ${title}\n\n${text}\n`)
    .join('\n')}`;
}

/** JSON is YAML: a text is quoted whatever is in it, and a list stands on one line. */
const frontmatter = (proposal: Proposal) => {
  const { id, title, phase, depends_on: wants, estimated_passes: passes, acceptance_tags: tags } = proposal;
  return [
    '---',
    `id: ${JSON.stringify(id)}`,
    `title: ${JSON.stringify(title.trim())}`,
    `phase: ${JSON.stringify(phase.trim())}`,
    'status: active',
    `depends_on: ${listed(wants)}`,
    `estimated_passes: ${passes}`,
    `acceptance_tags: ${listed(tags)}`,
    '---',
    '',
  ].join('\n');
};

const listed = (texts: readonly string[]) => `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;

const sections = (
  { summary, depends_on: wants, scope_bullets: scope, acceptance_tags: tags }: Proposal,
  spec: string,
): readonly (readonly [string, string])[] => [
  ['Goal', plain(summary)],
  ['Why Now', wants.length === 0 ? 'It waits for no other plan.' : `What it builds on is there: ${wants.join(', ')}.`],
  ['Scope', scope.length === 0 ? 'What the goal says.' : bullets(scope)],
  ['Out Of Scope', 'Everything that is not listed under Scope.'],
  ['Milestones', scope.length === 0 ? '- [ ] The goal is reached.' : bullets(scope, '[ ] ')],
  [
    'Validation',
    bullets([
      'The checks of the repository are green.',
      ...tags.map((tag) => `The acceptance criterion \`${tag}\` of the spec is met.`),
    ]),
  ],
  ['Open Questions', 'None yet.'],
  ['Decision Log', `- Planned from \`${spec}\`.`],
];

const bullets = (texts: readonly string[], before = '') => texts.map((text) => `- ${before}${text.trim()}`).join('\n');

/** A line that looks like a heading would make a section of its own. */
const plain = (text: string) =>
  text
    .trim()
    .replace(/\r\n?/g, '\n')
    .replace(/^(\s*)(#|---|===)/gm, '$1\\$2');
