/** The reviewed list: accesses of the harness to files that an agent could have written, each with its reason. */
import { isWithin } from '@harness/core/sandbox/layers';
import type { NativeEvent } from './native-trace.ts';
import { type FileEvent, isBox, type ProgramStart, pathsOf, type RecordedCommand } from './recorded-command.ts';

interface ReviewedAccess {
  /** Matches a line such as `read <lane>/package.json` or `start git in <lane>`. */
  readonly access: RegExp;
  readonly reason: string;
}

/** The files that the agents of the trace write. A new name in a line is a new access, because agents write no other file. */
const ownFiles = String.raw`(?:\.env|\.gitattributes|\.gitignore|\.npmrc|README\.md|src|src/new\.js|src/phase-2-\d\.js|src/(?:OK|BAD)-\d\.js|sum\.js|F-001\.txt)`;
const documents = 'docs/harness/repair-sum';
const sessionOutputs = String.raw`(?:autopilot-state\.json|context\.json|handoff\.json|scratchpad|state\.json|summary\.md)`;

export const reviewedAccesses: readonly ReviewedAccess[] = [
  {
    access: new RegExp(`^look <(?:lane|checkout)>(?:/|/${ownFiles})?$`),
    reason: 'kind, size and time of files for a checkpoint: its content is the change, which checks and roles judge',
  },
  {
    access: /^list <(?:lane|checkout)>(?:\/(?:src|test)?)?$/,
    reason: 'names only: to find fresh test reports, and to remove a lane',
  },
  {
    access: /^(?:look|read) <(?:lane|checkout)>\/junit\.xml$/,
    reason: 'a report of the check, written in its sandbox: it adds the number of tests, and the exit code decides',
  },
  {
    access: /^(?:look|list|read|open) <run>\/test-reports-[\w.-]+\/reports(?:\/.*)?$/,
    reason:
      'reports of single tests, written in the sandbox of a check: regular files of limited size; a broken one is no result',
  },
  {
    access:
      /^(?:look|list|read) <run>\/hook-result-[\w-]+(?:\/(?:index|\.index\.harness-draft|head|staged|left|pack))?$/,
    reason:
      'files that a commit hook left, packed in its sandbox: hashes and a pack of limited size, which git checks strictly',
  },
  {
    access: /^read <room>\/\.git\/(?:index|COMMIT_EDITMSG)$/,
    reason:
      'the index that the harness just wrote, and the message that a hook left: text, whose trailers must be the same',
  },
  {
    access: /^(?:look|read) <checkout>\/\.claude\/harness-state\.local\.md(?:\.[\w-]+\.draft)?$/,
    reason:
      'the state file of the issue loop: only `active` counts, and everything else is a view that is written again',
  },
  {
    access: /^(?:look|list) <checkout>\/subsystems_knowledge$/,
    reason: 'doctor names the defects of specs in the checkout; runs read those of the last commit',
  },
  {
    access: /^(?:look|list|read) <lane>\/out(?:\/.*)?$/,
    reason: 'folders of e2e.artifactDirs: copied next to the run and never interpreted',
  },
  {
    access: /^(?:look|list|open by git) <room>(?:\/.*)?$/,
    reason: 'names, kinds and attributes of the saved files, to reset the room to the commit before each check',
  },
  {
    access: /^read <room>\/(?:[\w-]+\.lockb?|[\w-]+-lock\.(?:json|yaml)|npm-shrinkwrap\.json)$/,
    reason: 'lock files of the saved commit: they choose the dependencies, which are installed in a sandbox',
  },
  {
    access: /^read <room>\/(?:junit\.xml|out(?:\/.*)?)$/,
    reason: 'report and artifacts of a check, as in a lane',
  },
  {
    access: /^start (?:safe git|git config) in <room>$/,
    reason: 'git resets the room; before that it lists its settings, to switch off every program in them',
  },
  {
    access: /^start git config in <(?:lane|checkout)>\/?$/,
    reason: 'lists the settings of git, which no agent can write, to switch off every program in them',
  },
  {
    access: /^(?:look|read) <checkout>\/kept\/\.gitignore$/,
    reason: 'ignored files of the user: copied before an agent may write, so that they can be restored',
  },
  {
    access: /^(?:look|list) <checkout>\/(?:kept|test|\.claude|\.githooks)$/,
    reason: 'names and identities of folders, to find packages and .env files that an agent moved to their places',
  },
  {
    access: /^list <checkout>\/docs\/(?:context|exec-plans\/(?:active|completed))$|^look <checkout>\/CLAUDE\.md$/,
    reason: 'hashes of documents that instruct agents, before and after a call: one that an agent wrote is not used',
  },
  {
    access: /^(?:look|read) <checkout>\/harness\.config\.\w+$/,
    reason: 'obeyed only with the content that it had before an agent could write it; otherwise refused',
  },
  {
    access: /^start safe git in <(?:lane|checkout)>/,
    reason: 'git without hooks, file monitor and filters: it stores and compares content, and executes none',
  },
  {
    access: /^open by git <(?:lane|checkout)>(?:\/.*)?$/,
    reason: 'content, attributes and ignore rules: the saved tree is what they say, and exactly that tree is verified',
  },
  {
    access: /^execute by (?:node|git|git-receive-pack) git$|^execute by (?:git sh|sh git(?:-receive-pack)?)$/,
    reason: 'git, and its own programs for a push to the local forge',
  },
  {
    access: /^execute by node sh$/,
    reason: 'the shell that starts git: /bin/sh, with commands that only the harness writes',
  },
  {
    access: /^execute by node (?:node|mkfifo)$/,
    reason: 'the harness itself, and the pipe for the output of a check',
  },
  {
    access: /^open by node <checkout>\/package\.json$/,
    reason: 'node looks for it because the recorder is preloaded; without the recorder it does not',
  },
  {
    access: /^start (?:git --version|mkfifo -m) in <checkout>\/$/,
    reason: 'programs of the PATH that use no file of their working folder',
  },
  {
    access: /^look <checkout>\/\.(?:claude|codex|gemini|mcp\.json|opencode)$/,
    reason: 'doctor names files of other tools as ignored, if they exist',
  },
  {
    access: /^look <run>\/agents(?:\/output-\w+(?:\/qa_report\.md)?)?$/,
    reason: 'the folder of a provider: created for the call, and only one regular file is copied out of it',
  },
  {
    access: /^open by git <run>\/agents$/,
    reason: 'git looks whether an ignored folder is empty; the reset of an issue names ignored files, and reads none',
  },
  {
    access: /^read <run>\/agents\/output-\w+\/qa_report\.md$/,
    reason: 'the one output file of a role: it becomes a document of the task',
  },
  {
    access: /^look <checkout>\/(?:node_modules|vendor|vendor\/bundle|deps)$/,
    reason: 'whether a new lane gets packages: those that were written while agents could write are no source',
  },
  {
    access: new RegExp(`^read <checkout>/${ownFiles}$`),
    reason: 'changed files of a task: searched for TODO lines, which only adds to a report',
  },
  {
    access: new RegExp(
      `^(?:look|list|read) <checkout>/(?:docs|docs/harness|${documents}(?:/[^/]+\\.(?:md|harness-draft))?)$`,
    ),
    reason: 'documents of a task: given to agents as data; a verdict in them is read strictly and never approves alone',
  },
  {
    access:
      /^(?:look|read) <checkout>\/docs\/changes\/shop\/(?:proposal|plans\/\d{4}-\d\d-\d\d-(?:core|prices)-plan)\.md$/,
    reason:
      'the spec and plans of autopilot: executed and judged as they were when the session opened and the plan was approved; after a call that changed them they are restored',
  },
  {
    access: /^(?:look|list) <checkout>\/docs\/(?:plans|changes(?:\/shop(?:\/plans)?)?)$/,
    reason: 'names of plans: a person must approve one that was committed with the work of another phase',
  },
  {
    access: /^(?:look|read) <checkout>\/docs\/roadmap\.md$/,
    reason: 'a status is replaced in place, and none of them decides anything in a session',
  },
  {
    access:
      /^(?:look|list|read) <checkout>\/docs\/knowledge(?:\/decisions(?:\/\.?0001-use-files\.md(?:\.\w+\.harness-draft)?)?|\/prices)?$/,
    reason: 'numbers of decision records, and documents of finished phases: they count gaps, which only add a question',
  },
  {
    access: new RegExp(`^(?:look|list|read) <run>/agents/output-\\w+(?:/${sessionOutputs})?$`),
    reason:
      'files that a role of autopilot leaves: regular, bounded and about its own phase, or replaced by the harness',
  },
  {
    access: /^(?:look|list) <checkout>\/\.harness\/sessions\/[\w-]+\/scratchpad\/1$/,
    reason: 'notes of a finished phase: removed without following a link',
  },
];

export interface TracedPlace {
  readonly repo: string;
  isWritable(path: string): boolean;
}

/** Lists the accesses that are not reviewed, one line each, without doubles. */
export function accessesToReview({ events, native }: RecordedCommand, place: TracedPlace): readonly string[] {
  const recorded = events.flatMap((event) =>
    event.operation === 'start' ? describeStart(event, place) : describeFile(event, place),
  );
  const known = new Set(events.flatMap((event) => (event.operation === 'start' ? [] : [event.path])));
  const traced = native
    .filter(({ by, path }) => by !== 'node' || !known.has(path)) // node must not open more than the recorder saw
    .flatMap((event) => describeNative(event, place));
  return [...new Set([...recorded, ...traced])]
    .filter((line) => !reviewedAccesses.some(({ access }) => access.test(line)))
    .sort();
}

/** Every program outside a box is listed, wherever it is; a program of an agent with its path. */
function describeNative({ operation, by, path }: NativeEvent, place: TracedPlace): readonly string[] {
  if (place.isWritable(path)) return [`${operation} by ${by} ${namePlace(path, place)}`];
  return operation === 'execute' ? [`execute by ${by} ${path.replace(/.*\//, '')}`] : [];
}

const describeFile = ({ operation, path }: FileEvent, place: TracedPlace) =>
  place.isWritable(path) ? [`${operation} ${namePlace(path, place)}`] : [];

/** A program in a box may do anything: the box is the reason. */
function describeStart(event: ProgramStart, place: TracedPlace): readonly string[] {
  if (isBox(event)) return [];
  const program = isSafeGit(event) ? 'safe git' : `${systemName(event.program)} ${event.args[0] ?? ''}`;
  return pathsOf(event)
    .filter(place.isWritable)
    .map((path) => `start ${program} in ${namePlace(path, place)}`);
}

/** A program of the system by its name alone; the folder of any other program stays visible. */
const systemName = (program: string) => program.replace(/^\/(?:usr\/(?:local\/)?)?bin\/(?=[^/]+$)/, '');

/** Settings that keep git from executing code of the repository or of the user. */
const safeSettings = ['core.hooksPath=/dev/null', 'core.fsmonitor=false'];
const isSafeGit = ({ program, args }: ProgramStart) =>
  /(?:^|\/)git$/.test(program) && safeSettings.every((setting) => args.includes(setting));

/** Replaces the folders of this machine and this run. */
function namePlace(path: string, { repo }: TracedPlace): string {
  const [, inRoom] = /\/harness\/rooms\/[^/]+\/[^/]+\/[^/]+(.*)$/.exec(path) ?? [];
  if (inRoom !== undefined) return `<room>${inRoom}`;
  if (!isWithin(repo, path)) return path;
  const inside = path.slice(repo.length + 1);
  return inside
    .replace(/^\.harness\/worktrees\/(?:\.(?:leaving|coming)-)?[^/]+/, '<lane>')
    .replace(/^\.orchestrator\/forge\/checks\/[^/]+/, '<lane>') // a clean checkout of a pull request
    .replace(/^\.harness\/runs\/[^/]+/, '<run>')
    .replace(/^(?!<)/, '<checkout>/');
}
