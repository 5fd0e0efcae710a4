/** Drives a run in the foreground until it ends, waits, parks or is interrupted, and prints its progress. */
import { ends, exitCodes } from '@harness/core/journal/end';
import { messagesFor } from '@harness/core/messages/index';
import type { Question } from '@harness/core/views/questions';
import type { Recorder } from '@harness/effects/agent/record/recorder';
import { readRunTree } from '@harness/engine/run-tree';
import type { DriveResult, World } from '@harness/engine/world';
import type { Workflows } from '../cli/command.ts';
import { freezeFilePath } from '../gates/frozen.ts';
import { noAgents, resolveAgents } from '../providers/agents.ts';
import { printProgramWarning } from '../providers/program-warning.ts';
import { openAnswerers } from '../questions/question-answerers.ts';
import { createFileEditor } from '../render/editor.ts';
import { createEvidenceRenderer } from '../render/evidence.ts';
import { liveScreen } from '../render/live.ts';
import { numberedScreen } from '../render/numbered.ts';
import { plainScreen } from '../render/plain.ts';
import { printable } from '../render/printable.ts';
import type { Output, Screen } from '../render/screen.ts';
import { requireNoFilter } from '../repository/clean-tree.ts';
import { readOtherSummaries } from '../runs/ceiling-usage.ts';
import { openStore, prepareHarnessFolder } from '../runs/folder.ts';
import { openRunSandbox } from '../sandbox/open-sandbox.ts';
import type { Settings } from '../settings/settings.ts';
import { announceRun } from './announce-run.ts';
import { type HostedRun, hostRun } from './host-run.ts';
import { listenToEntries } from './listener.ts';
import { deleteProviderSessions } from './provider-sessions.ts';
import { openRunRecord, requireRecordPath } from './record-run.ts';
import { trackLanguage } from './run-language.ts';
import { listenForShutdown, ShutdownError, type ShutdownListener } from './shutdown.ts';

export interface ForegroundRun {
  readonly root: string;
  readonly run: string;
  readonly workflow: string;
  readonly settings: Settings;
  readonly takeOver: boolean;
  /** True if the run calls no agent, so that no provider is needed. Default: false. */
  readonly asksNobody?: boolean;
  /** The record file of the run before this command. */
  readonly recordSoFar?: string | undefined;
  readonly output: Output;
  readonly workflows: Workflows;
  drive(world: World, signal: AbortSignal): Promise<DriveResult>;
}

export type Interrupted = { readonly is: 'left'; readonly exitCode: number };
/** `file` is the freeze file. */
export type FrozenRun = Extract<DriveResult, { is: 'held' }> & { readonly file: string };
export type ForegroundOutcome = Exclude<DriveResult, { is: 'held' }> | FrozenRun | Interrupted;

export async function runInForeground(foreground: ForegroundRun): Promise<ForegroundOutcome> {
  const { root, run, workflow, settings, takeOver, asksNobody = false, output, workflows } = foreground;
  const agents = asksNobody ? noAgents : await resolveAgents(settings, workflow, printProgramWarning(output));
  const record =
    asksNobody || settings.record === undefined ? null : { file: settings.record, soFar: foreground.recordSoFar };
  if (record) await requireRecordPath(record, workflow);
  const frozenFile = await freezeFilePath(root);
  if (!asksNobody) await requireNoFilter(root, output);
  prepareHarnessFolder(root);
  const sandbox = asksNobody ? undefined : await openRunSandbox(root, settings, output);
  const store = openStore(root);
  const shutdown = listenForShutdown(() => output.tell('parking the run; press Ctrl-C again to exit at once\n'));
  const spoken = trackLanguage(settings);
  const speaking: Output = {
    ...output,
    get language() {
      return spoken.now();
    },
  };
  const screen = screenFor(speaking, shutdown, { root, runFolder: store.folder(run) });
  const ask = screen.ask?.bind(screen);
  const terminal = ask && !output.noInput ? { ask } : undefined;
  const onUnclear = ({ header, input: { choices } }: Question, text: string) => {
    const { unclear } = messagesFor(speaking.language).asking;
    output.tell(`${printable(`${header}: ${unclear({ text })} (${choices.join(', ')})`)}\n`);
  };
  const answerers = openAnswerers({ store, script: agents, terminal, onUnclear, onTrouble: shutdown.giveUp });
  let recorder: Recorder | undefined;
  const host: HostedRun = {
    root,
    store,
    run,
    workflow,
    workflows,
    settings,
    agents,
    sandbox,
    takeOver,
    frozenFile,
    language: output.language || settings.language,
    warn: (text) => screen.tell(text),
    isAttended: output.isTerminal && !output.noInput && !output.json,
    attended: (question) => {
      spoken.hear(question);
      return answerers.attend(question);
    },
    listeners: [
      listenToEntries(spoken), // before the screen, which prints in this language
      { ...listenToEntries(answerers), close: () => answerers.leave() },
      { load: (journal) => screen.know(journal), see: (seen) => screen.see(seen), close: () => screen.close() },
      announceRun(run),
      { close: () => shutdown.close() },
    ],
    async prepare(journals) {
      const lost = (path: string) => output.tell(`${messagesFor(output.language).recording.lost({ path })}\n`);
      recorder = record ? await openRunRecord(record, { root, run, journals, lost }) : undefined;
      return { recorder, others: settings.ceilingTokens === undefined ? [] : await readOtherSummaries(store, run) };
    },
  };
  try {
    return await hostRun(host, async (world) => {
      let result: DriveResult;
      try {
        result = await foreground.drive(world, shutdown.signal);
      } finally {
        await recorder?.catchUp(await readRunTree(store, run)); // adds the last answers, also if the drive failed
      }
      if (result.is === 'ended') await deleteProviderSessions(store, run);
      return result.is === 'held' ? { ...result, file: frozenFile } : result;
    });
  } catch (error) {
    if (error instanceof ShutdownError) return { is: 'left', exitCode: error.exitCode };
    throw error;
  }
}

function screenFor(
  output: Output,
  shutdown: ShutdownListener,
  places: { readonly root: string; readonly runFolder: string },
): Screen {
  if (!output.isTerminal || output.json) return plainScreen(output);
  const leave = () => shutdown.leave(exitCodes.interrupted);
  const evidence = createEvidenceRenderer(places, output);
  const editor = createFileEditor(places.root, output);
  return output.isPlain
    ? numberedScreen(output, process, leave, evidence, editor)
    : liveScreen(output, leave, evidence, editor);
}

/** 0 only if the run is done. */
export function exitCodeFor(outcome: ForegroundOutcome): number {
  switch (outcome.is) {
    case 'ended':
      return ends[outcome.end].exitCode;
    case 'waiting':
      return exitCodes.waiting;
    case 'parked':
      return exitCodes.rateLimited;
    case 'held':
      return exitCodes.frozen;
    case 'left':
      return outcome.exitCode;
  }
}
