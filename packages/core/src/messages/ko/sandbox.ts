/** Korean warnings about a missing sandbox, printed once per command. */

import type { Messages } from '../messages.ts';
import { parenthesised } from '../parenthesised.ts';

export const sandboxWarnings: Messages['unboxed'] = {
  off: () =>
    '샌드박스 없음(sandbox): 꺼져 있습니다. 에이전트와 검사는 당신이 접근할 수 있는 모든 것에 접근할 수 있습니다.',
  missing: ({ install }) =>
    `샌드박스 없음(sandbox): bubblewrap이 설치되어 있지 않습니다. 에이전트와 검사는 당신이 접근할 수 있는 모든 것에 접근할 수 있습니다. 설치: ${install}`,
  unusable: ({ detail }) =>
    `샌드박스 없음(sandbox): 여기서는 bubblewrap이 동작하지 않습니다${parenthesised(detail)}. 에이전트와 검사는 당신이 접근할 수 있는 모든 것에 접근할 수 있습니다.`,
};
