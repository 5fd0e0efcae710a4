/** Effects of a lane, by its job: in a worktree on its own branch, or in the user's checkout on the current branch. */
import type { Workplace } from '../../../effects/agent.ts';
import {
  openCheckout,
  publishCheckout,
  type SavedCheckout,
  saveCheckout,
  syncCheckout,
} from '../../../effects/checkout.ts';
import { type Checkpoint, type OpenedLane, openLane, checkpoint as saveLane } from '../../../effects/git.ts';
import { act } from '../../../effects/operation.ts';
import {
  type PublishResult,
  prepareMerge,
  publishLane,
  type SyncResult,
  syncLane,
} from '../../../effects/publish-lane.ts';
import type { Effect } from '../../../machine/machine.ts';
import type { FrozenTests } from '../../../trust/acceptance.ts';
import { heldFiles } from '../../converge/acceptance.ts';
import { commitsOf, type LaneJob, laneName, type WorkerCall, type WorkState } from './job.ts';

type Place = Pick<WorkState, 'job' | 'lane' | 'checkpoint' | 'frozen'>;
type SavingPlace = Place & { readonly interrupted?: WorkerCall };

export function openLaneEffect(job: LaneJob): Effect<OpenedLane> {
  const { feature, base, allots, onto, branch, checkout, saved } = job;
  if (checkout)
    return act(openCheckout, {
      base,
      saved: saved && commitsOf(saved),
      stays: checkout.stays,
      foreign: checkout.foreign,
    });
  return act(openLane, {
    slug: feature,
    name: laneName(job),
    branch: branch ?? `harness/${laneName(job)}`,
    from: base,
    ...(branch === undefined ? {} : { continues: true }),
    ...(onto ? { onto } : {}),
    ...(allots ? { allots } : {}),
  });
}

/** In the checkout there is no checkpoint: its files are not reset, and an interrupted call ends (decision 18). */
export const laneWorkplace = ({ job, lane, checkpoint }: Place): Workplace => ({
  cwd: lane.path,
  checkpoint: job.checkout ? null : checkpoint,
});

export function saveLaneEffect({
  job: { checkout },
  lane,
  checkpoint,
  interrupted,
  frozen,
}: SavingPlace): Effect<SavedCheckout> {
  if (!checkout) return act(saveLane, { lane, ...holdsIn(frozen) });
  const compared = interrupted ? { before: interrupted.before ?? checkpoint } : {};
  return act(saveCheckout, { lane, foreign: checkout.foreign, ...holdsIn(frozen), ...compared });
}

/** Writes acceptance tests before the worker starts, and removes those that a person rejected. */
export const freezeEffect = (
  { job: { checkout }, lane }: Place,
  frozen: FrozenTests,
  dropped: readonly string[],
): Effect<Checkpoint> => {
  const holds = { ...heldFiles(frozen), gone: dropped };
  return checkout
    ? act(saveCheckout, { lane, foreign: checkout.foreign, holds, places: true })
    : act(saveLane, { lane, holds });
};

const holdsIn = (frozen: FrozenTests | undefined) => (frozen ? { holds: heldFiles(frozen) } : {});

export function syncLaneEffect({ job: { base, onto, checkout }, lane, checkpoint, frozen }: Place): Effect<SyncResult> {
  if (checkout) return act(syncCheckout, { lane, checkpoint, foreign: checkout.foreign, ...holdsIn(frozen) });
  return act(syncLane, { lane, checkpoint, base, ...(onto ? { onto } : {}) });
}

export function publishLaneEffect(
  { job, lane, checkpoint, prepared }: Place & Pick<WorkState, 'prepared'>,
  title: string,
): Effect<PublishResult> {
  const message = mergeMessage(job, title);
  return job.checkout
    ? act(publishCheckout, { lane, checkpoint, message, as: job.checkout.as })
    : act(publishLane, { lane, checkpoint, base: job.base, message, ...(prepared ? { prepared } : {}) });
}

/** While the validator works, if the lane is merged afterwards. */
export const prepareMergeEffect = ({ job, lane, checkpoint }: Place, title: string) =>
  job.atOnce && job.until === 'merged' && job.onPass === undefined
    ? { prepared: act(prepareMerge, { lane, checkpoint, message: mergeMessage(job, title) }) }
    : {};

const mergeMessage = ({ feature }: LaneJob, title: string) => `${feature}: ${title}`;
