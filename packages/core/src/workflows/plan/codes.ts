/** Codes of plan. */
import { defineCodes } from '../../codes.ts';

const merged = { sha: 'text', base: 'text' } as const;

export const planCodes = defineCodes({
  refusals: {
    'plan.unknown': { exitCode: 2, params: { plan: 'text', nearest: 'text?', path: 'text' } },
    'plan.completed': { exitCode: 2, params: { plan: 'text' } },
    'plan.waits': { exitCode: 2, params: { plan: 'text', ids: 'text', first: 'text' } },
    'plan.unfinished': { exitCode: 2, params: { plan: 'text', run: 'text', next: 'text' } },
    'plan.failed-in-queue': { exitCode: 2, params: { plan: 'text', next: 'text' } },
    'plan.nothing-to-resume': { exitCode: 2, params: { plan: 'text', phase: 'text?' } },
    'phase.unknown': { exitCode: 2, params: { phase: 'text', known: 'text', plan: 'text' } },
  },
  sentences: {
    shipped: merged,
    waiting: { ...merged, pull: 'number', url: 'text' },
    unfiled: { ...merged, why: 'text' },
    noChecks: {},
    passes: { passes: 'number' },
    goingOn: { run: 'text' },
  },
});
