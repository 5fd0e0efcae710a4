/** The codes of fidelity. */
import { defineCodes } from '../../codes.ts';

const measured = { score: 'number', threshold: 'number' } as const;

export const fidelityCodes = defineCodes({
  sentences: {
    within: measured,
    above: measured,
    found: { met: 'number', partial: 'number', unmet: 'number', drift: 'number' },
    blocked: { ids: 'text', count: 'number' },
    unblocked: {},
    recurring: {},
    times: { count: 'number' },
  },
});
