/** Codes of issues-session. */
import { defineCodes } from '../../codes.ts';

export const sessionCodes = defineCodes({
  sentences: {
    'session.waiting': { file: 'text' },
    'session.ended': { completed: 'number', failed: 'number', skipped: 'number' },
  },
});
