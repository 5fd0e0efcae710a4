/** The Korean texts of task. `[harness]`, PASS, FAIL, labels and names of phases stay English (WO-18). */
import type { Catalogue } from '../../codes.ts';
import { parenthesised } from '../../messages/parenthesised.ts';
import { ko as proofWords } from '../proof/ko.ts';
import type { taskCodes } from './codes.ts';
import { en } from './en.ts';

const specResults: Readonly<Record<string, string>> = {
  changed: '명세가 바뀌었습니다. 바뀐 부분은 diff에 있습니다. ',
  unchanged: '명세가 바뀌지 않았습니다. ',
  missing: '명세 파일이 없어 이전 판을 되돌려 놓았습니다. ',
  empty: '명세가 비어 있어 이전 판을 되돌려 놓았습니다. ',
  'too-long': '명세가 200 kB보다 깁니다. 줄여 주세요. ',
};

const unwitnessed = (why: string): string => proofWords.sentences.unwitnessed({ why });

export const ko: Catalogue<typeof taskCodes> = {
  refusals: {
    'task.step-first': (params) => en.refusals['task.step-first'](params),
    'task.none': () => ({
      message: '이 폴더에서 작업 세션을 찾을 수 없습니다.',
      next: 'harness task "<text>"',
    }),
    'task.other-branch': ({ branch }) => ({
      message: `이 작업의 브랜치 ${branch}이(가) 체크아웃되어 있지 않습니다.`,
      next: `git switch ${branch}`,
    }),
    'task.foreign': ({ skill }) => ({
      message: `.harness/state.json의 세션은 ${skill}의 것입니다.`,
      next: 'harness task "<text>"',
    }),
  },
  questions: {
    'session-conflict': {
      question: ({ skill }) => `이 디렉터리에서 ${skill} 세션이 진행 중입니다. 그 세션을 지우고 이 작업을 시작할까요?`,
      options: {
        'Delete and start': '.harness/ 아래의 세션 파일을 지우고 이 작업을 시작합니다. 끝나지 않은 작업은 사라집니다.',
        Cancel: '그 세션을 그대로 두고 아무것도 하지 않습니다.',
      },
    },
    session: {
      question: ({ task, phase, version }) =>
        `${version === '1' ? 'v1 ' : ''}세션이 있습니다: "${task}", ${phase}. 이어서 할까요, 새로 시작할까요, 멈출까요?`,
      options: {
        Resume: '현재 단계에서 이어 갑니다.',
        Restart: '.harness/ 아래의 세션 파일을 지우고 새로 시작합니다. 프로젝트 파일은 그대로 둡니다.',
        Stop: '.harness/ 아래의 세션 파일을 지우고 끝냅니다. 프로젝트 파일은 그대로 둡니다.',
      },
    },
    'state-file': {
      question: ({ found, own }) =>
        `.harness/state.json이 직접 수정되었습니다: 파일은 ${found}, 실행은 ${own}입니다. 어느 쪽을 사용할까요?`,
      options: {
        'Take over': '파일에 적힌 상태에서 이어 갑니다.',
        Overwrite: '실행의 상태에서 이어 가고 파일을 덮어씁니다.',
      },
    },
    mode: {
      question: () => '에이전트 몇 명이 작업을 계획할까요?',
      options: {
        'standard (Recommended)':
          '전문가 두 명이 제안하고 하나의 명세로 합칩니다. 토큰은 약 1.5배이며 균형이 좋습니다.',
        single: '에이전트 하나. 빠르고 저렴하며, 간단한 작업에 알맞습니다.',
        multi: '전문가 세 명이 서로 비평합니다. 토큰은 약 2~2.5배이며 가장 철저합니다.',
      },
    },
    model: {
      question: ({ triesLeft }) =>
        `${triesLeft < 3 ? `답변을 읽을 수 없었습니다 (balanced를 사용하기 전 남은 횟수: ${triesLeft}). ` : ''}${'아래에서 고르거나 executor:<m>,advisor:<m>,evaluator:<m> 형식으로 opus, sonnet, haiku를 적으세요. 어떤 모델을 쓸까요?'}`,
      options: {
        default: '모든 역할에 제공자의 기본 모델을 씁니다.',
        'all-opus': '모든 역할에 Opus를 씁니다. 가장 좋고 가장 비쌉니다.',
        'balanced (Recommended)': 'Sonnet이 구현하고 Opus가 조언과 평가를 합니다. 가성비가 좋습니다.',
        economy: 'Haiku가 구현하고 Sonnet이 조언과 평가를 합니다. 가장 쌉니다.',
      },
    },
    'convention-scan': {
      question: () =>
        '내용이 충분한 CLAUDE.md가 없습니다. 계획이 코드의 관례(데이터베이스, API, 파일 구조, 테스트)에 맞도록 코드를 훑어볼까요?',
      options: {
        Scan: '읽기만 하는 에이전트 하나가 코드를 살펴보고 적어 둡니다. 토큰이 조금 듭니다.',
        Skip: '관례 없이 계획합니다.',
      },
    },
    'convention-scan-failed': {
      question: ({ retriesLeft }) =>
        `관례 스캔이 결과 파일을 쓰지 않았습니다. 다시 할까요(${retriesLeft}번 남음), 건너뛸까요?`,
      options: { Retry: '한 번 더 스캔합니다.', Skip: '관례 없이 계획합니다.' },
    },
    spec: {
      question: ({ spec, result = '' }) =>
        `${specResults[result] ?? ''}${spec} 파일을 읽어 보세요. 구현에는 토큰이 많이 듭니다. 명세대로 진행할까요?`,
      options: {
        Proceed: '명세대로 구현합니다.',
        Modify:
          '파일을 고치거나, 플래너가 바꿀 내용을 한 문장으로 적습니다(`--note`). 바뀐 내용을 보여 준 뒤 다시 묻습니다.',
        Stop: '여기서 실행을 보류합니다. `harness resume`이 이 질문을 다시 보여 줍니다.',
      },
    },
    verify: {
      question: ({ retries, error }) =>
        `기계적 검증이 ${retries}번 시도한 뒤에도 실패했습니다${error ? `: ${error}` : ''}. 어떻게 계속할까요?`,
      options: {
        'Auto-fix proposal':
          '에이전트가 실패를 분석해 작은 diff를 제안하고, 적용할지는 당신이 정합니다. 실행마다 한 번뿐입니다.',
        'Continue to Evaluator': '실패한 채로 두고 평가 단계로 넘어갑니다. 평가자에게 이 사실을 알립니다.',
        Stop: '실행을 보류하고 직접 살펴봅니다. `harness resume`이 이 질문을 다시 보여 줍니다.',
      },
    },
    'auto-fix': {
      question: ({ confidence, summary }) =>
        `수정안이 있습니다 (confidence: ${confidence})${parenthesised(summary)}.${
          confidence === 'Low' ? ' ⚠ 확신이 낮습니다. 적용하기 전에 diff를 꼼꼼히 읽으세요.' : ''
        } 적용할까요?`,
      options: {
        'Apply patch': '지금 상태를 저장하고 diff를 적용한 뒤 다시 검증합니다. 재시도 횟수는 그대로입니다.',
        Reject: '제안을 버리고 돌아갑니다. 두 번째 제안은 없습니다.',
        Stop: '실행을 보류합니다. 제안은 버려지고 파일은 남습니다.',
      },
    },
    qa: {
      question: ({ layer, round, summary }) =>
        `${round}라운드가 ${layer === 'L2' ? 'Layer 2' : 'Layer 3'}에서 실패했습니다${parenthesised(summary)}. 고칠까요?`,
      options: {
        Fix: '한 라운드를 더 합니다: 계획, 구현, 검증, 평가. 비용은 지난 라운드와 비슷합니다.',
        'Accept as-is': '고치지 않고 끝냅니다. 보고서는 남습니다.',
      },
    },
    'clean-up': {
      question: ({ base, folders, files }) => `${base} 전체(폴더 ${folders}개, 파일 ${files}개)를 지울까요?`,
      options: {
        Yes: '안에 있는 모든 것을 지웁니다. git이 있으면 복사본을 refs/harness/kept에 보관합니다.',
        No: '아무것도 지우지 않습니다.',
      },
    },
    unverified: {
      question: ({ files }) =>
        `검증한 뒤에 체크아웃이 바뀌었습니다: ${files}. 변경은 커밋되지 않았습니다. 검증된 파일은 refs/harness/kept 아래에 보관되어 있습니다. 다시 검증할까요?`,
      options: {
        'Verify again': '지금 있는 파일을 다시 검증하고 평가합니다.',
        'No commit': '커밋 없이 끝냅니다. 모든 파일은 그대로 남습니다.',
      },
    },
    commit: {
      question: ({ branch, docs, why }) =>
        `${why === undefined ? '' : `${unwitnessed(why)}. `}${branch} 브랜치에 무엇을 커밋할까요? 문서는 ${docs}에 있습니다.`,
      options: {
        'Commit code only (Recommended)':
          '코드와 명세 단계의 메모를 커밋 하나로 만들고, 그 뒤 세션 파일과 나머지 문서를 지웁니다.',
        'Commit all': '코드와 모든 문서를 커밋 하나로 만들고, 그 뒤 세션 파일을 지웁니다.',
        'No commit': '커밋하지 않습니다. 세션 파일만 지우고 코드와 문서는 그대로 둡니다.',
      },
    },
  },
  progress: {
    'task.found': ({ version }) => `[harness] 이전 세션을 찾았습니다${version === 'v1' ? ' (v1)' : ''}.`,
    'task.row': ({ name, value }) => `  ${name.padEnd(9)} : ${value}`,
    'task.started': () => '[harness] 작업을 시작했습니다!',
    'task.left-alone': ({ files }) => `[harness] ⚠ 이 작업 전에 바뀐 파일이라 커밋하지 않습니다: ${files}`,
    'task.costly-verifier': ({ model }) =>
      `⚠ Verifier가 ${model}입니다 — 기계적 검증에는 비쌉니다. 보통 haiku로 충분합니다.`,
    'task.not-kept': ({ files, count }) =>
      `[harness] ⚠ 파일 ${count}개는 너무 크거나 많아서 사본을 보관하지 않았습니다: ${files}. 에이전트가 바꿀 수 있다면 직접 백업하세요.`,
    'task.user-file-touched': ({ path, how, command }) =>
      `[harness] ⚠ 작업 중에 당신의 파일 ${path} 파일이 ${how === 'deleted' ? '지워졌습니다' : '바뀌었습니다'}. 보관되어 있으며 다음 명령으로 되돌립니다: ${command}`,
    'task.user-files-touched': ({ count }) =>
      `[harness] ⚠ 모두 ${count}개의 파일이 달라졌습니다. \`harness show\`가 보관한 ref를 보여 줍니다.`,
    'task.docs-path-refused': ({ path }) => `[harness] ⚠ 복구한 docs_path가 검증을 통과하지 못했습니다: ${path}`,
    'task.note-unreadable': ({ file, reason }) =>
      `[harness] ⚠ ${file} 파일을 읽지 못했습니다: ${reason}. 계획자는 이 파일을 보지 못합니다.`,
    'task.conventions-copied': () =>
      '[harness] Conventions: CLAUDE.md가 충분합니다. .harness/conventions.md에 복사했습니다',
    'task.conventions-kept': ({ path }) => `[harness] Conventions: ${path}에서 가져왔습니다`,
    'task.conventions-scanned': () => '[harness] Conventions: 스캔해서 .harness/conventions.md에 저장했습니다',
    'task.conventions-skipped': () => '[harness] Conventions: 건너뛰었습니다.',
    'task.conventions-missing': () => '[harness] ⚠ 스캔은 끝났지만 결과 파일이 없습니다.',
    'task.unparsed': () => '[harness] ⚠ 한 줄 답변을 읽지 못했습니다 — fallback: confidence Unknown',
    'task.tick': ({ line }) => `✓ ${line}`,
    'task.cross': ({ line }) => `✗ ${line}`,
    'task.proposals': ({ count }) => `✓ 제안 ${count}개를 만들었습니다`,
    'task.critiques': ({ count }) => `✓ 교차 비평 ${count}개를 마쳤습니다`,
    'task.plan-tick': ({ line }) => `✓ Plan: ${line}`,
    'task.review-tick': ({ line }) => `✓ Review: ${line}`,
    'task.reviews-tick': ({ count }) => `✓ Reviews: 조언자 ${count}명이 마쳤습니다`,
    'task.code-tick': ({ line }) => `✓ Code: ${line}`,
    'task.phase-plan': () => '[harness] 단계: Plan',
    'task.plan-complete': () => '[harness] Plan 완료.',
    'task.phase-generate': () => '[harness] 단계: Generate',
    'task.dispatch-generator': () => '구현 에이전트를 부릅니다...',
    'task.generate-complete': () => '[harness] Generate 완료.',
    'task.phase-verify': () => '[harness] 단계: Verify (Layer 1 — 기계적 검증)',
    'task.verify-passed': () => '[harness] Verify (Layer 1) 완료.',
    'task.verify-result': () => '  결과 : PASS',
    'task.verify-retry': ({ attempt, of }) =>
      `[harness] Verify (Layer 1) FAIL — 다시 구현합니다 (${attempt}/${of}번째 시도)`,
    'task.verify-exhausted': ({ of }) => `[harness] Verify (Layer 1) FAIL — 재시도를 모두 썼습니다 (${of}/${of})`,
    'task.proof-retry': ({ attempt, of }) => `[harness] Proof FAIL — Generator를 다시 실행합니다 (${attempt}/${of})`,
    'task.proof-exhausted': ({ of }) => `[harness] Proof FAIL — 재시도를 모두 썼습니다 (${of}/${of})`,
    'task.unwitnessed': ({ why }) => `[harness] ⚠ ${unwitnessed(why)}`,
    'task.kind': ({ kind }) => `[harness] Kind: 명세에 따라 ${kind}입니다. 증거 대신 이 종류의 규칙을 적용합니다.`,
    'task.kind-unknown': ({ kind, kinds }) =>
      `[harness] ⚠ 명세의 종류 "${kind}"는 알 수 없어 무시합니다. 가능한 값: ${kinds}`,
    'task.changed-tests': ({ files }) => `[harness] 명세가 변경을 허용한 테스트: ${files}`,
    'task.latest-error': ({ line }) => `  마지막 오류: ${line}`,
    'task.see': ({ path }) => `  참고: ${path}`,
    'task.first-line': ({ line }) => `  ${line}`,
    'task.path-dropped': ({ path }) => `[harness] ⚠ 경로 검증 실패: ${path} — 제안자에게 전달하지 않습니다`,
    'task.no-paths': () => '[harness] ⚠ 쓸 수 있는 파일 경로가 없습니다 — 제안자의 입력이 비어 있습니다',
    'task.patch-empty': () => '[harness] ⚠ 패치 파일이 비었거나 diff가 없습니다 — 적용하지 않습니다',
    'task.autofix-model': ({ model }) => `[harness] ℹ Auto-fix 모델: ${model}`,
    'task.applying': ({ paths }) => `[harness] 패치를 적용하는 파일: ${paths}`,
    'task.diff-path-refused': ({ path }) => `[harness] ✗ diff 경로 검증 실패: ${path}`,
    'task.reverted': ({ reason }) => `[harness] 적용하지 못해 이전 상태로 되돌렸습니다.${parenthesised(reason)}`,
    'task.phase-evaluate': () => '[harness] 단계: Evaluate (Layer 2+3)',
    'task.dispatch-evaluator': () => '평가자를 부릅니다...',
    'task.evaluate-complete': () => '[harness] Evaluate 완료.',
    'task.qa-pass': () => '[harness] ✓ QA PASS — 작업을 마쳤습니다.',
    'task.layer2-retry': ({ attempt, of }) =>
      `[harness] Evaluate FAIL (Layer 2) — 다시 구현합니다 (${attempt}/${of}번째 시도)`,
    'task.layer2-exhausted': ({ of }) => `[harness] Evaluate FAIL (Layer 2) — 재시도를 모두 썼습니다 (${of}/${of})`,
    'task.failing-items': ({ summary }) => `  실패한 항목: ${summary}`,
    'task.max-rounds': () => '[harness] 라운드를 모두 썼습니다. 남은 문제는 qa_report.md에 있습니다.',
    'task.halted': ({ after, because, spec }) =>
      because === 'stop'
        ? '[harness] 멈췄습니다. `harness resume`으로 이어 갑니다.'
        : after === 'plan'
          ? `[harness] 명세는 ${spec}에 있습니다. 다음: harness task generate`
          : after === 'evaluate'
            ? '[harness] 단계를 마쳤습니다. 다음: harness resume'
            : `[harness] 단계를 마쳤습니다. 다음: harness task ${after === 'generate' ? 'verify' : 'evaluate'}`,
    'task.guard-target': ({ target }) => `[harness] 커밋 뒤에 지울 곳: ${target}`,
    'task.guard-refused': ({ why }) =>
      `[harness] ⚠ 문서 폴더를 안전하게 지울 수 없습니다${parenthesised(why)}: 파일을 스테이징하거나 지우지 않았습니다.`,
    'task.unstaged': ({ file, reason }) =>
      `[harness] ⚠ ${file}을(를) 스테이징하지 못했습니다: ${reason}. 나머지는 커밋합니다.`,
    'task.base-folder': ({ name, files }) => `  ${name === '' ? '(폴더 밖의 파일)' : `${name}/`} 파일 ${files}개`,
    'task.base-memory': ({ base }) => `[harness] ⚠ ${base}/memory/에는 팀의 지식이 있습니다. 함께 지워집니다.`,
    'task.base-ignored': ({ ignored }) =>
      `[harness] ⚠ 이 가운데 ${ignored}개는 git이 무시하는 파일입니다. 지우면 git으로 되살릴 수 없습니다.`,
    'task.artifacts-left': ({ path }) => `[harness] 명세, 변경 내역, 보고서는 ${path}에 있습니다`,
  },
  sentences: {
    stateMoved: ({ file, aside }) =>
      `[harness] ⚠ ${file} 파일을 읽을 수 없어 ${aside}(으)로 옮겼습니다. 새 세션을 시작할 수 있습니다.`,
    rounds: ({ rounds, layer1, layer2 }) =>
      `최대 ${rounds}라운드이며, 라운드마다 실패한 검사는 ${layer1}번, 충족되지 않은 기준은 ${layer2}번까지 다시 시도한 뒤 사람에게 묻습니다.`,
    proof: ({ witness }) =>
      `평가 전에 변경을 증명합니다: 변경이 없는 별도의 공간에서도 테스트를 실행합니다 (trust.witness: "${witness}").`,
    session: ({ task, phase }) => `세션이 있으며 바꾸지 않습니다: "${task}", ${phase}.`,
    sessionForeign: ({ skill }) => `${skill}의 세션이 있으며 바꾸지 않습니다.`,
    sessionUnreadable: ({ file }) =>
      `${file} 파일을 읽을 수 없습니다. 실제 명령은 이 파일을 옆으로 옮기고 새로 시작합니다.`,
    unfinished: ({ run }) => `끝나지 않은 실행이 있습니다: ${run}.`,
  },
};
