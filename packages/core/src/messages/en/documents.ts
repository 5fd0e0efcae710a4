/** English results of commands about documents of the repository. */
import type { Messages } from '../messages.ts';
import { countOf } from './amounts.ts';
import { specSentences } from './specs.ts';

export const documents: Messages['documents'] = {
  'context.added': ({ path, target }) => `Added ${path} as context for ${target}.`,
  'context.too-long': ({ maximum }) => `Only its first ${maximum} characters are read.`,
  'learnings.pruned': ({ archived, left, file }) =>
    `Moved ${countOf(archived, 'learning')} to ${file}, and kept ${left}.`,
  'learnings.unchanged': ({ left }) =>
    `Kept all learnings (${left}). The 20 newest always stay; older ones move if there are more than 30, or if one is older than 14 days.`,
  'roadmap.changed': ({ count }) => `Changed ${countOf(count, 'status', 'statuses')} in docs/roadmap.md:`,
  'roadmap.unchanged': () => 'Changed no status in docs/roadmap.md.',
  'roadmap.kept': ({ name }) => `${name} stays:`,
  'roadmap.ambiguous': () => 'it has several statuses.',
  'roadmap.unknown-status': () => 'its status is none of backlog, planned, in-progress, done, blocked and needs-human.',
  'roadmap.of-people': () => 'only a person sets and lifts this status.',
  'roadmap.edited': () => 'its status was edited by hand. Set it to what the phases say, and the next sync continues.',
  'roadmap.edit-stamp': () => 'last_manual_edit is later than last_synced.',
  'roadmap.backward': () => 'a status never moves back.',
  'sessions.unreadable': ({ path }) => `${path} cannot be read, so its feature stays as it is.`,
  'validate.no-check': () =>
    'There is nothing to check: no build, type check, lint or test command is configured or detected. Set one with harness init.',
  'validate.valid': () => 'valid',
  'validate.not-json': ({ path }) => `${path} is not a complete JSON document.`,
  'validate.wrong-value': ({ path, key, expected, found }) =>
    `${path}${key === '' ? '' : `, ${key}`}: expected ${expected}, found ${found}.`,
  'validate.unusable': ({ path, why }) => `${path} cannot be read: ${why}.`,
  'validate.documents': ({ count }) => (count === 0 ? 'no document' : `${countOf(count, 'document')} in order`),
  'validate.more': ({ count }) => `${countOf(count, 'more problem')}.`,
  ...specSentences,
};
