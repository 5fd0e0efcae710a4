/** Korean texts of failures. */

import type { Messages } from '../messages.ts';
import { parenthesised } from '../parenthesised.ts';
import { amount, of } from './amounts.ts';

export const failureSentences: Messages['failures'] = {
  'agent.rate-limit': ({ role }) => `제공자가 ${of(role)}호출 횟수를 제한하고 있습니다.`,
  'agent.overloaded': ({ role }) => `제공자에 부하가 몰려 ${of(role)}호출에 응답하지 못했습니다.`,
  'agent.network': ({ role, detail }) => `${of(role)}호출 중에 제공자와의 연결이 끊어졌습니다${parenthesised(detail)}.`,
  'agent.timeout': ({ role, detail }) => `${of(role)}호출이 시간 제한에 걸려 종료되었습니다${parenthesised(detail)}.`,
  'agent.crash': ({ role, detail }) => `${of(role)}프로세스가 비정상 종료되었습니다${parenthesised(detail)}.`,
  'agent.unknown': ({ role, detail }) => `${of(role)}호출이 알 수 없는 이유로 실패했습니다${parenthesised(detail)}.`,
  'agent.schema': ({ role, reason }) => `${of(role)}답변 형식을 읽을 수 없습니다${parenthesised(reason)}.`,
  'agent.auth': ({ role }) =>
    `제공자가 ${of(role)}키 또는 로그인을 거부했습니다. 확인하려면 harness doctor를 실행하세요.`,
  'agent.billing': ({ role }) =>
    `제공자 계정에 ${of(role)}호출에 쓸 잔액이 없습니다. 잔액을 충전한 뒤 다시 시도하세요.`,
  'agent.context': ({ role }) => `${of(role)}프롬프트가 모델이 받을 수 있는 길이를 넘습니다.`,
  'agent.bad-request': ({ role, detail }) =>
    `제공자가 ${of(role)}요청을 잘못된 요청으로 거부했습니다${parenthesised(detail)}.`,
  'agent.turn-limit': ({ role }) => `${of(role)}턴을 모두 썼지만 작업이 끝나지 않았습니다.`,
  'agent.budget': ({ role, limit, of: cap, spent }) =>
    limit === undefined || cap === undefined || spent === undefined
      ? `${of(role)}비용 한도에 도달했습니다.`
      : `${of(role)}호출이 중단되었습니다: ${limit} 한도 ${amount(limit, cap)}을(를) 넘었습니다. 사용: ${amount(limit, spent)}.`,
  'agent.aborted': ({ role }) => `${of(role)}호출이 중단되었습니다.`,
  'agent.startup': ({ role, detail }) => `${of(role)}에이전트를 시작할 수 없습니다${parenthesised(detail)}.`,
  'agent.session-lost': ({ role }) => `${of(role)}제공자 세션이 더 이상 없습니다.`,
  'agent.unscripted': ({ role, item, attempt }) =>
    `스크립트에 역할 ${role}, 항목 ${item ?? '없음'}, 시도 ${attempt}에 대한 답변이 없습니다.`,
  'base.unpushed': ({ base, commits }) =>
    `${base}에 포지에 없는 커밋이 ${commits}개 있어 병합에 포함되지 않습니다. "git push origin ${base}"을(를) 실행하고, git이 거부하면 먼저 "git pull"을 실행하세요.`,
  'browser.failed': ({ detail }) => `브라우저에 오류가 났습니다${parenthesised(detail)}.`,
  'browser.missing': ({ detail }) => `페이지를 열 수 없습니다${parenthesised(detail)}.`,
  'budget.cap-reached': ({ limit, spent: used, of: most, reserved = 0 }) =>
    reserved > 0 && used < most
      ? `다음 호출이 상한 ${limit} ${amount(limit, most)} 안에 들어가지 않습니다: ${amount(limit, used)} 사용, ${amount(limit, reserved)} 예약.`
      : `상한 ${limit} ${amount(limit, most)}에 도달했습니다: ${amount(limit, used)} 사용.`,
  'check.timed-out': ({ command, timeoutMs }) => `"${command}" 명령이 ${timeoutMs}ms 안에 끝나지 않았습니다.`,
  'check.unstartable': ({ command, detail }) => `"${command}" 명령을 시작할 수 없습니다${parenthesised(detail)}.`,
  'dependencies.failed': ({ command, detail }) =>
    `의존성을 설치할 수 없습니다. "${command}" 명령이 실패했습니다${parenthesised(detail)}. 체크아웃에서 이 명령을 실행한 뒤 다시 시도하세요.`,
  'effect.interrupted': ({ key }) => `${key} 작업이 중단되었으며, 이미 실행되었을 수도 있습니다.`,
  'features.broken': ({ detail }) => `미션 계획이 올바르지 않습니다${parenthesised(detail)}.`,
  'forge.branch-moved': ({ branch }) =>
    `포지에서 ${branch} 브랜치가 바뀌어 푸시하지 않았습니다. harness는 강제로 푸시하지 않습니다.`,
  'forge.unauthorized': ({ detail }) => `포지가 인증 정보를 거부했습니다${parenthesised(detail)}.`,
  'forge.forbidden': ({ detail }) => `포지가 이 작업을 허용하지 않습니다${parenthesised(detail)}.`,
  'forge.not-found': ({ detail }) => `포지에 없거나 이 인증 정보로는 볼 수 없습니다${parenthesised(detail)}.`,
  'forge.refused': ({ detail }) => `포지가 요청을 거부했습니다${parenthesised(detail)}.`,
  'forge.rate-limited': ({ detail }) => `포지가 요청 횟수를 제한하고 있습니다${parenthesised(detail)}.`,
  'forge.unavailable': ({ detail }) => `포지에 연결할 수 없거나 포지에 장애가 있습니다${parenthesised(detail)}.`,
  'forge.unreadable': ({ detail }) => `포지의 응답을 읽을 수 없습니다${parenthesised(detail)}.`,
  'git.failed': ({ op, detail }) => `git ${op ?? '명령'} 작업에 실패했습니다${parenthesised(detail)}.`,
  'git.branch-moved': ({ branch }) =>
    `다른 프로세스가 ${branch} 브랜치를 바꿨습니다. 이 브랜치에는 아무것도 쓰지 않았습니다.`,
  'path.outside': ({ path }) => `${path} 경로는 이 실행의 작업 폴더 밖에 있습니다.`,
  'plans.broken': ({ detail }) => `계획 파일이 올바르지 않습니다${parenthesised(detail)}. 파일을 쓰지 않았습니다.`,
  'plans.conflict': ({ ids }) => `이 id의 계획이 이미 있습니다: ${ids}. 파일을 쓰지 않았습니다.`,
  'plan.no-change': ({ plan }) => `계획 ${plan}을(를) 실행했지만 바뀐 파일이 없어 전달할 것이 없습니다.`,
  'pull.changed': ({ pull, head }) =>
    `풀 리퀘스트 ${pull}에 리뷰하지 않은 새 커밋(${head})이 있어 병합하지 않았습니다.`,
  'pull.checks-late': ({ pull, pending }) =>
    `풀 리퀘스트 ${pull}의 검사가 제시간에 끝나지 않았습니다${parenthesised(pending)}.`,
  'pull.checks-red': ({ pull, red }) => `풀 리퀘스트 ${pull}의 검사가 실패했습니다${parenthesised(red)}.`,
  'pull.closed': ({ pull, by }) => `${by}이(가) 풀 리퀘스트 ${pull}을(를) 닫았습니다.`,
  'pull.conflict': ({ pull, files }) => `풀 리퀘스트 ${pull}이(가) 기준 브랜치와 충돌합니다${parenthesised(files)}.`,
  'plan.unreviewed': ({ plan, branch }) =>
    `계획 ${plan}은(는) 아직 풀 리퀘스트를 준비할 수 없습니다. ${branch}의 최신 커밋이 리뷰되지 않았거나 막는 지적 사항이 있습니다.`,
  'pull.none': ({ branch }) => `${branch}의 열린 풀 리퀘스트를 찾을 수 없습니다.`,
  'pull.objected': ({ pull, why }) => `풀 리퀘스트 ${pull}의 병합 전 마지막 확인에서 문제를 찾았습니다: ${why}.`,
  'pull.unmerged': ({ pull, detail }) =>
    `풀 리퀘스트 ${pull}이(가) 제시간에 병합되지 않았습니다${parenthesised(detail)}.`,
  'pull.unready': ({ pull, reasons }) => `풀 리퀘스트 ${pull}은(는) 아직 병합할 수 없습니다: ${reasons}.`,
  'run.runaway': ({ moves, at }) =>
    `아무것도 기다리지 않고 ${moves}번 이동했습니다(현재 ${at}). 워크플로의 결함입니다.`,
  'sandbox.leaks': ({ write, secret, process }) =>
    `샌드박스가 에이전트를 격리하지 못해 에이전트를 호출하지 않았습니다: 바깥 쓰기 ${write}, 홈 폴더 ${secret}, 남은 프로세스 ${process}.`,
  'server.died': ({ command, exitCode, log }) =>
    `서버 "${command}"이(가) 필요한 동안 종료되었습니다(${exitCode}). 출력은 ${log}에 있습니다.`,
  'server.late': ({ command, url, timeoutMs, log }) =>
    `서버 "${command}"이(가) ${timeoutMs} ms 안에 ${url}에서 응답하지 않았습니다. 출력은 ${log}에 있습니다.`,
  'server.port-in-use': ({ port, url, by }) =>
    `포트 ${port}이(가) 사용 중이라${parenthesised(by)} ${url}의 서버를 시작하지 않았습니다. 이 포트를 쓰는 프로세스를 끝내거나 devServer.url을 바꾸세요.`,
  'server.unstartable': ({ command, detail }) => `서버 "${command}"을(를) 시작할 수 없습니다${parenthesised(detail)}.`,
  'site.exists': ({ paths }) => `이 파일들이 이미 있습니다: ${paths}. 파일을 쓰지 않았습니다.`,
  'site.no-pages': ({ url, detail }) => `${url}에서 수집할 수 있는 페이지가 없습니다${parenthesised(detail)}.`,
  'site.unreachable': ({ url, detail }) => `${url}에 연결할 수 없습니다${parenthesised(detail)}.`,
  'secret.in-change': ({ files }) =>
    `변경 내용에 비밀 값이 들어 있어 커밋하지 않았습니다. 비밀 값의 위치: ${files}. 작업은 refs/harness/kept 아래에 보관되어 있습니다.`,
  'secret.shaped': ({ files }) =>
    `변경에 키 형태의 글이 있어 커밋하지 않았습니다: ${files}. 키가 아니라면 "git config harness.keyShapes off"를 실행한 뒤 다시 실행하세요. 작업은 refs/harness/kept에 보관되어 있습니다.`,
  'spec.missing': ({ path }) => `명세 ${path}이(가) 없거나 텍스트 파일이 아닙니다. 파일을 되돌린 뒤 다시 실행하세요.`,
  'subsystems.broken': ({ problems }) =>
    `서브시스템 명세에 문제가 있습니다: ${problems.replace(/\.$/, '')}. 고쳐서 커밋한 뒤 "harness resume"을 실행하세요.`,
  'tracker.unauthorized': ({ detail }) => `트래커가 키를 거부했습니다${parenthesised(detail)}.`,
  'tracker.forbidden': ({ detail }) => `트래커가 이 작업을 허용하지 않습니다${parenthesised(detail)}.`,
  'tracker.not-found': ({ detail }) => `트래커에 해당 항목이 없습니다${parenthesised(detail)}.`,
  'tracker.refused': ({ detail }) => `트래커가 요청을 거부했습니다${parenthesised(detail)}.`,
  'tracker.rate-limited': ({ detail }) => `트래커가 요청 횟수를 제한하고 있습니다${parenthesised(detail)}.`,
  'tracker.unavailable': ({ detail }) => `트래커에 연결할 수 없거나 트래커에 장애가 있습니다${parenthesised(detail)}.`,
  'tracker.unreadable': ({ detail }) => `트래커의 응답을 읽을 수 없습니다${parenthesised(detail)}.`,
  'work.too-large': ({ files, size, limit, path }) =>
    `${files}(${size})이(가) 한도 ${limit}을(를) 넘어 작업을 저장하지 않았습니다. 작업은 ${path}에 그대로 있습니다. 그곳에서 파일을 지우거나 .gitignore에 추가한 뒤 다시 실행하세요.`,
};
