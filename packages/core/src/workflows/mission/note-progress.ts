/** Progress messages about the final notes of a mission: memory and pages. They never change the ending. */
import { type ProgressMessage, progressOf } from '../../codes.ts';
import type { CheckReport } from '../../effects/check.ts';
import type { OpenedLane } from '../../effects/git.ts';
import type { KeptLane } from '../../effects/keep-lane.ts';
import type { SavedMemory } from '../../effects/memory.ts';
import type { PublishResult } from '../../effects/publish-lane.ts';
import type { Outcome } from '../../failure/failure.ts';
import { missionCodes } from './codes.ts';
import type { Mission } from './state.ts';

const message = progressOf(missionCodes);

type Answers = Readonly<Record<string, unknown>>;

export function noteProgress(from: Mission, answers: Answers): readonly ProgressMessage[] {
  const failed = Object.values(answers).find(isFailed);
  if (from.at === 'curating')
    return failed ? [message('mission.unremembered', { why: failed.failure.code }, 'warn')] : [];
  if (from.at === 'remembering') return memoryMessages(answers['kept'] as Outcome<SavedMemory>);
  if (from.at !== 'opening-pages' && !('pages' in from)) return [];
  if (hasConflicts(from, answers)) return [message('mission.undocumented', { why: 'conflict' }, 'warn')];
  if (failed && from.at !== 'closing-pages')
    return [message('mission.undocumented', { why: failed.failure.code }, 'warn')];
  return pageMessages(from, answers);
}

function memoryMessages(kept: Outcome<SavedMemory>): readonly ProgressMessage[] {
  if (!kept.ok) return [message('mission.unremembered', { why: kept.failure.code }, 'warn')];
  const { taught, left } = kept.value;
  const written = message('mission.remembered', { count: taught }, 'good');
  return left === '' ? [written] : [written, message('mission.unremembered', { why: left }, 'warn')];
}

function pageMessages({ at }: Mission, answers: Answers): readonly ProgressMessage[] {
  const undocumented = (why: string) => [message('mission.undocumented', { why }, 'warn')];
  if (at === 'scoping-pages') {
    const { outside } = valueIn<{ readonly outside: readonly string[] }>(answers['looked']);
    return outside.length > 0 ? undocumented(outside.join(', ')) : [];
  }
  if (at === 'checking-pages') return valueIn<CheckReport>(answers['report']).green ? [] : undocumented('checks');
  if (at !== 'publishing-pages') return [];
  const done = valueIn<PublishResult | KeptLane>(answers['done']);
  if (done.is === 'kept') return [message('mission.kept', { item: 'docs/features', branch: done.lane.branch }, 'good')];
  if (done.is === 'published') return [message('mission.documented', { commit: done.commit }, 'good')];
  return undocumented(done.is);
}

/** Conflicting features: no folder has all of them, so the pages cannot be written. */
const hasConflicts = ({ at }: Mission, { lane }: Answers) =>
  at === 'opening-pages' && !isFailed(lane) && valueIn<OpenedLane>(lane).conflicts !== undefined;

const isFailed = (answer: unknown): answer is Extract<Outcome<unknown>, { ok: false }> =>
  (answer as Outcome<unknown>).ok === false;

const valueIn = <Value>(answer: unknown) => (answer as { readonly value: Value }).value;
