/** Korean results of commands about documents of the repository. */
import type { Messages } from '../messages.ts';

export const documents: Messages['documents'] = {
  'context.added': ({ path, target }) => `${path} 파일을 ${target}의 컨텍스트로 추가했습니다.`,
  'context.too-long': ({ maximum }) => `앞의 ${maximum}자만 읽습니다.`,
  'learnings.pruned': ({ archived, left, file }) => `학습 ${archived}개를 ${file}에 옮기고 ${left}개를 남겼습니다.`,
  'learnings.unchanged': ({ left }) =>
    `학습을 모두 남겼습니다(${left}개). 최근 20개는 늘 남고, 30개를 넘거나 14일보다 오래된 것이 있으면 나머지를 옮깁니다.`,
};
