/** The Korean texts of converge. */
import type { Catalogue } from '../../codes.ts';
import type { convergeCodes } from './codes.ts';

export const ko: Catalogue<typeof convergeCodes> = {
  refusals: {
    'passes.too-few': ({ passes }) => ({
      message: `--passes 값은 1 이상의 정수여야 합니다. 받은 값: "${passes}".`,
      next: 'harness converge "<text>" --passes 3',
    }),
    'kind.unknown': ({ kind, kinds }) => ({
      message: `--kind 값은 ${kinds} 중 하나여야 합니다. 받은 값: "${kind}". 테스트로 보일 수 있는 작업에는 쓰지 않습니다.`,
      next: 'harness converge "<text>" --kind docs',
    }),
  },
  sentences: {
    withoutForeign: ({ files }) => `커밋되지 않은 변경은 HEAD에서 시작하는 레인에 들어가지 않습니다: ${files}.`,
    noChecks: () => '검사 명령이 지정되지도 감지되지도 않아 리뷰만으로 결정합니다. --check "<command>"로 지정하세요.',
    passes: ({ passes }) => `패스는 최대 ${passes}번이며, 그다음에는 사람에게 묻습니다.`,
  },
};
