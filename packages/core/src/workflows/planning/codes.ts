/** Codes of planning. */
import { defineCodes } from '../../codes.ts';

const ids = { ids: 'text' } as const;
const paths = { paths: 'text' } as const;

export const planningCodes = defineCodes({
  sentences: {
    plan: { path: 'text', title: 'text', phase: 'text', count: 'number' },
    after: ids,
    tags: { matches: 'text' },
    notWritten: {},
    nothing: {},
    skipped: ids,
    conflicts: ids,
    uncovered: { matches: 'text' },
    cut: paths,
    leftOut: paths,
    misread: paths,
  },
});
