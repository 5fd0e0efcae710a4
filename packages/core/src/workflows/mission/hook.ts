/** Decides which user scripts a mission calls (MO-25). Each hook belongs to a call or a move, so it runs once. */
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
  /** The feature, the checkpoint or the reason; empty if none applies. */
  readonly about: string;
}

/** Path below `.harness`. */
export const hookFile = (name: HookName): string => `hooks/${name}.sh`;

const hooksByRole: Readonly<Record<string, { readonly before: HookName; readonly after: HookName }>> = {
  'mission.worker': { before: 'pre-worker', after: 'post-worker' },
  'mission.validator': { before: 'pre-validator', after: 'post-validator' },
};

/** The hooks around a call of this role; `undefined` for other roles. */
export const hooksAround = (role: string) => hooksByRole[role];

export const hooksOf = (from: Mission, to: Mission): readonly Hook[] => [
  ...statusHooks(from, to),
  ...smokeHooks(from, to),
  ...competitionHooks(from, to),
  ...(from.at === 'firing' && (to.at === 'held' || to.at === 'holding')
    ? [{ name: 'on-checkpoint-fired', about: from.name } as const]
    : []),
  ...(from.at === 'noting' ? [{ name: 'on-escalate', about: from.ending.reason } as const] : []),
  ...(from.at === 'rejecting' ? [{ name: 'on-escalate', about: from.reason } as const] : []),
];

function statusHooks(from: Mission, to: Mission): readonly Hook[] {
  if (!('features' in from) || !('features' in to)) return [];
  const before = new Map(from.features.map(({ id, status }) => [id, status]));
  return to.features
    .filter(({ id, status }) => status !== before.get(id))
    .flatMap(({ id, status }): readonly Hook[] => {
      if (status === 'passed') return [{ name: 'on-feature-passed', about: id }];
      return status === 'failing' ? [{ name: 'on-feature-failing', about: id }] : [];
    });
}

/** Each attempt at a feature is a separate competition; it is won when the feature passes. */
function competitionHooks(from: Mission, to: Mission): readonly Hook[] {
  if (!('job' in from) || !('lanes' in from) || from.job.rivals === undefined) return [];
  if (from.at === 'starting')
    return from.until === 'implemented' ? [{ name: 'on-competition-start', about: from.feature }] : [];
  const won = statusHooks(from, to).filter(({ name }) => name === 'on-feature-passed');
  return won.map(({ about }) => ({ name: 'on-competition-won', about }));
}

/** A smoke test that could not run has neither passed nor failed. */
function smokeHooks(from: Mission, to: Mission): readonly Hook[] {
  if (from.at !== 'closing-smoke') return laneSmokeHooks(from, to);
  if ('code' in from.smoked) return [];
  return [{ name: from.smoked.is === 'passed' ? 'on-smoke-pass' : 'on-smoke-fail', about: '' }];
}

/** A feature that passed was tested in its lane; one that failed because of it has that reason. */
function laneSmokeHooks(from: Mission, to: Mission): readonly Hook[] {
  if (!('lanes' in from) || !('features' in to) || !from.job.smoke?.inLane) return [];
  const failed = new Set(to.features.filter(({ why }) => why === 'smoke').map(({ id }) => id));
  return statusHooks(from, to).flatMap(({ name, about }): readonly Hook[] => {
    if (name === 'on-feature-passed') return [{ name: 'on-smoke-pass', about: '' }];
    return failed.has(about) ? [{ name: 'on-smoke-fail', about: '' }] : [];
  });
}
