/** The closed list of notes, with their parameters: facts that change no state but belong in the journal. */
import type { Coded, ParamsOf, SentenceCodes } from '../codes.ts';

const used = { limit: 'text', spent: 'number', of: 'number' } as const;

export const notes = {
  'agent.started': {
    provider: 'text',
    model: 'text?',
    session: 'text?',
    resumed: 'text?',
    script: 'text?',
    answer: 'value?',
  }, // a try starts; `answer` is the script's answer that it uses
  'agent.context': { paths: 'text', cut: 'text', leftOut: 'text', misread: 'text', artifact: 'text', sha256: 'text' }, // context files for a call, and those that were not passed on completely
  'agent.spent': { input: 'number', output: 'number', cacheRead: 'number', cacheWrite: 'number', costUsd: 'number' }, // usage of an interrupted try
  'agent.denied': { path: 'text', step: 'text?', why: 'text?', kept: 'text?' }, // an agent tried to access a forbidden path; `kept` is the file with what it wrote
  'agent.step-failed': { step: 'text', path: 'text?', detail: 'text?', exitCode: 'value?' }, // a scripted step could not be applied
  'budget.near': used, // a share of a limit is spent: noted once
  'budget.ceiling-reached': used, // the ceiling is reached: noted once per crossing
  'checks.unproven': { why: 'text', detail: 'text' }, // green checks of this run prove nothing, because they may use code of the checkout: noted once per reason, before the first call
  'daemon.restarted': { because: 'text', times: 'number' }, // a daemon that died or hung was restarted
  'effect.interrupted': {}, // an earlier process requested it and died before the answer
  'memory.told': { lines: 'text' }, // lines that a role wants to remember
  'hook.failed': { hook: 'text', detail: 'text' }, // a hook script around a call failed
  'hook.skipped': { hook: 'text' }, // a commit hook that is not executable: git skips it, too
  'dependencies.installing': { command: 'text' }, // the checkout lacks dependencies of a lane: the command that installs them, noted once
  'output.not-kept': { files: 'text', count: 'number' }, // files of a check's output folders that were not copied: links, sockets, large or unreadable files
  'lane.overlaps': { lane: 'text', files: 'text', count: 'number' }, // the changes of two lanes would conflict: the other lane and the files, noted once
  'news.told': { kind: 'text', event: 'text' }, // a notification about the next entry is sent
  'plan.over-budget': { plan: 'text', spent: 'number', of: 'number' }, // a plan used more than its estimate: noted once
  'process.started': { pid: 'number', startedAt: 'text' }, // a child process, so that the next owner can end it
  'process.ended': { pid: 'number' }, // an orphan of a dead owner was ended
  'run.repaired': { keptAs: 'text' }, // a torn last line was cut off and kept
  'run.resumed': { by: 'text?' }, // a new owner resumed the run; it may add settings, which are not listed here
  'sandbox.canary': { write: 'text', secret: 'text', process: 'text' }, // the result of the sandbox test: whether a process in it could write, read secrets and stay alive
  'screens.skipped': { detail: 'text' }, // no browser for screenshots
  'tracker.issue-skipped': { file: 'text', problem: 'text', detail: 'text' }, // an issue of the local tracker that cannot be read, or whose blocker is missing: noted once per process
  'work.kept': { ref: 'text' }, // work of an agent is kept under this ref
} as const satisfies SentenceCodes;

export type NoteCode = keyof typeof notes;
export const noteCodes = Object.keys(notes) as [NoteCode, ...NoteCode[]];
export type NoteParams<Code extends NoteCode> = ParamsOf<(typeof notes)[Code]>;
export type Note<Code extends NoteCode = NoteCode> = Coded<typeof notes, Code>;

/** Returns the code if the note is about the ceiling of the product; else `null`. */
export const ceilingNoticeOf = (code: NoteCode, limit: unknown): 'budget.near' | 'budget.ceiling-reached' | null =>
  limit === 'ceilingTokens' && (code === 'budget.near' || code === 'budget.ceiling-reached') ? code : null;
