/** The Korean texts of planning. */
import type { Catalogue } from '../../codes.ts';
import type { planningCodes } from './codes.ts';

export const ko: Catalogue<typeof planningCodes> = {
  sentences: {
    plan: ({ path, title, phase, count }) => `${path}: ${title} (단계 ${phase}, 예상 패스 ${count})`,
    after: ({ ids }) => `${ids} 다음에`,
    tags: ({ matches }) => `충족하는 기준: ${matches}`,
    notWritten: () => '미리 보기입니다. 파일을 쓰지 않았습니다.',
    nothing: () => '플래너가 새로운 계획을 제안하지 않았습니다.',
    skipped: ({ ids }) => `이미 완료되어 건너뛰었습니다: ${ids}.`,
    conflicts: ({ ids }) => `끝나지 않은 계획이 이미 쓰고 있는 id라서 쓰지 않았습니다: ${ids}.`,
    uncovered: ({ matches }) => `이 acceptance 태그를 충족하는 계획이 없습니다: ${matches}.`,
    cut: ({ paths }) => `이 컨텍스트 파일은 앞부분만 읽었습니다: ${paths}.`,
    leftOut: ({ paths }) => `이 컨텍스트 파일은 공간이 부족해 제외했습니다: ${paths}.`,
    misread: ({ paths }) => `이 컨텍스트 파일은 쓸 수 없습니다(텍스트가 아니거나 scope가 잘못됨): ${paths}.`,
  },
};
