/** Writes a proposal as a plan file with strict frontmatter and the sections of every plan (DO-16). */
import type { Proposal } from './proposal.ts';

/** The output must be deterministic: a repeat after a crash recognizes its files by their bytes. */
export function draftPlan(proposal: Proposal, spec: string): string {
  return `${frontmatter(proposal)}\n${sections(proposal, spec)
    .map(([title, text]) => `## ${title}\n\n${text}\n`)
    .join('\n')}`;
}

/** JSON is valid YAML: any text is quoted safely, and a list fits on one line. */
const frontmatter = (proposal: Proposal) => {
  const {
    id,
    title,
    phase,
    depends_on: dependsOn,
    estimated_passes: passes,
    acceptance_tags: tags,
    kind,
    changes,
  } = proposal;
  return [
    '---',
    `id: ${JSON.stringify(id)}`,
    `title: ${JSON.stringify(title.trim())}`,
    `phase: ${JSON.stringify(phase.trim())}`,
    'status: active',
    `depends_on: ${toList(dependsOn)}`,
    `estimated_passes: ${passes}`,
    `acceptance_tags: ${toList(tags)}`,
    ...(kind ? [`kind: ${kind}`] : []),
    ...(changes ? [`changes: ${toList(changes)}`] : []),
    '---',
    '',
  ].join('\n');
};

const toList = (texts: readonly string[]) => `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;

const sections = (
  { summary, depends_on: dependsOn, scope_bullets: scope, acceptance_tags: tags }: Proposal,
  spec: string,
): readonly (readonly [string, string])[] => [
  ['Goal', plain(summary)],
  [
    'Why Now',
    dependsOn.length === 0
      ? 'It depends on no other plan.'
      : `It can start after these plans: ${dependsOn.join(', ')}.`,
  ],
  ['Scope', scope.length === 0 ? 'Everything that the goal requires.' : bullets(scope)],
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

/** Escapes lines that would start another section. */
const plain = (text: string) =>
  text
    .trim()
    .replace(/\r\n?/g, '\n')
    .replace(/^(\s*)(#|---|===)/gm, '$1\\$2');
