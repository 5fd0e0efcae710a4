/** The English texts of issues-session. */
import type { Catalogue } from '../../codes.ts';
import type { sessionCodes } from './codes.ts';

/** By the states of a file that cannot be used. */
const reasons: Readonly<Record<string, string>> = {
  link: 'it is a link, or its folder is one',
  'not-a-file': 'it is no regular file',
  'too-large': 'it is larger than 1 MB',
  'not-text': 'it is no UTF-8 text',
  refused: 'it may not be opened',
};
const reasonOf = (why: string) => reasons[why] ?? why;

export const en: Catalogue<typeof sessionCodes> = {
  refusals: {
    'loop.none': () => ({ message: 'No active harness session', next: 'harness issues start' }),
    'loop.no-file': () => ({ message: 'No harness state file found', next: 'harness issues start' }),
    'loop.unusable': ({ file, why }) => ({
      message: `${file} cannot be used as a state file: ${reasonOf(why)}. Nothing was read from it or written to it.`,
      next: `ls -ld ${file}`,
    }),
    'loop.broken': ({ file, detail }) => ({
      message: `${file} cannot be read: ${detail}. It was not changed.`,
      next: `mv ${file} ${file}.broken`,
    }),
  },
  sentences: {
    'loop.stopping': () => 'Harness will stop after current issue completes',
    'status.active': () => 'active',
    'status.inactive': () => 'inactive',
    'status.iteration': ({ iteration, maximum }) => `iteration ${iteration}/${maximum === 0 ? 'no limit' : maximum}`,
    'status.completed': ({ count, ids }) => `completed: ${count}${ids}`,
    'status.failed': ({ count, ids }) => `failed: ${count}${ids}`,
    'status.skipped': ({ count, ids }) => `skipped: ${count}${ids}`,
    'status.row': ({ count, limit }) => `failures in a row: ${count}/${limit}`,
    'status.current': ({ issue }) => `current issue: ${issue}`,
    'status.friction': () => 'friction (the last 5):',
    'loop.unwritten': ({ file, why }) =>
      `${file} is not written: ${reasonOf(why)}. The run goes on, and the file is written again when it can be.`,
    'hook.number': ({ file, field }) => `${field} in ${file} is no whole number. The loop is inactive now.`,
    'hook.broken': ({ file, detail }) => `${file} cannot be read: ${detail}. The loop is inactive now.`,
    'hook.empty': ({ file }) => `${file} has no prompt below its frontmatter. The loop is inactive now.`,
    'hook.no-input': () => 'The input of the Stop hook is no JSON object. The loop is inactive now.',
    'hook.no-transcript': ({ path }) =>
      `The input of the Stop hook has no message, and its transcript cannot be read: ${path}. The loop is inactive now.`,
    'hook.no-message': () => 'The transcript has no message of the agent. The loop is inactive now.',
    'hook.unusable': ({ file, why }) => `${file} cannot be changed: ${reasonOf(why)}. The conversation may end.`,
    'hook.other-run': ({ file, run }) =>
      `${file} belongs to the run ${run}, which a Stop hook does not continue. Continue it with: harness issues start`,
    'hook.busy': ({ run }) => `Another process has owned the run ${run} for 5 seconds. The conversation may end.`,
    'session.waiting': ({ file }) =>
      `waits for the next turn of its conversation, whose Stop hook continues it; state: ${file}`,
    'session.ended': ({ completed, failed, skipped }) => `${completed} completed, ${failed} failed, ${skipped} skipped`,
  },
};
