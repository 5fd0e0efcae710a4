/** Codes of phase. */
import { defineCodes } from '../../codes.ts';

const branch = { plan: 'text', branch: 'text' } as const;

export const phaseCodes = defineCodes({
  refusals: {
    'phase.unconfigured': { exitCode: 2, params: { phase: 'text', setting: 'text' } },
    'phase.no-branch': { exitCode: 2, params: branch },
    'phase.unreviewed': { exitCode: 2, params: { ...branch, first: 'text' } },
    'phase.nothing-to-fix': { exitCode: 2, params: branch },
    'branch.checked-out': { exitCode: 2, params: { branch: 'text', base: 'text' } },
  },
  sentences: {
    clean: {},
    verified: {},
    ready: { pull: 'number' },
  },
});
