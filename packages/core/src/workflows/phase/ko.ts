/** The Korean texts of phase. The commands that help are the same in every language. */
import { type Catalogue, translateRefusals } from '../../codes.ts';
import type { phaseCodes } from './codes.ts';
import { en } from './en.ts';

export const ko: Catalogue<typeof phaseCodes> = {
  refusals: translateRefusals(en.refusals, {
    'phase.unconfigured': ({ phase, setting }) =>
      `단계 ${phase}에는 ${setting} 설정이 필요하지만 설정되어 있지 않습니다.`,
    'phase.no-branch': ({ branch }) => `브랜치 ${branch}이(가) 아직 없습니다.`,
    'phase.unreviewed': ({ branch, first }) =>
      first === 'fix'
        ? `${branch}의 최신 리뷰에 막는 지적 사항이 있습니다. 풀 리퀘스트를 준비하기 전에 고치세요.`
        : `${branch}의 최신 커밋이 리뷰되지 않았습니다. 풀 리퀘스트를 준비하기 전에 리뷰하세요.`,
    'phase.nothing-to-fix': ({ branch }) => `${branch}의 최신 커밋에는 알려진 막는 지적 사항이 없습니다.`,
    'branch.checked-out': ({ branch }) =>
      `여기에 ${branch}이(가) 체크아웃되어 있습니다. 이 브랜치에 커밋하면 파일이 바뀐 것처럼 보입니다. 먼저 다른 브랜치로 전환하세요.`,
  }),
  sentences: {
    clean: () => '막는 지적 사항이 없습니다.',
    verified: () => 'E2E 검증을 통과했습니다.',
    ready: ({ pull }) => `풀 리퀘스트 ${pull}을(를) 병합할 수 있습니다. 병합하지는 않았습니다.`,
  },
};
