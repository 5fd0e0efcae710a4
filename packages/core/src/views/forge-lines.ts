/** What is told of a forge by everybody alike: that a pull request is there, and that it was merged. */
import type { MergeAnswer, Opened } from '../effects/forge.ts';
import { mergePull, openPull } from '../effects/forge.ts';
import type { Params } from '../failure.ts';

interface PullLine {
  readonly code: 'pull.opened' | 'pull.merged';
  readonly mark: 'good' | 'warn';
  readonly params: Params;
}

export function forgeAnswered(op: string, value: unknown): PullLine | undefined {
  if (op === openPull.op) return opened(value as Opened);
  return op === mergePull.op ? merged(value as MergeAnswer) : undefined;
}

function opened(answer: Opened): PullLine {
  if (answer.is === 'merged') return { code: 'pull.merged', mark: 'good', params: { commit: answer.sha, why: '' } };
  return { code: 'pull.opened', mark: 'good', params: { pull: answer.pull, url: answer.url } };
}

/** A checkout that was left where it was is the user's own: they must hear of it. */
function merged(answer: MergeAnswer): PullLine | undefined {
  if (answer.is !== 'merged') return undefined;
  const { sha: commit, checkout } = answer;
  const why = checkout.is === 'left' ? checkout.why : '';
  return { code: 'pull.merged', mark: why === '' ? 'good' : 'warn', params: { commit, why } };
}
