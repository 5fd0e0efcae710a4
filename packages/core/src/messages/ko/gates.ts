/** Korean: what the gates around plans say at their end. */
import type { Messages } from '../messages.ts';

export const gates: Messages['gates'] = {
  ready: ({ spec }) => `${spec}을(를) 출시할 수 있습니다: 모든 기준이 충족되었습니다.`,
  unready: ({ spec, count }) => `${spec}을(를) 아직 출시할 수 없습니다: 위 항목 중 ${count}개가 남아 있습니다.`,
  report: ({ path }) => `보고서: ${path}`,
  within: ({ score, threshold }) => `점수는 ${score}로, 한계 ${threshold} 안에 있습니다.`,
  above: ({ score, threshold }) => `점수는 ${score}로, 한계 ${threshold}을(를) 넘습니다: 제품이 명세에서 벗어났습니다.`,
  found: ({ met, partial, unmet, drift }) =>
    `요구 사항: 충족 ${met}, 부분 ${partial}, 미충족 ${unmet}; 벗어난 점: ${drift}`,
  blocked: ({ ids, count }) =>
    Number(count) === 0
      ? '진행할 계획이 없었습니다. 검토 문서는 계획 옆에 있습니다.'
      : `누군가 확인할 때까지 막혔습니다: ${ids}.`,
  unblocked: () => '계획을 막지 못했습니다:',
  recurring: () => '검토자가 거듭 지적하는 점입니다. 검사로 만드는 것이 좋습니다:',
  times: ({ count }) => `실행 ${count}번`,
  marked: ({ path }) => `${path}에 기록되어 있습니다.`,
};
