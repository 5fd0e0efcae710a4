/** What is told of a forge by everybody alike: that a pull request is there, that it was merged, and what the base did. */
import { type FilePlanResult, filePlan } from '../effects/file-plan.ts';
import type { BaseUpdate, Conflict, MergeAnswer, OpenResult, WatchedChecks } from '../effects/forge.ts';
import { fetchBase, mergePull, openPull, watchChecks } from '../effects/forge.ts';
import type { NewLine } from './line-codes.ts';

export function forgeAnswered(op: string, value: unknown, args: unknown = {}): NewLine | undefined {
  switch (op) {
    case openPull.op:
      return opened(value as OpenResult);
    case watchChecks.op:
      return watched(value as WatchedChecks);
    case mergePull.op:
      return merged(value as MergeAnswer);
    case fetchBase.op: {
      const { commit, local } = value as { commit: string; local: BaseUpdate };
      return followed(local, commit, args as { base: string });
    }
    case filePlan.op:
      return filed(value as FilePlanResult, args as { base: string });
    default:
      return undefined;
  }
}

function opened(answer: OpenResult): NewLine {
  if (answer.is === 'merged') return { code: 'pull.merged', mark: 'good', params: { commit: answer.sha, why: '' } };
  return { code: 'pull.opened', mark: 'good', params: { pull: answer.pull, url: answer.url } };
}

function watched(seen: WatchedChecks): NewLine | undefined {
  if (seen.is === 'conflict') return conflicting(seen);
  if (seen.is !== 'red') return undefined;
  return { code: 'pull.red', mark: 'bad', params: { red: seen.red.map(({ name }) => name).join(', ') } };
}

const conflicting = ({ files }: Conflict): NewLine => ({
  code: 'pull.conflicts',
  mark: 'warn',
  params: { paths: files.join(', ') },
});

/** A checkout that was left where it was is the user's own: they must hear of it. */
function merged(answer: MergeAnswer): NewLine | undefined {
  if (answer.is === 'conflict') return conflicting(answer);
  if (answer.is === 'behind') return { code: 'pull.behind', mark: 'warn', params: {} };
  if (answer.is !== 'merged') return undefined;
  const { sha: commit, checkout } = answer;
  const why = checkout.is === 'left' ? checkout.why : '';
  return { code: 'pull.merged', mark: why === '' ? 'good' : 'warn', params: { commit, why } };
}

function followed(local: BaseUpdate, commit: string | null, { base }: { base: string }): NewLine | undefined {
  if (local.is === 'left') return { code: 'base.left', mark: 'warn', params: { base, why: local.why } };
  return local.is === 'moved'
    ? { code: 'base.moved', mark: 'plain', params: { base, commit: commit ?? '' } }
    : undefined;
}

function filed({ waits, local, commit }: FilePlanResult, args: { base: string }): NewLine | undefined {
  if (waits) return { code: 'plan.waits', mark: 'warn', params: waits };
  return followed(local, commit, args);
}
