/** Finds the tracker of a new run, and refuses one that cannot be used, before anything is written. */
import { refusalOf } from '@harness/core/failure/refusal';
import { type TrackerKind, type TrackerScope, trackerKinds } from '@harness/core/tracker/issue';
import { issuesCodes } from '@harness/core/workflows/issues/codes';
import {
  findFolderProblem,
  findRemoteProject,
  findTrackerAddress,
  findTrackerKey,
  isSafeAddress,
  isTrackerKind,
  type RemoteKind,
  type Search,
  trackerVariables,
} from '../../repository/tracker-access.ts';
import { loadConfig } from '../../settings/config.ts';

/** Flags of the command; a missing one is taken from the configuration. */
export interface TrackerFlags {
  readonly tracker?: string | undefined;
  readonly project?: string | undefined;
  readonly team?: string | undefined;
  readonly label?: string | undefined;
}

export async function requireTracker(root: string, flags: TrackerFlags, env = process.env): Promise<TrackerScope> {
  const { tracker } = await loadConfig(root, {}, env);
  const kind = flags.tracker ?? tracker.kind;
  if (!isTrackerKind(kind))
    throw refusalOf(issuesCodes, 'issues.unknown-tracker', { tracker: kind, known: trackerKinds.join(', ') });
  const search: Search = { root, tracker, env };
  if (kind === 'local') await requireFolder(search);
  else await requireKey(kind, search);
  return {
    kind,
    project: await requireProject(kind, flags.project ?? tracker.project, search),
    team: flags.team ?? tracker.team,
    label: requireLabel(flags.label ?? tracker.label),
    inProgressStatus: tracker.inProgressStatus,
    doneStatus: tracker.doneStatus,
  };
}

async function requireFolder(search: Search): Promise<void> {
  const detail = await findFolderProblem(search);
  if (detail !== undefined) throw refusalOf(issuesCodes, 'issues.issue-folder', { path: search.tracker.dir, detail });
}

async function requireKey(kind: RemoteKind, search: Search): Promise<void> {
  const { keys } = trackerVariables[kind];
  if (findTrackerKey(kind, search.env) === undefined)
    throw refusalOf(issuesCodes, 'issues.no-key', { tracker: kind, keys: keys.join(' or ') });
  const address = await findTrackerAddress(kind, search);
  if (!isSafeAddress(address)) throw refusalOf(issuesCodes, 'issues.unsafe-address', { address });
}

/** Without a label, every open issue would be worked on. */
function requireLabel(given: string): string {
  if (given.trim() === '') throw refusalOf(issuesCodes, 'issues.no-label', {});
  return given.trim();
}

async function requireProject(kind: TrackerKind, given: string | undefined, search: Search): Promise<string> {
  const form = kind === 'github' ? '<owner>/<repo>' : '<project>';
  const refuse = (detail: string) => refusalOf(issuesCodes, 'issues.no-project', { tracker: kind, form, detail });
  const named = given?.trim() ?? '';
  if (named === '') {
    const { project, detail } = kind === 'github' ? await findRemoteProject(search) : { detail: '' };
    if (project === undefined) throw refuse(detail);
    return project;
  }
  if (kind === 'github' && !/^[\w.-]+\/[\w.-]+$/.test(named)) throw refuse(`"${named}" is not owner/repo`);
  return named;
}
