/** Checks the tracker of `harness issues`: its folder or project, its key and its address. Sends no request. */
import type { Config } from '@harness/core/config/schema';
import { issueProblemText } from '@harness/core/messages/en/issue-problems';
import { issueFolder, readIssueFiles } from '@harness/effects/tracker/local/issue-files';
import { shellQuote } from '../render/shell-quote.ts';
import {
  findFolderProblem,
  findRemoteProject,
  findTrackerAddress,
  findTrackerKey,
  isSafeAddress,
  type RemoteKind,
  type Search,
  trackerVariables,
} from '../repository/tracker-access.ts';
import { loadValidConfig } from '../settings/config.ts';
import { type Diagnosis, failedCheck, passedCheck } from './diagnosis.ts';

/** Not required: only `harness issues` uses a tracker. Empty if the configuration is invalid, which has its own line. */
export async function checkTracker(root: string, env: NodeJS.ProcessEnv): Promise<readonly Diagnosis[]> {
  const tracker = (await loadValidConfig(root, env))?.tracker;
  if (tracker === undefined) return [];
  const search: Search = { root, tracker, env };
  if (tracker.kind === 'local') return [await checkFolder(search)];
  return [
    await checkProject(tracker.kind, search),
    checkKey(tracker.kind, env),
    await checkAddress(tracker.kind, search),
  ];
}

async function checkFolder(search: Search): Promise<Diagnosis> {
  const { root, tracker } = search;
  const detail = await findFolderProblem(search);
  if (detail !== undefined)
    return failedCheck('tracker', false, detail, `git status --ignored ${shellQuote(tracker.dir)}`);
  const { count, broken } = await readFolder(root, tracker);
  const found = `local: ${count === 1 ? '1 issue' : `${count} issues`} in ${tracker.dir}`;
  if (broken.length === 0) return passedCheck('tracker', false, found);
  const [first = ''] = broken;
  const more = broken.length === 1 ? '' : ` (and ${broken.length - 1} more)`;
  return failedCheck('tracker', false, `${found}; skipped: ${first}${more}`, `ls ${shellQuote(tracker.dir)}`);
}

/** A folder that does not exist has no issues. */
async function readFolder(root: string, { dir }: Config['tracker']) {
  const broken: string[] = [];
  const files = await readIssueFiles(issueFolder(root, dir), async (file, { problem, detail }) => {
    broken.push(`${file}: ${issueProblemText(problem, detail)}`);
  });
  return { count: files.length, broken };
}

async function checkProject(kind: RemoteKind, search: Search): Promise<Diagnosis> {
  const { project, team } = search.tracker;
  if (project !== undefined)
    return passedCheck('tracker', false, `${kind}: ${project}${kind === 'linear' ? `, team ${team}` : ''}`);
  const remote = kind === 'github' ? await findRemoteProject(search) : { detail: 'tracker.project is not set' };
  if (remote.project !== undefined) return passedCheck('tracker', false, `${kind}: ${remote.project}, from the remote`);
  const form = kind === 'github' ? '<owner>/<repo>' : '<project>';
  return failedCheck(
    'tracker',
    false,
    `${kind}: ${remote.detail}`,
    `harness issues --tracker ${kind} --project ${form}`,
  );
}

/** The key is never printed. */
function checkKey(kind: RemoteKind, env: NodeJS.ProcessEnv): Diagnosis {
  const found = findTrackerKey(kind, env);
  if (found !== undefined) return passedCheck('tracker.key', false, `${found.variable} is set`);
  const { keys } = trackerVariables[kind];
  return failedCheck('tracker.key', false, `${keys.join(' or ')} is not set`, `export ${keys[0]}=<key>`);
}

async function checkAddress(kind: RemoteKind, search: Search): Promise<Diagnosis> {
  const address = await findTrackerAddress(kind, search);
  if (isSafeAddress(address)) return passedCheck('tracker.endpoint', false, address);
  const detail = `the key is sent only to https or to this machine, not to ${address}`;
  return failedCheck('tracker.endpoint', false, detail, `unset ${trackerVariables[kind].address}`);
}
