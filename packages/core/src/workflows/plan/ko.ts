/** The Korean texts of plan. The commands that help are the same in every language. */
import { type Catalogue, translateRefusals } from '../../codes.ts';
import type { planCodes } from './codes.ts';
import { en } from './en.ts';

export const ko: Catalogue<typeof planCodes> = {
  refusals: translateRefusals(en.refusals, {
    'plan.unknown': ({ plan, path }) => `${path}에서 "${plan}" 계획을 찾을 수 없습니다.`,
    'plan.completed': ({ plan }) => `계획 ${plan}은(는) 이미 완료되었습니다.`,
    'plan.waits': ({ plan, ids }) => `계획 ${plan}은(는) 아직 완료되지 않은 계획에 의존합니다: ${ids}.`,
    'plan.unfinished': ({ plan, run }) =>
      `계획 ${plan}에는 끝나지 않은 실행이 이미 있습니다: ${run}. 한 계획을 두 실행이 함께 하면 충돌합니다.`,
    'plan.failed-in-queue': ({ plan }) =>
      `계획 ${plan}은(는) 작업을 마친 뒤 데몬에서 실패했습니다. 데몬이 실패한 단계부터 재개합니다. 처음부터 하려면 계획 파일을 바꾸세요.`,
    'plan.nothing-to-resume': ({ plan, phase }) =>
      `계획 ${plan}${phase ? ` (${phase})` : ''}에는 끝나지 않은 실행이 없습니다.`,
    'phase.unknown': ({ phase, known }) => `"${phase}"라는 단계는 없습니다. 있는 단계: ${known}.`,
  }),
  sentences: {
    shipped: ({ sha, base }) => `${base}에 ${sha}(으)로 병합했고 계획이 완료되었습니다`,
    waiting: ({ sha, base, pull, url }) =>
      `${base}에 ${sha}(으)로 병합했습니다. 풀 리퀘스트 ${pull}이(가) 병합되면 계획이 완료됩니다: ${url}`,
    unfiled: ({ sha, base, why }) => `${base}에 ${sha}(으)로 병합했지만 계획은 아직 완료로 표시되지 않았습니다: ${why}`,
    noChecks: () => '검사 명령이 감지되지 않아 리뷰만으로 결정합니다. 설정에서 checks.test를 지정하세요.',
    passes: ({ passes }) =>
      passes === 1
        ? '한 번의 패스. 그 뒤에는 계획이 실패합니다.'
        : `최대 ${passes}번의 패스. 그 뒤에는 계획이 실패합니다.`,
    goingOn: ({ run }) => `실행 ${run}을(를) 실패한 단계부터 재개합니다. 처음부터 하려면 계획 파일을 바꾸세요.`,
  },
};
