/** English problems of plan files. */
import type { Messages } from '../messages.ts';
import { defects } from './problems.ts';

export const planDefectSentences: Messages['planDefects'] = {
  ...defects,
  'duplicate-id': ({ ids, files }) => `The id ${ids} is used more than once: ${files}.`,
  'missing-dependency': ({ ids }) => `A plan depends on a plan that does not exist: ${ids}.`,
  'id-filename-mismatch': ({ ids, files }) => `The id ${ids} does not match its file name: ${files}.`,
  'status-location-mismatch': ({ ids, files }) =>
    `The status of ${ids} does not match its folder, ${files}: only completed plans belong in the folder of completed plans.`,
};

export const planProblems: Messages['planProblems'] = {
  'bad-name': () => 'a plan file name must be four digits, a hyphen and a slug, such as 0007-login.md.',
  'written-by-agent': () =>
    'an agent wrote it into the checkout, so it is not carried out. Read it, then commit it, delete it, or run: harness trust',
  unreachable: ({ detail }) => `it cannot be read: ${detail}.`,
  'too-large': () => 'it is larger than the maximum of 1 MiB.',
  'not-text': () => 'it is not UTF-8 text.',
  'no-frontmatter': () => 'it does not start with frontmatter after a line of three hyphens.',
  'unclosed-frontmatter': () => 'its frontmatter does not end with a line of three hyphens.',
  'not-yaml': ({ detail }) => `its frontmatter is not YAML: ${detail.replace(/\.$/, '')}.`,
  'unknown-key': ({ key }) => `"${key}" is not a known plan key.`,
  'missing-key': ({ key }) => `"${key}" is missing.`,
  'not-an-id': ({ key }) => `"${key}" must be four digits, such as "0007".`,
  'not-a-text': ({ key }) => `"${key}" must be one line of text.`,
  'not-a-status': ({ key }) => `"${key}" must be active, in_progress, completed or blocked.`,
  'not-a-count': ({ key }) => `"${key}" must be a whole number of at least 1.`,
  'not-ids': ({ key }) => `"${key}" must be a list of four-digit ids, such as ["0007"].`,
  'not-tags': ({ key }) => `"${key}" must be a list of tags without spaces, such as ["login"].`,
  'not-a-kind': ({ key }) => `"${key}" must be docs, refactor, tests or config.`,
  'not-globs': ({ key }) => `"${key}" must be a list of globs in the repository, such as ["test/login/**"].`,
};
