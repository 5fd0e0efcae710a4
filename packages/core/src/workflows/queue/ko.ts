/** The Korean texts of the queue and its daemon. The commands that help are the same in every language. */
import { type Catalogue, translateRefusals } from '../../codes.ts';
import { parenthesised } from '../../messages/parenthesised.ts';
import { type queueCodes, shortSha } from './codes.ts';
import { en } from './en.ts';

export const ko: Catalogue<typeof queueCodes> = {
  refusals: translateRefusals(en.refusals, {
    'plan.in-work': ({ plan }) => `데몬이 계획 ${plan}을(를) 처리하고 있습니다.`,
    'plan.not-blocked': ({ plan }) => `계획 ${plan}은(는) 차단되지 않았습니다.`,
    'daemon.runs': ({ pid }) => `이곳에는 이미 데몬이 실행 중입니다(pid ${pid}).`,
    'daemon.none': () => '이곳에는 실행 중인 데몬이 없습니다.',
    'daemon.lost': ({ path, detail }) =>
      `데몬이 시작되지 못했습니다${parenthesised(detail)}. 출력은 ${path}에 있습니다.`,
    'state.version': ({ path, version }) =>
      `${path}의 버전 ${version}은(는) 이 버전의 harness가 지원하지 않습니다. 바꾸지 않았습니다.`,
  }),
  progress: {
    'queue.booted': () => '준비되었으며 일시 중지 상태입니다. 시작하려면: harness daemon resume',
    'queue.paused': () => '일시 중지: 새 계획을 시작하지 않습니다',
    'queue.fidelity_blocked': () => '일시 중지: 제품이 명세에서 너무 많이 벗어났습니다',
    'queue.release_ready': () => '일시 중지: 모든 출시 기준이 충족되었습니다',
    'queue.budget_cap_reached': () => '일시 중지: 예산을 다 썼습니다',
    'queue.plans_disordered': ({ detail }) => `계획 파일이 다시 올바르게 될 때까지 일시 중지: ${detail}`,
    'queue.resumed': () => '재개했습니다',
    'queue.merge_seen': ({ sha }) => `새 병합: ${shortSha(sha)}`,
    'queue.plan_started': ({ plan }) => `${plan} 시작`,
    'queue.plan_resumed': ({ plan }) => `${plan}: 실패한 단계부터 재개`,
    'queue.plan_shipped': ({ plan }) => `${plan} 병합 및 완료`,
    'queue.plan_blocked': ({ plan, detail }) => `${plan} 차단됨: ${detail}`,
    'queue.plan_unblocked': ({ plan }) => `${plan} 차단이 풀려 다시 실행할 수 있습니다`,
    'queue.plan_waiting': ({ plan }) => `${plan} 사람을 기다리며, 다른 계획은 계속됩니다: harness questions`,
    'queue.plan_answered': ({ plan }) => `${plan} 답을 받아 계속합니다`,
    'queue.plan_unfinished': ({ plan }) => `${plan} 끝내지 못했습니다`,
    'queue.rate_limited': ({ plan, at }) => `${plan} 호출 제한에 걸려 ${at}에 다시 시도합니다`,
    'queue.budget_ceiling_reached': ({ spent, of }) =>
      `토큰 상한 ${of}에 도달했습니다(사용 ${spent}). 작업은 계속됩니다`,
    'queue.fidelity_started': () => '제품을 명세와 비교합니다',
    'queue.forge_away': ({ detail }) => `포지에 연결할 수 없습니다: ${detail}`,
    'queue.forge_back': () => '포지에 다시 연결할 수 있습니다',
    'queue.stopping': () => '현재 계획이 끝나면 멈춥니다',
    'queue.stopped': () => '멈췄습니다',
    'queue.daemon_restarted': ({ because }) => `데몬이 다시 시작되었습니다(${because})`,
  },
  sentences: {
    'plan.passes-spent': () => '허용된 패스 안에 수렴하지 못했습니다.',
    'plan.stopped': () => '중단되었습니다.',
    'plan.not-merged': () => '만들었지만 병합되지 않았습니다.',
    started: ({ pid, url }) => `데몬이 실행 중입니다(pid ${pid}${url ? `, ${url}` : ''}).`,
    detached: ({ pid, url }) => `데몬이 백그라운드에서 실행 중입니다(pid ${pid}${url ? `, ${url}` : ''}).`,
    asked: ({ command }) => `데몬에 전달했습니다: ${command}.`,
    frozen: ({ file }) => `동결됨: ${file} 파일이 있는 동안 새 작업을 시작하지 않습니다.`,
    thawed: () => '동결이 풀렸습니다. 대기열은 아직 일시 중지 상태입니다. 계속하려면: harness daemon resume',
    blocked: ({ plan, detail, at }) => `${plan} ${at}부터 차단됨: ${detail}`,
    waiting: ({ plan }) => `${plan} 사람을 기다립니다: harness questions`,
    active: ({ plan, at, path }) => `${plan} ${at}부터 실행 중: ${path}`,
    merges: ({ sha }) => `마지막 병합 ${shortSha(sha)}`,
    rebuilt: ({ path, aside }) => `${path} 파일을 읽을 수 없어 ${aside}(으)로 보관하고 저널에서 다시 만들었습니다.`,
    died: ({ detail, ms }) =>
      `데몬이 예기치 않게 종료되었습니다${parenthesised(detail)}. ${ms / 1000}초 뒤 다시 시작합니다`,
    hung: ({ ms }) => `데몬이 ${ms / 1000}초 동안 응답하지 않아 종료했습니다`,
    givenUp: ({ times }) =>
      `데몬이 연달아 ${times}번 종료되어 다시 시작하지 않습니다. 시작하려면: harness daemon start`,
    parking: () => '진행 중인 작업을 보류합니다. Ctrl-C를 한 번 더 누르면 즉시 종료합니다',
    'mode.idle': () => '대기 중: 시작할 수 있는 계획이 없습니다',
    'mode.paused': () => '일시 중지',
    'mode.running': () => '실행 중',
    'mode.stopping': () => '멈추는 중',
    'status.here': ({ url, pid }) => `데몬이 ${url}에서 응답하고 있습니다(pid ${pid}).`,
    'status.gone': ({ file }) => `${file}에 기록된 마지막 상태입니다:`,
    'status.paused': () => '일시 중지됨: 새 계획을 시작하지 않습니다',
    'status.running': () => '계획 실행 중',
    'status.idle': () => '대기 중: 시작할 계획이 없습니다',
    'status.stopping': () => '중지하는 중: 현재 계획이 끝나면 데몬이 종료됩니다',
    'status.active': ({ plan }) => `현재 계획: ${plan}`,
    'status.blocked': ({ ids }) => `차단됨: ${ids}`,
  },
};
