/** One call of the Stop hook. */
import type { SentencesOf } from '@harness/core/codes';
import type { HookInput } from '@harness/core/issue-loop/hook-input';
import type { sessionCodes } from '@harness/core/workflows/issues-session/codes';

export interface HookCall {
  readonly root: string;
  /** `null` if it is no JSON object. */
  readonly input: HookInput | null;
  readonly startedAtMs: number;
  readonly sentences: SentencesOf<(typeof sessionCodes)['sentences']>;
  warn(text: string): void;
}
