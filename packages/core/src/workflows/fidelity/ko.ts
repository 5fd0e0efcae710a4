/** The Korean texts of fidelity. */
import type { Catalogue } from '../../codes.ts';
import type { fidelityCodes } from './codes.ts';

export const ko: Catalogue<typeof fidelityCodes> = {
  sentences: {
    within: ({ score, threshold }) => `점수는 ${score}로, 한계 ${threshold} 안에 있습니다.`,
    above: ({ score, threshold }) =>
      `점수는 ${score}로, 한계 ${threshold}을(를) 넘습니다: 제품이 명세에서 벗어났습니다.`,
    found: ({ met, partial, unmet, drift }) =>
      `요구 사항: 충족 ${met}, 부분 충족 ${partial}, 미충족 ${unmet}; 벗어난 점: ${drift}`,
    blocked: ({ ids, count }) =>
      count === 0
        ? '활성 계획이 없었습니다. 검토 문서는 계획 폴더에 있습니다.'
        : `사람이 차이를 검토할 때까지 차단됨: ${ids}.`,
    unblocked: () => '계획을 차단하지 못했습니다:',
    recurring: () => '리뷰에서 계속 지적되는 점입니다. 검사로 만드세요:',
    times: ({ count }) => `실행 ${count}번`,
  },
};
