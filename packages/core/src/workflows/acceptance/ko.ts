/** The Korean texts of acceptance. */
import type { Catalogue } from '../../codes.ts';
import type { AcceptanceProblemCode } from '../../trust/acceptance.ts';
import type { acceptanceCodes } from './codes.ts';

const problems: Readonly<Record<AcceptanceProblemCode, string>> = {
  'no-test': '새 테스트 파일이 작성되지 않았습니다',
  'other-files': '새 테스트가 아닌 파일이 작성되거나 변경되었습니다',
  'too-many': '파일이 너무 많이 작성되었습니다',
  unreadable: '테스트 파일에 구문 오류가 있습니다',
  'no-assertion': '단언이 없는 테스트가 있습니다',
  'not-run': '검사가 이 파일들을 실행하지 않습니다',
  unfinished: '테스트가 제한 시간 안에 끝나지 않았습니다',
  green: '이 파일들의 모든 테스트가 작업 없이도 통과합니다',
};

const because = (why: string): string => (why in problems ? problems[why as AcceptanceProblemCode] : why);

export const ko: Catalogue<typeof acceptanceCodes> = {
  refusals: {
    'acceptance.no-tests': ({ checks }) => ({
      message: `trust.acceptance가 "independent"이지만 테스트를 실행하는 검사가 없습니다${checks === '' ? '' : `: ${checks}`}.`,
      next: 'harness init',
    }),
    'acceptance.no-proof': () => ({
      message: 'trust.acceptance가 "independent"이지만 trust.witness가 "off"라서 그 테스트를 쓰는 증명이 없습니다.',
      next: 'harness init',
    }),
    'acceptance.no-commit': ({ gitCommand }) => ({
      message: 'trust.acceptance가 "independent"이지만 작업을 시작할 커밋이 없습니다.',
      next: gitCommand,
    }),
    'acceptance.unsupported': ({ workflow }) => ({
      message: `trust.acceptance가 "independent"이지만 ${workflow}은(는) 이 설정을 지원하지 않습니다. "same"으로 설정하세요.`,
      next: 'harness converge "<text>"',
    }),
  },
  questions: {
    unusable: {
      question: ({ why, names }) =>
        `독립적으로 작성한 인수 테스트를 쓸 수 없습니다: ${because(why)}${names === '' ? '.' : `:\n${names}`}\n실행을 어떻게 계속할까요?`,
      options: {
        'Write again': '같은 역할이 다시 작성합니다.',
        'Continue without': '변경을 만드는 에이전트가 테스트를 직접 작성합니다.',
        Stop: '여기서 멈춥니다. 작업은 사라지지 않습니다.',
      },
    },
    unmet: {
      question: ({ tests }) =>
        `작업이 끝나지 않았고, 인수 테스트는 다른 역할이 작성했습니다:\n${tests}\n작업이나 테스트 중 하나가 잘못되었을 수 있습니다. 실행을 어떻게 계속할까요?`,
      options: {
        'One more pass': '테스트가 맞습니다. 에이전트가 다시 시도합니다.',
        'Write new tests': '테스트가 잘못되었습니다. 역할이 작업을 보지 않고 새로 작성합니다.',
        'Continue without': '테스트가 잘못되었습니다. 테스트를 지우고 에이전트가 직접 작성합니다.',
        Stop: '여기서 멈춥니다. 작업은 사라지지 않습니다.',
      },
    },
  },
  progress: {
    'acceptance.back': ({ why, names }) =>
      `인수 테스트를 돌려보냈습니다: ${because(why)}${names === '' ? '' : `: ${names}`}`,
    'acceptance.frozen': ({ count, files }) =>
      `인수 테스트를 고정했습니다: ${files}${count > 1 ? ` 외 ${count - 1}개` : ''}`,
    'acceptance.without': () => '독립적인 인수 테스트 없이 계속합니다',
  },
};
