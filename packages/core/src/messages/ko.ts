/** Korean. Tokens, labels, options and identifiers stay as they are: scripts and parsers rely on them. */
import { aside } from './aside.ts';
import { missionDefects, missionEnding, missionTellings } from './ko/mission.ts';
import { outlook } from './ko/outlook.ts';
import { context, planDefects, planning, planProblems } from './ko/plans.ts';
import { defects, problems } from './ko/problems.ts';
import { refusals } from './ko/refusals.ts';
import { unboxed } from './ko/sandbox.ts';
import { questions as taskQuestions, tellings } from './ko/task.ts';
import type { Messages } from './messages.ts';
import { money } from './money.ts';
import { thousands } from './thousands.ts';

type Value = string | number | undefined;

/** `역할의 ` before a noun, or nothing when nobody knows whose it is. */
const of = (role: Value) => (role === undefined ? '' : `${role}의 `);

const amount = (limit: Value, n: Value) => {
  if (Number.isNaN(Number(n))) return String(n);
  return /usd$/i.test(String(limit)) ? money(Number(n)) : `${thousands(Number(n))} 토큰`;
};

const clockTime = (atMs: Value) => new Date(Number(atMs)).toISOString().slice(11, 19);

/** ` · 1.2초 · 1,300 토큰 · $0.01`, without what is nothing. */
function spent(ms: Value, tokens: Value, costUsd: Value, rehearsed?: Value) {
  const parts = [`${(Number(ms) / 1000).toFixed(1)}초`];
  if (Number(tokens) > 0) parts.push(`${thousands(Number(tokens))} 토큰`);
  if (Number(costUsd) > 0) parts.push(`$${Number(costUsd).toFixed(2)}${rehearsed ? ' 예행연습' : ''}`);
  return ` · ${parts.join(' · ')}`;
}

const stillWrong: Readonly<Record<string, string>> = {
  checks: '아직 실패하는 검사가 있습니다',
  tests: '기준 브랜치의 테스트가 아직 빠져 있습니다',
};

export const ko: Messages = {
  failures: {
    'agent.rate-limit': ({ role }) => `제공자가 ${of(role)}호출 횟수를 제한하고 있습니다.`,
    'agent.overloaded': ({ role }) => `제공자에 부하가 몰려 ${of(role)}호출에 응답하지 못했습니다.`,
    'agent.network': ({ role, detail }) => `${of(role)}호출 중에 제공자와의 연결이 끊어졌습니다${aside(detail)}.`,
    'agent.timeout': ({ role, detail }) => `${of(role)}호출이 시간 제한에 걸려 종료되었습니다${aside(detail)}.`,
    'agent.crash': ({ role, detail }) => `${of(role)}프로세스가 비정상 종료되었습니다${aside(detail)}.`,
    'agent.unknown': ({ role, detail }) => `${of(role)}호출이 알 수 없는 이유로 실패했습니다${aside(detail)}.`,
    'agent.schema': ({ role, reason }) => `${of(role)}답변 형식을 읽을 수 없습니다${aside(reason)}.`,
    'agent.auth': ({ role }) => `제공자가 ${of(role)}키 또는 로그인을 거부했습니다.`,
    'agent.billing': ({ role }) => `제공자 계정에 ${of(role)}호출에 쓸 잔액이 없습니다.`,
    'agent.context': ({ role }) => `${of(role)}프롬프트가 모델이 받을 수 있는 길이를 넘습니다.`,
    'agent.bad-request': ({ role, detail }) => `제공자가 ${of(role)}요청을 이해하지 못했습니다${aside(detail)}.`,
    'agent.turn-limit': ({ role }) => `${of(role)}턴을 모두 썼지만 작업이 끝나지 않았습니다.`,
    'agent.budget': ({ role, limit, of: cap, spent }) =>
      limit === undefined
        ? `${of(role)}비용 한도에 도달했습니다.`
        : `${of(role)}호출이 중단되었습니다: ${limit} 한도 ${amount(limit, cap)}을(를) 넘었습니다. 사용: ${amount(limit, spent)}.`,
    'agent.aborted': ({ role }) => `${of(role)}호출이 중단되었습니다.`,
    'agent.startup': ({ role, detail }) => `${of(role)}에이전트를 시작할 수 없습니다${aside(detail)}.`,
    'agent.session-lost': ({ role }) => `${of(role)}세션이 사라졌습니다.`,
    'agent.unscripted': ({ role, item, attempt }) =>
      `스크립트에 역할 ${role}, 항목 ${item ?? '없음'}, 시도 ${attempt}에 대한 답변이 없습니다.`,
    'budget.cap-reached': ({ limit, spent: used, of: most, reserved }) =>
      Number(reserved ?? 0) > 0 && Number(used) < Number(most)
        ? `다음 호출이 상한 ${limit} ${amount(limit, most)} 안에 들어가지 않습니다: ${amount(limit, used)} 사용, ${amount(limit, reserved)} 예약.`
        : `상한 ${limit} ${amount(limit, most)}에 도달했습니다: ${amount(limit, used)} 사용.`,
    'check.timed-out': ({ command, timeoutMs }) => `"${command}" 명령이 ${timeoutMs}ms 안에 끝나지 않았습니다.`,
    'check.unstartable': ({ command, detail }) => `"${command}" 명령을 시작할 수 없습니다${aside(detail)}.`,
    'effect.interrupted': ({ key }) => `${key} 작업이 중단되었으며, 이미 실행되었을 수도 있습니다.`,
    'features.broken': ({ detail }) => `미션 계획에 문제가 있습니다${aside(detail)}.`,
    'forge.branch-moved': ({ branch }) =>
      `다른 누군가가 포지에서 ${branch} 브랜치를 옮겼습니다. 아무것도 푸시하지 않았으며, 강제로 푸시하는 일은 없습니다.`,
    'forge.unauthorized': ({ detail }) => `포지가 인증 정보를 받아들이지 않습니다${aside(detail)}.`,
    'forge.forbidden': ({ detail }) => `포지가 이 작업을 허용하지 않습니다${aside(detail)}.`,
    'forge.not-found': ({ detail }) => `포지에 없거나 볼 수 있는 권한이 없습니다${aside(detail)}.`,
    'forge.refused': ({ detail }) => `포지가 요청을 거부했습니다${aside(detail)}.`,
    'forge.rate-limited': ({ detail }) => `포지가 잠시 기다리라고 합니다${aside(detail)}.`,
    'forge.unavailable': ({ detail }) => `포지에 연결할 수 없거나 포지에 문제가 있습니다${aside(detail)}.`,
    'forge.unreadable': ({ detail }) => `포지의 응답을 읽을 수 없습니다${aside(detail)}.`,
    'git.failed': ({ op, detail }) => `git ${op ?? '명령'} 작업에 실패했습니다${aside(detail)}.`,
    'git.branch-moved': ({ branch }) =>
      `다른 누군가가 ${branch} 브랜치를 옮겼습니다. 그 위에는 아무것도 쓰지 않았습니다.`,
    'path.outside': ({ path }) => `${path} 경로는 이 작업의 폴더 밖에 있습니다.`,
    'plans.broken': ({ detail }) => `계획 파일이 올바르지 않습니다${aside(detail)}. 아무것도 쓰지 않았습니다.`,
    'plans.conflict': ({ ids }) => `이 id의 계획이 이미 있습니다: ${ids}. 아무것도 쓰지 않았습니다.`,
    'plan.no-change': ({ plan }) => `계획 ${plan}은(는) 아무것도 바꾸지 않았습니다. 전달할 것이 없습니다.`,
    'pull.changed': ({ pull, head }) =>
      `풀 리퀘스트 ${pull}에 누군가 푸시했습니다(${head}). 검토한 내용과 병합될 내용이 다릅니다.`,
    'pull.checks-late': ({ pull, pending }) =>
      `풀 리퀘스트 ${pull}의 검사가 제시간에 끝나지 않았습니다${aside(pending)}.`,
    'pull.checks-red': ({ pull, red }) => `풀 리퀘스트 ${pull}의 검사가 실패했습니다${aside(red)}.`,
    'pull.closed': ({ pull, by }) => `${by}이(가) 풀 리퀘스트 ${pull}을(를) 닫았습니다.`,
    'pull.conflict': ({ pull, files }) => `풀 리퀘스트 ${pull}이(가) 기준 브랜치와 충돌합니다${aside(files)}.`,
    'pull.objected': ({ pull, why }) => `풀 리퀘스트 ${pull}의 병합 직전 확인에서 이의가 있습니다: ${why}.`,
    'pull.unmerged': ({ pull, detail }) => `풀 리퀘스트 ${pull}이(가) 제시간에 병합되지 않았습니다${aside(detail)}.`,
    'pull.unready': ({ pull, reasons }) => `풀 리퀘스트 ${pull}은(는) 아직 병합할 수 없습니다: ${reasons}.`,
    'run.runaway': ({ moves, at }) =>
      `아무것도 기다리지 않고 ${moves}번 이동했습니다(현재 ${at}). 워크플로의 결함입니다.`,
    'sandbox.leaks': ({ write, secret, process }) =>
      `샌드박스가 새기 때문에 아무에게도 요청하지 않았습니다: 바깥 쓰기 ${write}, 홈 ${secret}, 남은 프로세스 ${process}.`,
    'secret.in-change': ({ files }) =>
      `변경 내용에 비밀 값이 들어 있어 커밋하지 않았습니다. 위치: ${files}. 작성된 내용은 refs/harness/kept 아래에 남아 있습니다.`,
  },
  notes: {
    'agent.started': ({ provider, model }) => `${provider}${model ? ` ${model}` : ''}에 요청함`,
    'agent.spent': ({ costUsd }) => `중단됨. 그때까지의 비용은 $${Number(costUsd).toFixed(2)}`,
    'agent.denied': ({ path, why }) => `거부됨: ${path}${aside(why)}`,
    'agent.step-failed': ({ step, path, exitCode }) =>
      `스크립트의 ${step} 단계가 성공하지 못함${aside(path ?? (exitCode === undefined ? '' : `종료 코드 ${exitCode}`))}`,
    'budget.near': ({ limit, spent: used, of: most }) =>
      `${amount(limit, most)} 중 ${amount(limit, used)} 사용 (${limit})`,
    'budget.ceiling-reached': ({ limit, spent: used, of: most }) =>
      `기준선 ${limit} ${amount(limit, most)}에 도달함: ${amount(limit, used)} 사용. 작업은 계속됩니다`,
    'effect.interrupted': () => '프로세스가 끝나면서 중단됨',
    'process.started': ({ pid }) => `프로세스 ${pid} 시작`,
    'process.ended': ({ pid }) => `비정상 종료된 프로세스가 남긴 프로세스 ${pid} 종료`,
    'run.repaired': ({ keptAs }) => `복구됨(repaired): 저널의 찢어진 마지막 줄을 잘라 ${keptAs}에 보관함`,
    'run.resumed': () => '재개됨',
    'sandbox.canary': ({ write, secret, process }) => `샌드박스: 쓰기 ${write}, 비밀 ${secret}, 프로세스 ${process}`,
    'work.kept': ({ ref }) => `작성된 내용을 ${ref}에 보관함`,
  },
  questions: {
    ...taskQuestions,
    passes: {
      question: ({ passes, because }) =>
        `남은 패스가 없는데(허용된 패스 ${passes}회) ${
          stillWrong[String(because)] ?? '아직 막고 있는 지적 사항이 있습니다'
        }. 어떻게 진행할까요?`,
      options: {
        'one more pass': '구현 역할이 한 번 더 고치게 합니다.',
        stop: '실행을 끝냅니다. 작성된 내용은 refs/harness/kept 아래에 남아 있습니다.',
      },
    },
    tests: {
      question: ({ files }) => `이 변경은 기존 테스트를 없애거나 검사 방법을 바꿉니다: ${files}. 어떻게 진행할까요?`,
      options: {
        Allow: '의도한 변경입니다. 이 파일들은 다시 묻지 않습니다.',
        'Send back': '되돌리게 합니다. 한 번 더 시도한 것으로 칩니다.',
        Stop: '더 진행하지 않습니다. 작성된 내용은 사라지지 않습니다.',
      },
    },
    errand: {
      question: ({ what, why }) => `계속하려면 다음이 필요합니다: ${what}${why ? ` (${why})` : ''}. 처리되었습니까?`,
      options: {
        Done: '처리했습니다. 메모는 에이전트에게 전달되며 패스는 소모되지 않습니다.',
        Stop: '더 진행하지 않습니다. 작성된 내용은 사라지지 않습니다.',
      },
    },
    scope: {
      question: ({ item, files }) =>
        `${item}의 변경이 이 기능에 속하지 않는 파일을 건드립니다: ${files}. 어떻게 할까요?`,
      options: {
        Allow: '괜찮습니다. 이 파일들은 다시 묻지 않습니다.',
        'Send back': '원래대로 되돌리게 합니다.',
        Stop: '더 진행하지 않습니다. 작성한 내용은 사라지지 않습니다.',
      },
    },
    checkpoint: {
      question: ({ name }) => `미션이 체크포인트 ${name}에 도달했습니다. 계속할까요?`,
      options: {
        Grant: '계속합니다.',
        Stop: '미션을 끝냅니다. 작성한 내용은 사라지지 않습니다.',
      },
    },
    interrupted: {
      question: ({ key }) => `${key} 작업이 중단되었으며 이미 실행되었을 수도 있습니다. 다시 실행할까요?`,
      options: {
        Repeat: '(다시) 실행합니다.',
        Stop: '실행하지 않습니다. 이 실행에는 실패로 전달됩니다.',
      },
    },
  },
  refusals,
  lines: {
    'run.started': ({ workflow, title }) => `${workflow}: ${String(title).trim().split('\n')[0]}`,
    'run.stopping': ({ by }) => `중지하는 중 (요청: ${by})`,
    'run.ended': ({ end }) => `종료: ${end}`,
    'role.asked': ({ role }) => `${role} 작업 중`,
    'role.answered': ({ role, said, ms, tokens, costUsd, rehearsed }) =>
      `${role}${said === '' ? '' : `: ${said}`}${spent(ms, tokens, costUsd, rehearsed)}`,
    'review.answered': ({ role, blocking, low, ms, tokens, costUsd, rehearsed }) =>
      `${role}: 막는 지적 사항 ${blocking}건, 낮은 지적 사항 ${low}건${spent(ms, tokens, costUsd, rehearsed)}`,
    'check.green': ({ command, ms }) => `${command} 통과${spent(ms, 0, 0)}`,
    'check.red': ({ command, exitCode, executed, ms }) =>
      `${command} 실패, 종료 코드 ${exitCode}${executed === 0 ? ': 실행된 테스트가 없음' : ''}${spent(ms, 0, 0)}`,
    'lane.opened': ({ branch, path }) => `레인 ${branch}, 폴더 ${path}`,
    'lane.saved': ({ files }) => `파일 ${files}개 변경됨`,
    'lane.committed': ({ commit }) => `커밋 ${String(commit).slice(0, 10)}`,
    'lane.unchanged': () => '시작된 때와 달라진 파일이 없어 커밋할 내용이 없음',
    'lane.closed': ({ kept }) => (kept ? `레인 닫힘. 커밋되지 않은 내용은 ${kept}에 보관됨` : '레인 닫힘'),
    'pull.opened': ({ pull, url }) => `풀 리퀘스트 ${pull}: ${url}`,
    'pull.merged': ({ commit, why }) => `병합됨 ${String(commit).slice(0, 10)}${why ? `. ${why}` : ''}`,
    'question.asked': ({ header }) => `${header}:`,
    'question.answered': ({ choice, by }) => `"${choice}" (답변: ${by})`,
    'step.again': ({ untilMs }) => `${clockTime(untilMs)}에 다시 시도:`,
    'step.parked': ({ untilMs }) => `보류됨, ${clockTime(untilMs)} 이후에 재개 가능:`,
    'step.failed': () => '실패:',
  },
  unboxed,
  outlook,
  tellings: { ...tellings, ...missionTellings },
  missionDefects,
  missionEnding,
  problems,
  defects,
  planDefects,
  planProblems,
  planning,
  context,
  holds: {
    frozen: ({ file }) =>
      `동결됨: ${file} 파일이 있는 동안 새 작업을 시작하지 않습니다. 실행은 보류되었고 잃은 것은 없습니다`,
  },
  asking: {
    other: () => '기타',
    aboutOther: () => '하고 싶은 말을 적습니다. 질문과 함께 보관되며 답변으로 치지 않습니다.',
    write: () => '무엇을 남기시겠습니까?',
    noted: ({ by, text }) => `${by}의 메모: ${text}`,
    number: ({ most }) => `1부터 ${most} 사이의 번호를 입력하세요:`,
    withdrawn: () => '이제 답하지 않아도 됩니다.',
    more: ({ count, file }) => `${file}에 ${count}줄이 더 있습니다`,
  },
  recording: {
    lost: ({ path }) => `기록 파일 ${path}이(가) 없어져 이전 기록을 잃었습니다. 지금부터의 내용만 기록합니다.`,
  },
  ending: {
    unchanged: () => '바뀐 파일이 없어 커밋도 없습니다.',
    uncommitted: () => '커밋하지 않았습니다. 바뀐 내용은 파일에 그대로 있습니다.',
    shipped: ({ sha, base }) => `${base}에 ${sha}(으)로 병합했고 계획을 완료로 옮겼습니다`,
    parked: () => '보류됨: 잃은 것은 없습니다',
    stepDone: () => '이 단계가 끝났습니다. 실행은 다음 명령을 기다립니다.',
    stoppedHere: () => '보류됨: 사람이 멈췄으며, 잃은 것은 없습니다',
  },
  statuses: {
    running: '실행 중',
    waiting: '답변을 기다리는 중',
    parked: '보류됨',
    done: '완료',
    failed: '실패',
    stopped: '중지됨',
  },
};
