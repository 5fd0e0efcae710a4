/** The English texts of site-reverse. */
import type { Catalogue } from '../../codes.ts';
import type { siteCodes } from './codes.ts';

export const en: Catalogue<typeof siteCodes> = {
  refusals: {
    'site.exists': ({ paths, url }) => ({
      message: `These files already exist: ${paths}. No file was written.`,
      next: `harness site-reverse ${url} --force`,
    }),
  },
  sentences: {
    captured: ({ count, spec }) => `${count} ${count === 1 ? 'page' : 'pages'} captured; the spec is ${spec}`,
  },
};
