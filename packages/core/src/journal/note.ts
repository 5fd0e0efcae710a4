/** Facts that change no state but belong in the journal: a closed list, with the parameters of each. */
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
  }, // a try at a provider begins: provider, model, and which answer of a script it uses
  'agent.context': { paths: 'text', cut: 'text', leftOut: 'text', misread: 'text', artifact: 'text', sha256: 'text' }, // what people had dropped for a call, and what of it did not come through
  'agent.spent': { input: 'number', output: 'number', cacheRead: 'number', cacheWrite: 'number', costUsd: 'number' }, // what a try that was cut off had used
  'agent.denied': { path: 'text', step: 'text?', why: 'text?' }, // an agent wanted to touch what it may not
  'agent.step-failed': { step: 'text', path: 'text?', detail: 'text?', exitCode: 'value?' }, // a scripted step had nothing to act on
  'budget.near': used, // a share of a limit is spent: said once
  'budget.ceiling-reached': used, // the product used what its ceiling says: said once a crossing
  'daemon.restarted': { because: 'text', times: 'number' }, // a daemon that died or hung was started again: how often, and why
  'effect.interrupted': {}, // an earlier process asked for this and died before it was answered
  'memory.told': { lines: 'text' }, // what a role said to remember, a line each
  'hook.failed': { hook: 'text', detail: 'text' }, // a script of a person around a call did not end well: which, and why
  'dependencies.installing': { command: 'text' }, // what a lane needs is not in the checkout: by which command it is installed, once
  'lane.overlaps': { lane: 'text', files: 'text', count: 'number' }, // what two lanes wrote would conflict: with which one, and in which files; said once
  'news.told': { kind: 'text', event: 'text' }, // people who are not there are told of the next fact: which kind of news it is
  'plan.over-budget': { plan: 'text', spent: 'number', of: 'number' }, // a plan used more than its estimate: said once
  'process.started': { pid: 'number', startedAt: 'text' }, // a child process: pid and start time, so that the next owner can end it
  'process.ended': { pid: 'number' }, // an orphan of a dead owner was ended
  'run.repaired': { keptAs: 'text' }, // a torn last line was cut off and kept
  'run.resumed': { by: 'text?' }, // a new owner goes on, with these settings: their names are not listed here
  'sandbox.canary': { write: 'text', secret: 'text', process: 'text' }, // whether the box held: what a process in it could write, see and leave behind
  'screens.skipped': { detail: 'text' }, // there was no browser to look at the product with
  'work.kept': { ref: 'text' }, // what an agent wrote is reachable under this ref
} as const satisfies SentenceCodes;

export type NoteCode = keyof typeof notes;
export const noteCodes = Object.keys(notes) as [NoteCode, ...NoteCode[]];
export type NoteParams<Code extends NoteCode> = ParamsOf<(typeof notes)[Code]>;
export type Note<Code extends NoteCode = NoteCode> = Coded<typeof notes, Code>;

/** What a note says of the ceiling of the product, if it is about that. */
export const saidOfCeiling = (code: NoteCode, limit: unknown): 'budget.near' | 'budget.ceiling-reached' | null =>
  limit === 'ceilingTokens' && (code === 'budget.near' || code === 'budget.ceiling-reached') ? code : null;
