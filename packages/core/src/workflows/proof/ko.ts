/** The Korean texts of the proof. */
import type { Catalogue } from '../../codes.ts';
import type { StrykerProblem } from '../../trust/plan-stryker.ts';
import type { ReasonCode } from '../../trust/reason.ts';
import type { changeProofCodes } from './codes.ts';

const reasons: Readonly<Record<ReasonCode, string>> = {
  'not-proved': '증명을 하지 않았습니다',
  empty: '변경된 파일이 없습니다',
  'only-documents': '문서만 변경되었습니다',
  'red-alone': '변경된 테스트가 단독으로 실행하면 실패합니다',
  'no-report': '테스트 러너가 테스트를 보고하지 않고 0으로 종료했습니다',
  'not-executed': '변경된 파일의 테스트가 실행되지 않았습니다',
  'no-assertion': '새 테스트가 단언 없이 통과합니다',
  'not-accepted': '고정된 인수 테스트 중 변경이 동작함을 보여 주는 것이 없습니다',
  weaker: '변경된 테스트가 이전보다 적게 검출합니다',
  'reads-runner': '제품에 추가된 줄이 테스트 러너에서 실행되는지 확인합니다',
  promise: '기준 커밋의 테스트가 변경에 대해 실패합니다',
  'green-on-base': '새 테스트가 변경 없이도 통과합니다',
  'green-emptied': '변경된 함수가 비어 있어도 새 테스트가 통과합니다',
  'not-run-emptied': '새 테스트가 파일을 불러올 수 없다는 이유로만 실패합니다',
  'reads-code': '새 테스트가 코드의 동작이 아니라 코드의 글자를 비교합니다',
  unreadable: '변경된 코드를 읽을 수 없습니다',
  survivors: '추가된 줄의 수정을 알아차리는 테스트가 없습니다',
  flaky: '테스트 결과가 저절로 바뀝니다',
  'no-test': '추가되거나 변경된 테스트가 없고, 기준 커밋과 다른 명령도 없습니다',
  'no-command': '테스트를 실행하는 검사가 없습니다',
  'not-only-documents': '문서 작업이 다른 파일을 변경했습니다',
  'tests-touched': '리팩터링이 테스트를 변경했습니다',
  'no-mutants': '추가된 테스트가 변형할 수 있는 코드를 테스트하지 않습니다',
  'no-difference': '변경 전에 실패하고 변경 후에 통과하는 명령이 없습니다',
};

const strykerProblems: Readonly<Record<StrykerProblem, string>> = {
  kind: '테스트 작업은 하네스의 수정만으로 판단합니다',
  packages: '변경이 패키지나 패키지 목록을 건드립니다',
  named: '추가된 줄에 Stryker의 이름이 있습니다',
  configuration: '기준 커밋의 설정을 사용할 수 없습니다',
  language: 'Stryker가 변형하지 않는 파일이 변경에 있습니다',
  failed: 'Stryker가 실패했습니다',
  'timed-out': '변형 시간의 절반을 넘겼습니다',
  unreadable: '보고서를 읽을 수 없거나, 추가된 줄의 수정이 없습니다',
};

const withoutStryker = (why: string): string =>
  `Stryker를 사용하지 않고 하네스가 직접 수정했습니다: ${why in strykerProblems ? strykerProblems[why as StrykerProblem] : why}`;

const because = (why: string): string => (why in reasons ? reasons[why as ReasonCode] : why);
const list = (names: string): string => (names === '' ? '.' : `:\n${names}`);

export const ko: Catalogue<typeof changeProofCodes> = {
  refusals: {
    'witness.impossible': ({ checks }) => ({
      message: `trust.witness가 "required"이지만 테스트를 실행하는 검사가 없어(${checks}) 어떤 변경도 증거를 가질 수 없습니다.`,
      next: 'harness init',
    }),
  },
  questions: {
    promise: {
      question: ({ tests, count }) =>
        `기준 커밋의 테스트 ${count}개가 기준 커밋의 내용 그대로 변경에 대해 실패합니다:\n${tests}\n이전 동작이 더는 필요하지 않습니까?`,
      options: {
        Allow: '이전 동작이 사라지는 것을 받아들입니다. 이 테스트와 이 변경에만 적용됩니다.',
        'Send back': '에이전트가 이전 동작을 유지합니다.',
        Stop: '여기서 멈춥니다. 잃는 작업은 없습니다.',
      },
    },
    witness: {
      question: ({ why, names }) =>
        `변경이 작동한다는 증거가 없습니다: ${because(why)}${list(names)}\n어떻게 계속할까요?`,
      options: {
        'Accept without': '계속합니다. 결과는 증거 없음으로 표시됩니다.',
        'Send back': '에이전트가 다시 시도합니다.',
        Stop: '여기서 멈춥니다. 잃는 작업은 없습니다.',
      },
    },
  },
  progress: {
    'proof.started': () => '테스트가 변경을 알아차리는지 보려고 변경 없이 실행합니다',
    'proof.witnessed': ({ count, name }) =>
      `증거: ${name}${count > 1 ? ` 외 ${count - 1}개` : ''}이(가) 변경 없이는 실패합니다`,
    'proof.differs': ({ count, name }) =>
      `증거: 변경이 없으면 실행 중인 제품의 ${name}${count > 1 ? ` 외 ${count - 1}개` : ''}의 결과가 다릅니다`,
    'proof.by-kind': () => '변경이 작업 종류의 규칙을 지킵니다. 증거가 필요하지 않습니다',
    'proof.accepted': ({ why }) => `증거 없이 받아들임: ${because(why)}`,
    'proof.back': ({ why, names }) => `증거 없음: ${because(why)}${names === '' ? '' : `: ${names}`}`,
    'proof.flaky': ({ tests }) => `결과가 바뀌는 테스트는 증거가 아닙니다: ${tests}`,
    'proof.unsupported': ({ endings }) => `${endings} 파일의 함수는 비우거나 변형하지 않았습니다`,
    'proof.no-stryker': ({ why }) => withoutStryker(why),
  },
  sentences: {
    unwitnessed: ({ why }) => `증거 없음: ${because(why)}`,
    withoutStryker: ({ why }) => withoutStryker(why),
  },
};
