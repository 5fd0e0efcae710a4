/** English results of commands about documents of the repository. */
import type { Messages } from '../messages.ts';
import { countOf } from './amounts.ts';

export const documents: Messages['documents'] = {
  'context.added': ({ path, target }) => `Added ${path} as context for ${target}.`,
  'context.too-long': ({ maximum }) => `Only its first ${maximum} characters are read.`,
  'learnings.pruned': ({ archived, left, file }) =>
    `Moved ${countOf(archived, 'learning')} to ${file}, and kept ${left}.`,
  'learnings.unchanged': ({ left }) =>
    `Kept all learnings (${left}). The 20 newest always stay; older ones move if there are more than 30, or if one is older than 14 days.`,
};
