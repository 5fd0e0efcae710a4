/** Korean problems of a configuration or a list of work. A problem follows its path. */
import type { Messages } from '../messages.ts';

const kinds: Readonly<Record<string, string>> = {
  string: '텍스트',
  number: '숫자',
  boolean: 'true 또는 false',
  object: '객체',
  record: '객체',
  array: '목록',
  toggle: 'true, false 또는 객체',
};

export const problemSentences: Messages['problems'] = {
  unknown: ({ suggestion }) => (suggestion ? `없는 설정입니다. "${suggestion}" 설정을 찾으셨나요?` : '없는 설정입니다'),
  later: () => '이 버전에서 지원하지 않으므로 지우세요',
  secret: () => '없는 설정입니다. 키와 비밀번호는 파일이 아니라 환경 변수로 설정하세요',
  missing: () => '값을 정해야 합니다',
  type: ({ expected }) => `올바른 형식이 아닙니다. 필요한 형식: ${kinds[expected] ?? expected}`,
  whole: () => '정수여야 합니다',
  choice: ({ choices }) => `다음 중 하나여야 합니다: ${choices}`,
  empty: () => '비어 있으면 안 됩니다',
  'too-small': ({ minimum }) => `${minimum} 이상이어야 합니다`,
  'too-large': ({ maximum }) => `${maximum} 이하여야 합니다`,
  path: () => '".." 없이 저장소 안을 가리키는 상대 경로여야 합니다',
  url: () => '"http://127.0.0.1:3000"과 같은 URL이어야 합니다',
  page: () => '"/login"과 같은 페이지 경로여야 합니다',
  password: () => '비밀번호가 들어 있으면 안 됩니다. 비밀번호는 환경 변수로 설정하세요',
  tag: () => '"en", "ko"와 같은 언어 태그여야 합니다',
  name: () => '글자, 숫자, 하이픈으로 된 한 단어여야 합니다',
  trigger: () => '"post-planner", "pre-done", "feature-claim:<kind>", "none" 중 하나여야 합니다',
  twice: () => '같은 이름을 두 번 쓸 수 없습니다',
  'no-lanes': () => 'branchIsolation과 worktree를 켜야 1보다 크게 정할 수 있습니다',
  'same-place': () => 'planDir과 다른 폴더여야 합니다',
  invalid: () => '올바른 값이 아닙니다',
};

export const defects: Messages['defects'] = {
  'duplicate-id': ({ ids }) => `id ${ids}이(가) 두 번 이상 있습니다.`,
  'self-dependency': ({ ids }) => `${ids}이(가) 자기 자신에 의존합니다.`,
  'missing-dependency': ({ ids }) => `의존하는 항목이 존재하지 않습니다: ${ids}.`,
  cycle: ({ ids }) => `서로 순환해서 의존합니다: ${ids}.`,
};
