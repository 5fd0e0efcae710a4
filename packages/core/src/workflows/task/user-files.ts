/** Keeps the user's own files before the first agent of a session, and finds those that differ later. */
import { compareUserFiles, type KeptUserFiles, keepUserFiles, type TouchedUserFiles } from '../../effects/checkout.ts';
import { act } from '../../effects/operation.ts';
import type { Failure, Outcome } from '../../failure/failure.ts';
import type { Effect } from '../../machine/machine.ts';
import type { Session, TaskJob } from './session.ts';

/** Empty in old runs. */
export const keepNeed = ({ keepsUserFiles, hasGit }: TaskJob) =>
  (keepsUserFiles ? { kept: act(keepUserFiles, { hasGit }) } : {}) as { readonly kept: Effect<KeptUserFiles> };

/** Without git, every file of the folder is kept, and a difference is the work of the session. */
export const compareNeed = ({ job: { hasGit, docsPath }, foreign, userFiles: kept }: Session) =>
  (hasGit && kept ? { touched: act(compareUserFiles, { kept, foreign, docsPath }) } : {}) as {
    readonly touched: Effect<TouchedUserFiles>;
  };

/** `undefined` if it succeeded, or was not needed. */
export const failureOfNeed = (outcome: Outcome<unknown> | undefined): Failure | undefined =>
  outcome && !outcome.ok ? outcome.failure : undefined;

export const withUserFiles = (kept: Outcome<KeptUserFiles> | undefined): Pick<Session, 'userFiles'> =>
  kept?.ok ? { userFiles: kept.value } : {};

export const copiesOf = (kept: KeptUserFiles | undefined): { readonly copies?: string } =>
  kept?.copies ? { copies: kept.copies } : {};
