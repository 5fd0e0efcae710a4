/** Korean results of the release gate and the fidelity check. */
import type { Messages } from '../messages.ts';

export const gates: Messages['gates'] = {
  ready: ({ spec }) => `${spec}을(를) 출시할 수 있습니다: 모든 기준이 충족되었습니다.`,
  unready: ({ spec, count }) => `${spec}을(를) 아직 출시할 수 없습니다: 위 항목 중 ${count}개가 남아 있습니다.`,
  report: ({ path }) => `보고서: ${path}`,
  marked: ({ path }) => `${path} 파일이 출시 준비가 끝났음을 표시합니다.`,
};
