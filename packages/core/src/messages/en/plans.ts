/** English: what is wrong with plan files, and what a planner's run says of itself. */
import type { Messages } from '../messages.ts';
import { defects } from './problems.ts';

export const planDefects: Messages['planDefects'] = {
  ...defects,
  'missing-dependency': ({ ids }) => `A plan depends on one that is not there: ${ids}.`,
  'id-filename-mismatch': ({ ids, files }) => `The file ${files} says that its id is ${ids}.`,
  'status-location-mismatch': ({ ids, files }) =>
    `The status of ${ids} does not fit to where its file lies, ${files}: only completed plans lie with the completed ones.`,
};

export const planProblems: Messages['planProblems'] = {
  'bad-name': () => 'a plan is named by four digits, a hyphen and a slug, such as 0007-login.md.',
  unreachable: ({ detail }) => `it cannot be read: ${detail}.`,
  'too-large': () => 'it is larger than a plan may be (1 MiB).',
  'not-text': () => 'it is not text in UTF-8.',
  'no-frontmatter': () => 'it does not begin with a line of three hyphens and a frontmatter.',
  'unclosed-frontmatter': () => 'its frontmatter is not closed by a line of three hyphens.',
  'not-yaml': ({ detail }) => `its frontmatter is not YAML: ${detail.replace(/\.$/, '')}.`,
  'unknown-key': ({ key }) => `"${key}" is not a key of a plan.`,
  'missing-key': ({ key }) => `"${key}" is missing.`,
  'not-an-id': ({ key }) => `"${key}" must be four digits, such as "0007".`,
  'not-a-text': ({ key }) => `"${key}" must be one line of text.`,
  'not-a-status': ({ key }) => `"${key}" must be active, in_progress, completed or blocked.`,
  'not-a-count': ({ key }) => `"${key}" must be a whole number of at least 1.`,
  'not-ids': ({ key }) => `"${key}" must be a list of ids of four digits, such as ["0007"].`,
  'not-tags': ({ key }) => `"${key}" must be a list of tags without spaces, such as ["login"].`,
};

const passes = (n: string | number | undefined) => `${n} ${Number(n) === 1 ? 'pass' : 'passes'}`;

export const planning: Messages['planning'] = {
  plan: ({ path, title, phase, count }) => `${path}: ${title} (phase ${phase}, ${passes(count)})`,
  after: ({ ids }) => `after ${ids}`,
  tags: ({ matches }) => `fulfils ${matches}`,
  notWritten: () => 'This is a preview: nothing was written.',
  nothing: () => 'The planner proposed nothing that is not planned already.',
  skipped: ({ ids }) => `Skipped, because they are completed: ${ids}.`,
  conflicts: ({ ids }) => `These ids are taken by plans that are not completed, and could not be written: ${ids}.`,
  uncovered: ({ matches }) => `No plan carries these acceptance tags: ${matches}.`,
  cut: ({ paths }) => `Only the beginning of this context was read: ${paths}.`,
  leftOut: ({ paths }) => `There was no room for this context: ${paths}.`,
  misread: ({ paths }) => `This context could not be used (no text, or a scope that is none): ${paths}.`,
};

export const phases: Messages['phases'] = {
  clean: () => 'Nothing that was found blocks.',
  verified: () => 'E2E verification passed.',
  ready: ({ pull }) => `Nothing stands against the merge of pull request ${pull}. It was not merged.`,
};

export const context: Messages['context'] = {
  added: ({ path, target }) => `${path} is there for ${target}.`,
  tooLong: ({ maximum }) => `Only its first ${maximum} characters will be read.`,
};
