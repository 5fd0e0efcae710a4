/** Codes of issues-session. */
import { defineCodes } from '../../codes.ts';

export const sessionCodes = defineCodes({
  refusals: {
    'loop.none': { exitCode: 1, params: {} },
    'loop.no-file': { exitCode: 1, params: {} },
    'loop.unusable': { exitCode: 2, params: { file: 'text', why: 'text' } },
    'loop.broken': { exitCode: 2, params: { file: 'text', detail: 'text' } },
  },
  sentences: {
    // `harness issues stop` and `harness issues status`.
    'loop.stopping': {},
    'status.active': {},
    'status.inactive': {},
    'status.iteration': { iteration: 'number', maximum: 'number' },
    'status.completed': { count: 'number', ids: 'text' },
    'status.failed': { count: 'number', ids: 'text' },
    'status.skipped': { count: 'number', ids: 'text' },
    'status.row': { count: 'number', limit: 'number' },
    'status.current': { issue: 'text' },
    'status.friction': {},
    // The state file, while a run works.
    'loop.unwritten': { file: 'text', why: 'text' },
    // Warnings of the Stop hook on standard error.
    'hook.number': { file: 'text', field: 'text' },
    'hook.broken': { file: 'text', detail: 'text' },
    'hook.empty': { file: 'text' },
    'hook.no-input': {},
    'hook.no-transcript': { path: 'text' },
    'hook.no-message': {},
    'hook.unusable': { file: 'text', why: 'text' },
    'hook.other-run': { file: 'text', run: 'text' },
    'hook.busy': { run: 'text' },
    // `harness show` and `harness resume`.
    'session.waiting': { file: 'text' },
    'session.ended': { completed: 'number', failed: 'number', skipped: 'number' },
  },
});
