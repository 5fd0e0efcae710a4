/** What a mission says of its last notes: what was written, and what stood in the way. None of it changes the ending. */
import type { CheckReport } from '../../effects/check.ts';
import type { OpenedLane } from '../../effects/git.ts';
import type { KeptLane } from '../../effects/keep-lane.ts';
import type { SavedMemory } from '../../effects/memory.ts';
import type { PublishResult } from '../../effects/publish-lane.ts';
import type { Outcome } from '../../failure/failure.ts';
import { type ProgressMessage, successMessage, warningMessage } from '../task/progress-codes.ts';
import type { Mission } from './state.ts';

type Given = Readonly<Record<string, unknown>>;

export function noteProgress(from: Mission, answers: Given): readonly ProgressMessage[] {
  const failed = Object.values(answers).find(isFailed);
  if (from.at === 'curating')
    return failed ? [warningMessage('mission.unremembered', { why: failed.failure.code })] : [];
  if (from.at === 'remembering') return remembered(answers['kept'] as Outcome<SavedMemory>);
  if (from.at !== 'opening-pages' && !('pages' in from)) return [];
  if (isApart(from, answers)) return [warningMessage('mission.undocumented', { why: 'conflict' })];
  if (failed && from.at !== 'closing-pages')
    return [warningMessage('mission.undocumented', { why: failed.failure.code })];
  return documented(from, answers);
}

function remembered(kept: Outcome<SavedMemory>): readonly ProgressMessage[] {
  if (!kept.ok) return [warningMessage('mission.unremembered', { why: kept.failure.code })];
  const { taught, left } = kept.value;
  const written = successMessage('mission.remembered', { count: taught });
  return left === '' ? [written] : [written, warningMessage('mission.unremembered', { why: left })];
}

function documented({ at }: Mission, answers: Given): readonly ProgressMessage[] {
  const undocumented = (why: string) => [warningMessage('mission.undocumented', { why })];
  if (at === 'scoping-pages') {
    const { outside } = valueIn<{ readonly outside: readonly string[] }>(answers['looked']);
    return outside.length > 0 ? undocumented(outside.join(', ')) : [];
  }
  if (at === 'checking-pages') return valueIn<CheckReport>(answers['report']).green ? [] : undocumented('checks');
  if (at !== 'publishing-pages') return [];
  const done = valueIn<PublishResult | KeptLane>(answers['done']);
  if (done.is === 'kept') return [successMessage('mission.kept', { item: 'docs/features', branch: done.lane.branch })];
  if (done.is === 'published') return [successMessage('mission.documented', { commit: done.commit })];
  return undocumented(done.is);
}

/** The features do not fit together: there is no folder in which all of them could be described. */
const isApart = ({ at }: Mission, { lane }: Given) =>
  at === 'opening-pages' && !isFailed(lane) && valueIn<OpenedLane>(lane).conflicts !== undefined;

const isFailed = (answer: unknown): answer is Extract<Outcome<unknown>, { ok: false }> =>
  (answer as Outcome<unknown>).ok === false;

const valueIn = <Value>(answer: unknown) => (answer as { readonly value: Value }).value;
