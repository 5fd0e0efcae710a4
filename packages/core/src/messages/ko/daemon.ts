/** Korean: what the queue of plans and its daemon say. */

import type { Messages } from '../messages.ts';
import { parenthesised } from '../parenthesised.ts';

const short = (sha: string | number | undefined) => String(sha).slice(0, 10);

export const queue: Messages['queue'] = {
  booted: () => '준비되었으며, 다음 명령까지 일시 중지 상태입니다: harness daemon resume',
  paused: () => '일시 중지: 새 계획을 시작하지 않습니다',
  fidelity_blocked: () => '일시 중지: 만들어진 것이 명세에서 너무 멀어졌습니다',
  release_ready: () => '일시 중지: 약속한 것이 모두 갖추어졌습니다',
  budget_cap_reached: () => '일시 중지: 예산을 다 썼습니다',
  plans_disordered: ({ detail }) => `계획이 다시 정리될 때까지 일시 중지: ${detail}`,
  resumed: () => '계속합니다',
  merge_seen: ({ sha }) => `병합: ${short(sha)}`,
  plan_started: ({ plan }) => `${plan} 시작`,
  plan_shipped: ({ plan }) => `${plan} 병합 및 정리 완료`,
  plan_blocked: ({ plan, detail }) => `${plan} 차단됨: ${detail}`,
  plan_unblocked: ({ plan }) => `${plan} 다시 시도할 수 있습니다`,
  plan_waiting: ({ plan }) => `${plan} 사람을 기다리며, 다른 계획은 계속됩니다: harness questions`,
  plan_answered: ({ plan }) => `${plan} 답을 받아 계속합니다`,
  plan_unfinished: ({ plan }) => `${plan} 끝내지 못했습니다`,
  rate_limited: ({ plan, at }) => `${plan} 호출 제한에 걸려 ${at}에 다시 시도합니다`,
  budget_ceiling_reached: ({ spent, of }) => `토큰 상한 ${of}에 도달했습니다(사용 ${spent}). 작업은 계속됩니다`,
  fidelity_started: () => '만들어진 것을 명세와 대조합니다',
  forge_away: ({ detail }) => `포지에 물을 수 없습니다: ${detail}`,
  forge_back: () => '포지가 돌아왔습니다',
  stopping: () => '현재 계획이 끝나면 멈춥니다',
  stopped: () => '멈췄습니다',
  daemon_restarted: ({ because }) => `데몬이 다시 시작되었습니다(${because})`,
};

export const blocks: Messages['blocks'] = {
  'plan.passes-spent': () => '허용된 패스 안에 수렴하지 못했습니다.',
  'plan.stopped': () => '중단되었습니다.',
  'plan.not-merged': () => '만들어졌지만 병합되지 않았습니다.',
};

export const daemon: Messages['daemon'] = {
  started: ({ pid, url }) => `데몬이 이곳의 계획을 처리합니다(pid ${pid}${url ? `, ${url}` : ''}).`,
  detached: ({ pid, url }) => `데몬이 백그라운드에서 실행 중입니다(pid ${pid}${url ? `, ${url}` : ''}).`,
  asked: ({ command }) => `데몬에 전달했습니다: ${command}.`,
  frozen: ({ file }) => `동결됨: ${file} 파일이 있는 동안 새로 시작하는 것이 없습니다.`,
  thawed: () => '동결이 풀렸습니다. 대기열은 일시 중지 상태입니다: harness daemon resume',
  blocked: ({ plan, detail, at }) => `${plan} ${at}부터 차단됨: ${detail}`,
  waiting: ({ plan }) => `${plan} 사람을 기다립니다: harness questions`,
  active: ({ plan, at, path }) => `${plan} ${at}부터 처리 중: ${path}`,
  merges: ({ sha }) => `마지막 병합 ${short(sha)}`,
  rebuilt: ({ path, aside: kept }) => `${path} 파일을 읽을 수 없어 ${kept}(으)로 옮기고 저널에서 새로 만들었습니다.`,
  died: ({ detail, ms }) =>
    `데몬이 스스로 끝났습니다${parenthesised(detail)}. ${Number(ms) / 1000}초 뒤 다시 시작합니다`,
  hung: ({ ms }) => `데몬이 ${Number(ms) / 1000}초 동안 반응이 없어 종료했습니다`,
  givenUp: ({ times }) => `데몬이 연달아 ${times}번 끝나 더는 시작하지 않습니다: harness daemon start`,
  parking: () => '진행 중인 일을 보관합니다. 한 번 더 누르면 즉시 끝냅니다',
  idle: () => '대기 중: 시작할 수 있는 계획이 없습니다',
  paused: () => '일시 중지',
  running: () => '실행 중',
  stopping: () => '멈추는 중',
};
