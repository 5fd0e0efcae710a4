/** Creates the log lines for a forge, the same for every workflow: pull requests, merges, and updates of the base. */
import { type FilePlanResult, filePlan } from '../effects/file-plan.ts';
import type { BaseUpdate, Conflict, MergeAnswer, OpenResult, WatchedChecks } from '../effects/forge.ts';
import { fetchBase, mergePull, openPull, watchChecks } from '../effects/forge.ts';
import type { NewLine } from './line-codes.ts';

export function forgeLine(op: string, value: unknown, args: unknown = {}): NewLine | undefined {
  switch (op) {
    case openPull.op:
      return openedLine(value as OpenResult);
    case watchChecks.op:
      return checksLine(value as WatchedChecks);
    case mergePull.op:
      return mergedLine(value as MergeAnswer);
    case fetchBase.op: {
      const { commit, local } = value as { commit: string; local: BaseUpdate };
      return baseLine(local, commit, args as { base: string });
    }
    case filePlan.op:
      return filedLine(value as FilePlanResult, args as { base: string });
    default:
      return undefined;
  }
}

function openedLine(answer: OpenResult): NewLine {
  if (answer.is === 'merged') return { code: 'pull.merged', mark: 'good', params: { commit: answer.sha, why: '' } };
  return { code: 'pull.opened', mark: 'good', params: { pull: answer.pull, url: answer.url } };
}

function checksLine(seen: WatchedChecks): NewLine | undefined {
  if (seen.is === 'conflict') return conflictLine(seen);
  if (seen.is !== 'red') return undefined;
  return { code: 'pull.red', mark: 'bad', params: { red: seen.red.map(({ name }) => name).join(', ') } };
}

const conflictLine = ({ files }: Conflict): NewLine => ({
  code: 'pull.conflicts',
  mark: 'warn',
  params: { paths: files.join(', ') },
});

/** The user must know if their checkout was not updated. */
function mergedLine(answer: MergeAnswer): NewLine | undefined {
  if (answer.is === 'conflict') return conflictLine(answer);
  if (answer.is === 'behind') return { code: 'pull.behind', mark: 'warn', params: {} };
  if (answer.is !== 'merged') return undefined;
  const { sha: commit, checkout } = answer;
  const why = checkout.is === 'left' ? checkout.why : '';
  return { code: 'pull.merged', mark: why === '' ? 'good' : 'warn', params: { commit, why } };
}

function baseLine(local: BaseUpdate, commit: string | null, { base }: { base: string }): NewLine | undefined {
  if (local.is === 'left') return { code: 'base.left', mark: 'warn', params: { base, why: local.why } };
  return local.is === 'moved'
    ? { code: 'base.moved', mark: 'plain', params: { base, commit: commit ?? '' } }
    : undefined;
}

function filedLine({ waits, local, commit }: FilePlanResult, args: { base: string }): NewLine | undefined {
  if (waits) return { code: 'plan.waits', mark: 'warn', params: waits };
  return baseLine(local, commit, args);
}
