/** Korean results of commands about documents of the repository. */
import type { Messages } from '../messages.ts';
import { specSentences } from './specs.ts';

export const documents: Messages['documents'] = {
  'context.added': ({ path, target }) => `${path} 파일을 ${target}의 컨텍스트로 추가했습니다.`,
  'context.too-long': ({ maximum }) => `앞의 ${maximum}자만 읽습니다.`,
  'learnings.pruned': ({ archived, left, file }) => `학습 ${archived}개를 ${file}에 옮기고 ${left}개를 남겼습니다.`,
  'learnings.unchanged': ({ left }) =>
    `학습을 모두 남겼습니다(${left}개). 최근 20개는 늘 남고, 30개를 넘거나 14일보다 오래된 것이 있으면 나머지를 옮깁니다.`,
  'roadmap.changed': ({ count }) => `docs/roadmap.md에서 상태 ${count}개를 바꿨습니다:`,
  'roadmap.unchanged': () => 'docs/roadmap.md에서 바꾼 상태가 없습니다.',
  'roadmap.kept': ({ name }) => `${name} 유지:`,
  'roadmap.ambiguous': () => '상태가 여럿입니다.',
  'roadmap.unknown-status': () =>
    '상태가 backlog, planned, in-progress, done, blocked, needs-human 중 하나가 아닙니다.',
  'roadmap.of-people': () => '이 상태는 사람만 정하고 풉니다.',
  'roadmap.edited': () => '상태를 사람이 고쳤습니다. 단계에 맞는 상태로 고치면 다음 동기화부터 이어집니다.',
  'roadmap.edit-stamp': () => 'last_manual_edit가 last_synced보다 나중입니다.',
  'roadmap.backward': () => '상태는 뒤로 돌아가지 않습니다.',
  'sessions.unreadable': ({ path }) => `${path} 파일을 읽을 수 없어 해당 기능을 그대로 둡니다.`,
  'validate.no-check': () =>
    '검사할 것이 없습니다. 빌드, 타입 검사, 린트, 테스트 명령이 설정되지도 감지되지도 않았습니다. harness init으로 설정하세요.',
  'validate.valid': () => '올바름',
  'validate.not-json': ({ path }) => `${path} 파일은 온전한 JSON 문서가 아닙니다.`,
  'validate.wrong-value': ({ path, key, expected, found }) =>
    `${path}${key === '' ? '' : `, ${key}`}: ${expected}이어야 하는데 ${found}입니다.`,
  'validate.unusable': ({ path, why }) => `${path} 파일을 읽을 수 없습니다: ${why}.`,
  'validate.documents': ({ count }) => (count === 0 ? '문서 없음' : `문서 ${count}개 정상`),
  'validate.more': ({ count }) => `문제가 ${count}개 더 있습니다.`,
  ...specSentences,
};
