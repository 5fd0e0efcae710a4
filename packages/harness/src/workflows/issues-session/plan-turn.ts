/**
 * Decides from the state file what a turn does with its session.
 *
 *   P1. Counters come from the journal of the run that the file names, never from the file. The file gives the signal, the
 *       prompt, and the notes of the agent.
 *   P2. A file that no session wrote is imported into a new run.
 *   P3. A file that says active after its run has ended was edited by a person: a new run continues its counters. An older
 *       view, left by a crash, is not taken for an edit.
 */
import type { AgentTurn } from '@harness/core/effects/agent-turn';
import { splitFrontmatter } from '@harness/core/input-files/split-frontmatter';
import { type LoopDocument, loopFile } from '@harness/core/issue-loop/document';
import { signalOf, withSignal } from '@harness/core/issue-loop/signal';
import { loopDocumentText, loopFrontmatter } from '@harness/core/issue-loop/write-document';
import type { SessionJob } from '@harness/core/workflows/issues-session/machine';
import type { HookCall } from './hook-call.ts';
import { type HookedTurn, type NoTurn, readHookedTurn } from './hooked-turn.ts';
import { writeLoopFile } from './loop-file.ts';

export interface TurnPlan {
  readonly turn: HookedTurn;
  /** Starts a new run; `null` for the run that the file names. */
  readonly job: SessionJob | null;
  /** The prompt of the file, and its fields that this version does not know. */
  readonly body: string;
  readonly unknown: LoopDocument['unknown'];
  readonly noted: AgentTurn['noted'];
}

/** The session that the file names, as its journal shows it. */
export interface KnownSession {
  readonly document: LoopDocument;
  readonly hasEnded: boolean;
}

/** `undefined` if the conversation may end: no loop is active, or not any more. */
export async function planTurn(
  call: HookCall,
  text: string,
  known: KnownSession | null,
): Promise<TurnPlan | undefined> {
  const file = shownFile(text, known) ?? (await parseFile(call, text));
  if (file === undefined || !file.state.active) return undefined;
  const turn = readHookedTurn(call.input);
  if (turn.is === 'none') return deactivate(call, text, file, noTurnText(call, turn));
  if (file.body === '') return deactivate(call, text, file, call.sentences['hook.empty']({ file: loopFile }));

  const { body, unknown } = file;
  const plan = { turn, body, unknown, noted: null };
  if (known === null) return { ...plan, job: file };
  if (!known.hasEnded) return { ...plan, job: null, noted: notesOf(file, known.document) };
  if (file.revision >= known.document.revision) return { ...plan, job: restarted(file, known.document) };
  writeLoopFile(call.root, loopDocumentText({ ...known.document, body, unknown }), text);
  return undefined;
}

/** The file, if it is as its run shows it: then it needs no YAML parser. */
function shownFile(text: string, known: KnownSession | null): LoopDocument | undefined {
  const found = splitFrontmatter(text);
  const isShown = known !== null && found.is === 'found' && found.yaml === loopFrontmatter(known.document);
  return isShown ? { ...known.document, body: found.body.trim() } : undefined;
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
