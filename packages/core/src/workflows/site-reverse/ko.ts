/** The Korean texts of site-reverse. */
import type { Catalogue } from '../../codes.ts';
import type { siteCodes } from './codes.ts';

export const ko: Catalogue<typeof siteCodes> = {
  refusals: {
    'site.exists': ({ paths, url }) => ({
      message: `이 파일들이 이미 있습니다: ${paths}. 파일을 쓰지 않았습니다.`,
      next: `harness site-reverse ${url} --force`,
    }),
  },
  sentences: { captured: ({ count, spec }) => `페이지 ${count}개를 수집했습니다. 명세는 ${spec}입니다` },
};
