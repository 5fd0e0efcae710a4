/**
 * Decides from the state file and the journal which run a turn belongs to.
 *
 *   P1. Counters come from the journal of the run that the file names, never from the file. The file gives the signal, the
 *       prompt, and the notes of the agent.
 *   P2. A file that no session wrote is imported. Its run is named after the file, so that a call that was killed
 *       does not import it twice.
 *   P3. A file that says active after its run has ended was edited by a person: a new run continues its counters. An older
 *       view, left by a crash, is not taken for an edit.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { AgentTurn } from '@harness/core/effects/issues';
import { splitFrontmatter } from '@harness/core/input-files/split-frontmatter';
import { type LoopDocument, loopFile } from '@harness/core/issue-loop/document';
import { signalOf, withSignal, writerOf } from '@harness/core/issue-loop/signal';
import { loopDocumentText, loopFrontmatter } from '@harness/core/issue-loop/write-document';
import { foldJournal } from '@harness/core/journal/journal';
import { issuesSession, type SessionJob } from '@harness/core/workflows/issues-session/machine';
import { documentOf } from '@harness/core/workflows/issues-session/view';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { HookCall } from './hook-call.ts';
import { type HookedTurn, type NoTurn, readHookedTurn } from './hooked-turn.ts';
import { writeLoopFile } from './loop-file.ts';

export interface TurnPlan {
  readonly run: string;
  /** The text of the state file that it was made from. */
  readonly text: string;
  readonly turn: HookedTurn;
  /** Whether the run has to be started, unless a call that was killed has done it. */
  readonly isNew: boolean;
  readonly job: SessionJob;
  /** The prompt of the file, and its fields that this version does not know. */
  readonly body: string;
  readonly unknown: LoopDocument['unknown'];
  readonly noted: AgentTurn['noted'];
}

/** `undefined` if the conversation may end: no loop is active, or not any more. */
export async function planTurn(call: HookCall, store: JsonlStore, text: string): Promise<TurnPlan | undefined> {
  const named = await findNamedRun(text, store);
  if (named.is === 'other') {
    if (signalOf(text) === true) call.warn(call.sentences['hook.other-run']({ file: loopFile, run: named.run }));
    return undefined;
  }
  const file = shownFile(text, named) ?? (await parseFile(call, text));
  if (file === undefined || !file.state.active) return undefined;
  const turn = readHookedTurn(call.input);
  if (turn.is === 'none') return deactivate(call, text, file, noTurnText(call, turn));
  if (file.body === '') return deactivate(call, text, file, call.sentences['hook.empty']({ file: loopFile }));

  const plan = { text, turn, body: file.body, unknown: file.unknown };
  const start = (job: SessionJob) => ({ ...plan, run: newRun(call.root), isNew: true, job, noted: null });
  if (named.is === 'none') return start(file);
  const { run, job, document, hasEnded } = named;
  if (!hasEnded) return { ...plan, run, isNew: false, job, noted: notesOf(file, document) };
  if (file.revision >= document.revision) return start(restarted(file, document));
  writeLoopFile(call.root, loopDocumentText({ ...document, body: file.body, unknown: file.unknown }), text);
  return undefined;
}

type NamedRun =
  | { readonly is: 'none' }
  | {
      readonly is: 'session';
      readonly run: string;
      readonly job: SessionJob;
      readonly document: LoopDocument;
      readonly hasEnded: boolean;
    }
  /** A run of another machine. */
  | { readonly is: 'other'; readonly run: string };

/** The run that wrote the file. One that is unknown here is none. */
async function findNamedRun(text: string, store: JsonlStore): Promise<NamedRun> {
  const run = writerOf(text);
  const entries = run === null ? [] : await store.read(run);
  const [first] = entries;
  if (run === null || first?.type !== 'started') return { is: 'none' };
  if (first.machine !== issuesSession.id) return { is: 'other', run };
  const job = first.input as SessionJob;
  const log = foldJournal(entries);
  return { is: 'session', run, job, document: documentOf(run, job, log), hasEnded: log.ended !== undefined };
}

/** The file, if it is as its run shows it: then it needs no YAML parser. */
function shownFile(text: string, named: NamedRun): LoopDocument | undefined {
  const found = splitFrontmatter(text);
  const isShown = named.is === 'session' && found.is === 'found' && found.yaml === loopFrontmatter(named.document);
  return isShown ? { ...named.document, body: found.body.trim() } : undefined;
}

/** `undefined` if the file is inactive, or had to be deactivated (IO-10). */
async function parseFile(call: HookCall, text: string): Promise<LoopDocument | undefined> {
  const { readLoopDocument } = await import('@harness/core/issue-loop/read-document'); // the YAML parser takes long to load
  const read = readLoopDocument(text);
  if (read.is === 'broken') {
    const warning = call.sentences['hook.broken']({ file: loopFile, detail: read.detail });
    return signalOf(text) === true ? deactivate(call, text, undefined, warning) : undefined;
  }
  const { document, unreadable } = read;
  const [field] = unreadable;
  if (field === undefined || !document.state.active) return document;
  return deactivate(call, text, document, call.sentences['hook.number']({ file: loopFile, field }));
}

function deactivate(call: HookCall, text: string, file: LoopDocument | undefined, warning: string): undefined {
  call.warn(warning);
  const inactive = file && loopDocumentText({ ...file, state: { ...file.state, active: false } });
  const written = writeLoopFile(call.root, withSignal(text, false) ?? inactive ?? text, text);
  if (written.is === 'unusable') call.warn(call.sentences['hook.unusable']({ file: loopFile, why: written.why.is }));
}

const noTurnText = ({ sentences }: HookCall, { because, path }: NoTurn): string =>
  because === 'no-transcript' ? sentences['hook.no-transcript']({ path }) : sentences[`hook.${because}`]({});

/** I-21, I-55, I-56: the agent writes these fields itself. */
function notesOf({ state }: LoopDocument, { state: known }: LoopDocument): AgentTurn['noted'] {
  const { currentIssue, friction } = state;
  const noted = { currentIssue, skipped: [...new Set([...known.skipped, ...state.skipped])], friction };
  const before = { currentIssue: known.currentIssue, skipped: known.skipped, friction: known.friction };
  return JSON.stringify(noted) === JSON.stringify(before) ? null : noted;
}

/** The settings of the file with the counters of the ended run. */
const restarted = (file: LoopDocument, { state }: LoopDocument): SessionJob => ({
  ...file,
  state: {
    ...file.state,
    iteration: state.iteration,
    consecutiveFailures: state.consecutiveFailures,
    completed: state.completed,
    failed: state.failed,
  },
});

/** Another file, or the same text written again, is another run. */
function newRun(root: string): string {
  const { ino, mtimeNs } = statSync(join(root, loopFile), { bigint: true });
  return `${issuesSession.id}-${crc32(`${mtimeNs} ${ino}`).toString(36)}`;
}
