/** The Korean texts of plan. The commands that help are the same in every language. */
import { type Catalogue, translateRefusals } from '../../codes.ts';
import type { planCodes } from './codes.ts';
import { en } from './en.ts';

export const ko: Catalogue<typeof planCodes> = {
  refusals: translateRefusals(en.refusals, {
    'plan.unknown': ({ plan, path }) => `${path}에 "${plan}" 계획이 없습니다.`,
    'plan.completed': ({ plan }) => `계획 ${plan}은(는) 이미 완료되었습니다.`,
    'plan.waits': ({ plan, ids }) => `계획 ${plan}은(는) 아직 완료되지 않은 계획에 의존합니다: ${ids}.`,
    'plan.unfinished': ({ plan, run }) =>
      `계획 ${plan}은(는) 아직 끝나지 않은 실행 ${run}이(가) 작업 중입니다. 둘이 함께하면 서로 방해가 됩니다.`,
    'plan.nothing-to-resume': ({ plan, phase }) =>
      `계획 ${plan}${phase ? ` (${phase})` : ''}에는 끝나지 않은 실행이 없습니다.`,
    'phase.unknown': ({ phase, known }) => `"${phase}"라는 단계는 없습니다. 있는 단계: ${known}.`,
  }),
  sentences: {
    shipped: ({ sha, base }) => `${base}에 ${sha}(으)로 병합했고 계획을 완료로 옮겼습니다`,
    waiting: ({ sha, base, pull, url }) =>
      `${base}에 ${sha}(으)로 병합했습니다. 누군가 풀 리퀘스트 ${pull}을(를) 병합하면 계획이 완료로 옮겨집니다: ${url}`,
    unfiled: ({ sha, base, why }) => `${base}에 ${sha}(으)로 병합했지만 계획은 아직 완료로 옮겨지지 않았습니다: ${why}`,
    noChecks: () => '검사 명령을 찾지 못했습니다. 리뷰만으로 판단합니다. 설정에 checks.test를 넣으십시오.',
    passes: ({ passes }) =>
      passes === 1
        ? '한 번의 패스. 그 뒤에는 계획이 실패합니다.'
        : `최대 ${passes}번의 패스. 그 뒤에는 계획이 실패합니다.`,
  },
};
