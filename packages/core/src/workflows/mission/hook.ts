/**
 * The scripts of a person that a mission calls on its way (MO-25), and when: a closed list. Those around a call are waited
 * for; those that tell of something follow from a move of the mission, so that each is told once.
 */
import type { Mission } from './machine.ts';

export const hookNames = [
  'pre-worker',
  'post-worker',
  'pre-validator',
  'post-validator',
  'on-escalate',
  'on-feature-passed',
  'on-feature-failing',
  'on-checkpoint-fired',
  'on-smoke-pass',
  'on-smoke-fail',
  'on-competition-start',
  'on-competition-won',
] as const;
export type HookName = (typeof hookNames)[number];

export interface Hook {
  readonly name: HookName;
  /** The feature, the checkpoint or the reason; what of it is not about one is empty. */
  readonly about: string;
}

/** Below `.harness`. */
export const hookFile = (name: HookName): string => `hooks/${name}.sh`;

const around: Readonly<Record<string, { readonly before: HookName; readonly after: HookName }>> = {
  'mission.worker': { before: 'pre-worker', after: 'post-worker' },
  'mission.validator': { before: 'pre-validator', after: 'post-validator' },
};

/** Before and after a call of this role; nothing for all others. */
export const hooksAround = (role: string) => around[role];

export const hooksOf = (from: Mission, to: Mission): readonly Hook[] => [
  ...statuses(from, to),
  ...smoke(from),
  ...competition(from, to),
  ...(from.at === 'firing' && (to.at === 'held' || to.at === 'holding')
    ? [{ name: 'on-checkpoint-fired', about: from.name } as const]
    : []),
  ...(from.at === 'noting' ? [{ name: 'on-escalate', about: from.ending.reason } as const] : []),
  ...(from.at === 'rejecting' ? [{ name: 'on-escalate', about: from.reason } as const] : []),
];

function statuses(from: Mission, to: Mission): readonly Hook[] {
  if (!('features' in from) || !('features' in to)) return [];
  const before = new Map(from.features.map(({ id, status }) => [id, status]));
  return to.features
    .filter(({ id, status }) => status !== before.get(id))
    .flatMap(({ id, status }): readonly Hook[] => {
      if (status === 'passed') return [{ name: 'on-feature-passed', about: id }];
      return status === 'failing' ? [{ name: 'on-feature-failing', about: id }] : [];
    });
}

/** Each attempt at a feature is a competition of its own; one is won when its feature has passed. */
function competition(from: Mission, to: Mission): readonly Hook[] {
  if (!('job' in from) || !('lanes' in from) || from.job.rivals === undefined) return [];
  if (from.at === 'starting')
    return from.until === 'implemented' ? [{ name: 'on-competition-start', about: from.feature }] : [];
  const won = statuses(from, to).filter(({ name }) => name === 'on-feature-passed');
  return won.map(({ about }) => ({ name: 'on-competition-won', about }));
}

/** What could not be looked at has neither passed nor failed. */
function smoke(from: Mission): readonly Hook[] {
  if (from.at !== 'closing-smoke' || 'code' in from.smoked) return [];
  return [{ name: from.smoked.is === 'passed' ? 'on-smoke-pass' : 'on-smoke-fail', about: '' }];
}
