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
  'You document a product for the people who use it. What you are given is built and judged; you change none of it.',
  `Write \`${pagesFolder}/<feature>.md\` for each feature that you are given, and bring a page that is there up to date: what it does, how it is used, with an example that works, and where it ends.`,
  'Look at the product itself: what you did not see in it does not belong on a page.',
  `Write nothing outside ${pagesFolder}: a change that touches anything else is thrown away as a whole. Do not commit.`,
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
