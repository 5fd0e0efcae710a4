/** Documents the features of the product for its users (MO-24): one page per feature, and no other change. */

import { ok } from '../../../failure/failure.ts';
import type { Artifact } from '../../../journal/artifact.ts';
import { fenceText, type Role } from '../../../role/role.ts';
import { lastLine } from '../../converge/implementer.ts';
import { callFacts, dataRule, freshSessionRule, joinParts } from './prompt-parts.ts';

export interface DocumenterInput {
  readonly features: readonly string[];
  /** The claims of each feature. */
  readonly outline: Artifact;
  readonly cwd: string;
}

export const pagesFolder = 'docs/features';
export const pageOf = (feature: string): string => `${pagesFolder}/${feature}.md`;

const instructions = [
  'Document a product for its users. The given features are built and validated; change none of them.',
  `Write \`${pagesFolder}/<feature>.md\` for each given feature, and update existing pages: what the feature does, how to use it, an example that works, and its limits.`,
  'Look at the product itself: describe only what you saw in it.',
  `Write nothing outside ${pagesFolder}: a change that touches anything else is discarded as a whole. Do not commit.`,
  'End your answer with one line: `DOCUMENTED: N pages`.',
  freshSessionRule,
  dataRule,
].join('\n');

export const documenter: Role<DocumenterInput, { readonly line: string }> = {
  id: 'mission.documenter',
  mode: 'exec',
  remembers: true,
  instructions,
  prompt: ({ features, outline, cwd }, read) =>
    joinParts(
      fenceText('features', read(outline)),
      callFacts({ FEATURE_ID: features.join(' '), WORKING_DIRECTORY: cwd }),
    ),
  read: ({ text }) => ok({ line: lastLine(text).slice(0, 200) }),
  isAside: true,
  samples: [{ line: 'DOCUMENTED: 1 pages' }],
};
