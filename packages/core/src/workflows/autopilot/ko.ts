/** The Korean texts of autopilot. */
import { type Catalogue, translateRefusals } from '../../codes.ts';
import type { autopilotCodes } from './codes.ts';
import { en } from './en.ts';

const form = '`## Implementation Order` 섹션과 그 아래의 `### Phase 1: <이름>`, `### Phase 2: <이름>` 제목';
const foundLines = (found: string | undefined) => (found === undefined ? '' : ` 단계로 보이는 줄: ${found}.`);
const concernText = (count: number) => (count === 0 ? '우려 없음' : `우려 ${count}건`);
const stop = '세션을 저장합니다. 같은 명령으로 여기서 이어집니다.';

export const ko: Catalogue<typeof autopilotCodes> = {
  refusals: translateRefusals(en.refusals, {
    'autopilot.rigor-clash': () => 'Cannot use --fast and --thorough together. Choose one. (둘 중 하나만 쓰세요.)',
    'autopilot.no-spec': () => '명세가 지정되지 않았습니다. 실행할 승인된 명세를 지정하세요.',
    'autopilot.spec-not-approved': ({ path, status }) =>
      `명세 ${path}은(는) 승인되지 않았습니다: 상태가 "${status}"입니다. 먼저 합의한 다음 상태를 바꾸세요.`,
    'autopilot.no-section': ({ path, found }) => `명세 ${path}에 ${form}이 없습니다.${foundLines(found)}`,
    'autopilot.no-phase': ({ path, found }) =>
      `${path}의 일부 단계를 읽을 수 없습니다. ${form}을 쓰세요.${foundLines(found)}`,
    'autopilot.not-in-order': ({ path, numbers }) =>
      `${path}의 단계 번호가 ${numbers}입니다. 순서대로 1, 2, 3으로 번호를 매기세요.`,
    'autopilot.one-phase': ({ path, name }) => `명세 ${path}에는 단계가 하나뿐입니다: ${name}. task로 실행하세요.`,
    'autopilot.no-checks': () => '설정되거나 감지된 검사가 없어 단계를 검증할 수 없습니다.',
    'autopilot.newer-state': ({ path, version }) =>
      `${path}의 버전 ${version}은(는) 더 새로운 harness가 쓴 것입니다. 아무것도 바꾸지 않았습니다.`,
    'autopilot.other-branch': ({ branch }) =>
      `이 세션은 ${branch} 브랜치에서 작업하지만 체크아웃은 다른 브랜치에 있습니다.`,
    'autopilot.other-session': ({ path, spec }) =>
      `${path} 폴더는 다른 명세 ${spec}의 세션에 속합니다. 그 세션을 먼저 끝내거나 명세의 이름을 바꾸세요.`,
  }),
  questions: {
    plan: {
      question: ({ n, name, file, tasks, minutes, complexity, because, concerns }) =>
        `${n}단계 ${name}의 계획은 ${file}에 있습니다: 작업 ${tasks}개, 약 ${minutes}분, 복잡도 ${complexity}. 확인이 필요한 이유: ${because}.${concerns === '' ? '' : ` 계획자의 우려: ${concerns}.`} 승인할까요? (yes / revise / skip phase / stop).`,
      options: {
        yes: '계획을 실행합니다.',
        revise: '파일을 고치고 답하거나, 계획자가 바꿀 점을 메모에 쓰세요.',
        'skip phase': '이 단계를 건너뜁니다.',
        stop,
      },
    },
    skeleton: {
      question: ({ n, name, file }) => `${n}단계 ${name} 계획의 개요는 ${file}에 있습니다. 승인할까요?`,
      options: {
        yes: '계획자가 전체 계획을 쓰게 합니다.',
        revise: '다른 개요를 요청합니다. 바꿀 점을 메모에 쓰세요.',
        stop,
      },
    },
    'verify-checkpoint': {
      question: ({ n, task, change }) => `작업 ${n}, ${task} 다음의 확인 지점입니다 (${change}). 결과가 맞습니까?`,
      options: { yes: '커밋하고 계속합니다.', no: '작업을 돌려보냅니다. 틀린 점을 메모에 쓰세요.', stop },
    },
    'decide-at-checkpoint': {
      question: ({ n, task }) => `작업 ${n}, ${task} 다음에 결정이 필요합니다. 어느 것으로 할까요?`,
      options: { stop },
    },
    'act-at-checkpoint': {
      question: ({ n, task }) => `작업 ${n} 다음에 사람이 할 일이 있습니다: ${task}. 마쳤습니까?`,
      options: { done: '계속합니다.', stop },
    },
    retries: {
      question: ({ task, tries, because }) =>
        `Budget exhausted. Recorded in .harness/failures.md. 작업 "${task}"이(가) ${tries}번 실패했습니다. 마지막 이유: ${because}\n어떻게 계속할까요?`,
      options: {
        'fix manually and continue': '체크아웃에서 직접 고쳤습니다: 검사하고 계속합니다.',
        'revise plan': '계획을 고치고 답하거나, 계획자가 바꿀 점을 메모에 쓰세요.',
        stop,
      },
    },
    verification: {
      question: ({ n, name, count, gaps }) =>
        `${n}단계 ${name}의 검증에서 빈틈 ${count}개를 찾았습니다: ${gaps}. 어떻게 계속할까요?`,
      options: {
        fix: '실행자가 빈틈을 메우게 합니다.',
        'skip verification': '검증 없이 계속합니다. 이 결정은 기록됩니다.',
        stop,
      },
    },
    integration: {
      question: ({ n, name, count, problems }) =>
        `${n}단계 ${name}의 통합이 끝나지 않았습니다. 항목 ${count}개: ${problems}. 어떻게 계속할까요?`,
      options: {
        fix: '실행자가 마무리하게 합니다.',
        'skip integration': '통합 없이 계속합니다. 이 결정은 기록됩니다.',
        stop,
      },
    },
    adr: {
      question: ({ title, context, decision, consequences }) =>
        `${title}\n배경: ${context}\n결정: ${decision}\n결과: ${consequences}\n이 결정을 기록할까요?`,
      options: { accept: '기록을 씁니다.', reject: '쓰지 않습니다.', stop },
    },
    review: {
      question: ({ n, name, count, findings }) =>
        `${n}단계 ${name}의 리뷰에 막는 지적이 ${count}건 있습니다: ${findings}. 어떻게 계속할까요?`,
      options: {
        fix: '실행자가 고치게 합니다.',
        override: '단계를 그대로 받아들입니다. 이유를 메모에 쓰세요.',
        stop,
      },
    },
    'next-phase': {
      question: ({ n, next, name, complexity, troubles }) =>
        `Phase ${n} complete. Next: ${next}: ${name} (${complexity}).${troubles > 1 ? ` 최근 ${troubles}개 단계가 재시도를 모두 썼습니다. 명세 전체에 문제가 있을 수 있으니 먼저 다시 읽어 보세요.` : ''} 계속할까요? (yes / stop).`,
      options: { yes: '다음 단계를 시작합니다.', stop },
    },
    'final-review': {
      question: ({ count, findings, cycle, of }) =>
        `최종 리뷰에 막는 지적이 ${count}건 있습니다: ${findings} (${of}회 중 ${cycle}회). 어떻게 계속할까요?`,
      options: {
        fix: '실행자가 하나씩 따로 커밋하며 고치게 합니다.',
        override: '변경을 그대로 받아들입니다. 이유를 메모에 쓰세요.',
        stop,
      },
    },
    pr: {
      question: ({ phases, base, refused }) =>
        `단계 ${phases}개를 모두 마쳤습니다.${refused === undefined ? '' : ` 풀 리퀘스트가 거부되었습니다: ${refused}.`} ${base}에 대한 PR을 만들까요? (yes / no)`,
      options: { yes: '브랜치를 푸시하고 풀 리퀘스트를 엽니다. 병합하지는 않습니다.', no: '커밋을 여기에만 둡니다.' },
    },
    'session-file': {
      question: ({ found, own, skipped }) =>
        `상태 파일이 직접 수정되었습니다. 파일은 ${found}단계에서 이어지고${skipped === '' ? '' : ` ${skipped}단계를 건너뛰며`}, 세션은 ${own}단계에 있습니다. 어느 쪽이 맞습니까?`,
      options: {
        'Take over': '파일을 따릅니다. 끝난 단계는 다시 실행하지 않습니다.',
        Overwrite: '세션을 따르고 파일을 다시 씁니다.',
      },
    },
    'no-output': {
      question: ({ n, name, file }) =>
        `계획자가 ${n}단계 ${name}의 작업이 있는 계획을 ${file}에 남기지 않았습니다. 다시 부를까요?`,
      options: { retry: '계획자를 다시 부릅니다.', stop },
    },
  },
  progress: {
    'autopilot.phases': ({ count, spec }) => `${spec}의 단계 ${count}개`,
    'autopilot.phase': ({ n, name, complexity }) => `${n}단계: ${name} (${complexity})`,
    'autopilot.raised': ({ from, to, because }) => `${because} 때문에 복잡도를 ${from}에서 ${to}(으)로 올렸습니다`,
    'autopilot.waits-for-plan': ({ file }) =>
      `Run \`/harness:planning\` interactively, then re-invoke \`/harness:autopilot\`. 계획의 위치: ${file}`,
    'autopilot.plan-found': ({ file }) => `Found plan: ${file}`,
    'autopilot.auto-approved': ({ n, name, complexity, concerns, tasks }) =>
      `Auto-approved Phase ${n}: ${name} | auto | ${complexity} | ${concernText(concerns)} | 작업 ${tasks}개.`,
    'autopilot.signal': ({ signal, value }) => `${signal}: ${value} triggered.`,
    'autopilot.retry': ({ n, of, task, tried }) => `Retry ${n}/${of} · ${task}: ${tried}`,
    'autopilot.budget-exhausted': ({ file }) => `Budget exhausted. Recorded in ${file}.`,
    'autopilot.committed': ({ subject, commit }) => `${subject} (${commit})`,
    'autopilot.verified': () => '검증했습니다',
    'autopilot.unverified': ({ count }) => `검증하지 못했습니다: 빈틈 ${count}개`,
    'autopilot.skipped': ({ what }) => `사람이 건너뛰었습니다: ${what}`,
    'autopilot.tier-raised': ({ planned, derived, because }) =>
      `Tier escalated from ${planned} to ${derived}: ${because}.`,
    'autopilot.reviewed': ({ count, blocking }) => `리뷰: 지적 ${count}건, 그중 막는 것 ${blocking}건`,
    'autopilot.phase-complete': () => '완료',
    'autopilot.phase-skipped': () => '건너뜀',
    'autopilot.two-in-trouble': () =>
      '두 단계가 연달아 재시도를 모두 썼습니다: 모든 단계에 영향을 주는 문제가 명세에 있는지 살펴보세요',
    'autopilot.pull-open': ({ pull, url }) => `풀 리퀘스트 ${pull}이(가) 열렸습니다: ${url}`,
    'autopilot.pull-refused': ({ because }) => `풀 리퀘스트가 거부되었습니다: ${because}`,
    'autopilot.many-learnings': ({ count }) => `교훈이 ${count}개입니다: \`harness learnings prune\`을 실행하세요`,
    'autopilot.limit': ({ cycles, file }) =>
      `수정을 ${cycles}번 했지만 최종 리뷰가 아직 막습니다. ${file}에 기록했습니다`,
  },
  sentences: {
    'autopilot.resuming': ({ state, n, name, plan }) =>
      `Resuming from ${state}, phase ${n}: ${name}.${plan === undefined ? '' : ` Found plan: ${plan}`}`,
    'autopilot.saved': ({ command }) =>
      `State saved. Re-invoke \`/harness:autopilot\` to continue. 여기서는: ${command}`,
    'autopilot.totals': ({ phases, tasks, retries }) => `단계 ${phases}개, 작업 ${tasks}개, 재시도 ${retries}번.`,
    'autopilot.phase-summary': ({ n, name, tasks, retries, verification, integration, findings, took }) =>
      `${n}단계: ${name} | 작업 ${tasks}개 | 재시도 ${retries}번 | 검증 ${verification} | 통합 ${integration} | 지적 ${findings}건 | ${took}`,
    'autopilot.final-status': ({ status, findings }) => `최종 리뷰: ${status}, 지적 ${findings}건`,
    'autopilot.assessed': ({ n, name, complexity, route, plan, reasons }) =>
      `${n}단계: ${name} | ${complexity} | ${route}${plan === undefined ? '' : ` | 계획 ${plan}`}${reasons === undefined ? '' : ` | 올린 이유 ${reasons}`}`,
    'autopilot.signals': ({ modules, failures, structural, risk }) =>
      `영향받는 모듈 ${modules}, 실패 확률 ${failures}, 구조 ${structural}, 위험 ${risk}`,
    'autopilot.which-spec': () => '어느 승인된 명세를 실행할까요? (경로)',
    'autopilot.state-moved': ({ file, aside }) =>
      `${file}을(를) 읽을 수 없습니다. ${aside}(으)로 옮겼고 새 세션을 시작합니다.`,
    'autopilot.write-plan': ({ n, name, file, command }) =>
      `${n}단계 ${name}은(는) 복잡도가 높습니다. Run \`/harness:planning\` interactively, then re-invoke \`/harness:autopilot\`. 여기서는 계획을 ${file}에 쓴 다음 실행하세요: ${command}`,
    'autopilot.overridden': ({ findings }) => `사람이 받아들인 지적: ${findings}`,
  },
};
