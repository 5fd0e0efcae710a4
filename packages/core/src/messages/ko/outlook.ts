/** Korean texts of `--dry-run`. */

import { formatNumber } from '../format-number.ts';
import { formatUsd } from '../format-usd.ts';
import type { Messages } from '../messages.ts';

const tokens = (n: number) => formatNumber(n);
const range = (least: number, most: number, of: (n: number) => string) =>
  least === most ? of(least) : `${of(least)}~${of(most)}`;
/** Three decimals for amounts below 10 cents. */
const usd = (n: number) => (n > 0 && n < 0.001 ? '< $0.001' : `$${n.toFixed(n < 0.1 ? 3 : 2)}`);
const minutes = (ms: number) => (ms >= 60_000 ? `${formatNumber(ms / 60_000)}분` : `${ms / 1_000}초`);

export const outlook: Messages['outlook'] = {
  unknown: ({ until }) => `«${until === 'checks' ? '검사가 끝나기' : `${until}의 답이 오기`} 전에는 알 수 없음»`,
  frozen: ({ file }) => `동결됨: ${file} 파일이 있는 동안 새 작업을 시작하지 않습니다.`,
  nothingDone: ({ workflow }) => `${workflow} 미리 보기: 에이전트를 호출하지 않고 파일도 쓰지 않습니다.`,
  obstacles: () => '실행을 막는 문제',
  assumed: () => '사람에게 하는 질문과 가정한 답변',
  checks: () => '검사, 실행 순서대로',
  calls: () => '에이전트 호출',
  setback: () => '작업이 되돌려졌을 때만 하는 에이전트 호출',
  stable: () => '모든 호출에서 같은 부분',
  prompt: () => '프롬프트',
  total: () => '합계: 가장 짧은 경로부터 한도까지',
  repository: ({ path }) => `저장소: ${path}`,
  branch: ({ branch, base }) => `브랜치: ${branch}${base ? ` (시작: ${base})` : ''}`,
  noBranch: () => '브랜치: 없음 (git 저장소가 아닙니다)',
  cap: ({ limit, of }) => `한도: ${limit} ${/usd$/i.test(limit) ? formatUsd(of) : `${tokens(of)} 토큰`}`,
  noCap: () => '한도: 설정된 상한이 없습니다',
  check: ({ command, from, timeoutMs }) => `${command} (${from}, 최대 ${minutes(timeoutMs)})`,
  ownModel: ({ provider }) => `${provider}, 제공자의 기본 모델`,
  limits: ({ wallMs, idleMs, turns, usd: most }) =>
    [
      `최대 ${minutes(wallMs)}, 활동 없이 최대 ${minutes(idleMs)}`,
      ...(turns === undefined ? [] : [`${turns}턴`]),
      ...(most === undefined ? [] : [formatUsd(most)]),
    ].join(', '),
  times: ({ least, most }) => (least === 0 ? `최대 ${most}번` : `${range(least, most, String)}번`),
  once: ({ least }) => (least === 0 ? '많아야 한 번' : '한 번'),
  asBefore: ({ n }) => `모든 호출에서 같은 부분: ${n}번 참고`,
  tokens: ({ input, reserved }) => `보내는 토큰 약 ${tokens(input)}, 예약 ${tokens(reserved)}`,
  cost: ({ least, most }) => `호출당 약 ${range(least, most, usd)}`,
  noPrice: ({ model }) =>
    model ? `비용을 알 수 없음: ${model}의 가격을 모릅니다` : '비용을 알 수 없음: 모델이 지정되지 않았습니다 (--model)',
  rehearsed: () => '리허설: 비용이 들지 않습니다',
  totalCalls: ({ least, most }) => `호출 ${range(least, most, String)}번`,
  totalTokens: ({ least, most, reservedLeast, reservedMost }) =>
    `보내는 토큰 ${range(least, most, tokens)}, 예약 ${range(reservedLeast, reservedMost, tokens)}`,
  totalCost: ({ least, most }) => `약 ${range(least, most, usd)}`,
  flag: () => '플래그',
  config: () => '설정',
  detected: () => '자동 감지',
  guess: () =>
    '추정치입니다. 보내는 내용 4바이트를 1토큰으로 셉니다. 제공자의 도구와 에이전트가 작업하며 읽고 쓰는 내용은 세지 않으며, 예산이 그만큼 토큰을 예약합니다. 높은 쪽 비용은 예약했지만 보내지 않는 토큰을 모델이 모두 쓴다고 가정합니다.',
};
