/** Codes of site-reverse. */
import { defineCodes } from '../../codes.ts';

export const siteCodes = defineCodes({
  refusals: { 'site.exists': { exitCode: 2, params: { paths: 'text', url: 'text' } } },
  sentences: { captured: { count: 'number', spec: 'text' } },
});
