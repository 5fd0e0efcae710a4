/** English: what is wrong with plan files, and what `harness context` prints. */
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

export const context: Messages['context'] = {
  added: ({ path, target }) => `${path} is there for ${target}.`,
  tooLong: ({ maximum }) => `Only its first ${maximum} characters will be read.`,
};
