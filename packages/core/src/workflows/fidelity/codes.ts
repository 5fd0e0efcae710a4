/** Codes of fidelity. */
import { defineCodes } from '../../codes.ts';

const scores = { score: 'number', threshold: 'number' } as const;

export const fidelityCodes = defineCodes({
  sentences: {
    within: scores,
    above: scores,
    found: { met: 'number', partial: 'number', unmet: 'number', drift: 'number' },
    blocked: { ids: 'text', count: 'number' },
    unblocked: {},
    recurring: {},
    times: { count: 'number' },
  },
});
