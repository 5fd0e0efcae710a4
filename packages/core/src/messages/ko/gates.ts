/** Korean results of the release gate and the fidelity check. */
import type { Messages } from '../messages.ts';

type KnowledgeTotals = Parameters<Messages['gates']['knowledge.pass']>[0];

const totals = ({ documents, exported, gaps, path }: KnowledgeTotals) =>
  `${path}의 문서 ${documents}개, 공개 export ${exported}개, 문서에 이름이 없는 것 ${gaps}개`;

export const gates: Messages['gates'] = {
  ready: ({ spec }) => `${spec}을(를) 출시할 수 있습니다: 모든 기준이 충족되었습니다.`,
  unready: ({ spec, count }) => `${spec}을(를) 아직 출시할 수 없습니다: 위 항목 중 ${count}개가 남아 있습니다.`,
  report: ({ path }) => `보고서: ${path}`,
  marked: ({ path }) => `${path} 파일이 출시 준비가 끝났음을 표시합니다.`,
  'knowledge.pass': (found) => `통과: ${totals(found)}`,
  'knowledge.warn': (found) => `경고: ${totals(found)}`,
  'knowledge.fail': (found) => `실패: ${totals(found)}`,
  'knowledge.abstain': ({ path }) => `판정 없음: ${path} 폴더가 없습니다`,
  'knowledge.more': ({ count }) => `그 밖에 ${count}개. 전체 목록은 --json으로 볼 수 있습니다`,
  'knowledge.unread': ({ path }) => `너무 크거나 구문을 분석할 수 없어 읽지 않은 파일: ${path}`,
  'knowledge.draft': ({ path }) => `초안을 썼습니다: ${path}`,
};
