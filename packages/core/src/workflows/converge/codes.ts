/** Codes of converge. */
import { defineCodes } from '../../codes.ts';

export const convergeCodes = defineCodes({
  refusals: {
    'passes.too-few': { exitCode: 2, params: { passes: 'text' } },
    'kind.unknown': { exitCode: 2, params: { kind: 'text', kinds: 'text' } },
  },
  sentences: {
    withoutForeign: { files: 'text' },
    noChecks: {},
    passes: { passes: 'number' },
  },
});
