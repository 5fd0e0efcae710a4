/** The English texts of issues-session. */
import type { Catalogue } from '../../codes.ts';
import type { sessionCodes } from './codes.ts';

export const en: Catalogue<typeof sessionCodes> = {
  sentences: {
    'session.waiting': ({ file }) =>
      `waits for the next turn of its conversation, whose Stop hook continues it; state: ${file}`,
    'session.ended': ({ completed, failed, skipped }) => `${completed} completed, ${failed} failed, ${skipped} skipped`,
  },
};
