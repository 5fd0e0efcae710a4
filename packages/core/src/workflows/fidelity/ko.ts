/** The Korean texts of fidelity. */
import type { Catalogue } from '../../codes.ts';
import type { fidelityCodes } from './codes.ts';

export const ko: Catalogue<typeof fidelityCodes> = {
  sentences: {
    within: ({ score, threshold }) => `점수는 ${score}로, 한계 ${threshold} 안에 있습니다.`,
    above: ({ score, threshold }) =>
      `점수는 ${score}로, 한계 ${threshold}을(를) 넘습니다: 제품이 명세에서 벗어났습니다.`,
    found: ({ met, partial, unmet, drift }) =>
      `요구 사항: 충족 ${met}, 부분 ${partial}, 미충족 ${unmet}; 벗어난 점: ${drift}`,
    blocked: ({ ids, count }) =>
      count === 0
        ? '진행할 계획이 없었습니다. 검토 문서는 계획 옆에 있습니다.'
        : `누군가 확인할 때까지 막혔습니다: ${ids}.`,
    unblocked: () => '계획을 막지 못했습니다:',
    recurring: () => '검토자가 거듭 지적하는 점입니다. 검사로 만드는 것이 좋습니다:',
    times: ({ count }) => `실행 ${count}번`,
  },
};
