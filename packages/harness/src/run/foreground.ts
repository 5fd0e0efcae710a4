/** A run in front of a person: driven until it ends, waits, parks or is left, and told about meanwhile. */
import { ends, exitCodes } from '@harness/core/journal/end';
import type { RunJournal } from '@harness/core/journal/run-tree';
import { messagesFor } from '@harness/core/messages/index';
import type { Recorder } from '@harness/effects/agent/record/recorder';
import { readRunTree } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { DriveResult, World } from '@harness/engine/world';
import type { Workflows } from '../cli/command.ts';
import { freezeFile } from '../gates/frozen.ts';
import { noAgents, resolveAgents } from '../providers/agents.ts';
import { openAnswerers } from '../questions/question-answerers.ts';
import { createEvidenceRenderer, type RenderEvidence } from '../render/evidence.ts';
import { liveScreen } from '../render/live.ts';
import { numberedScreen } from '../render/numbered.ts';
import { plainScreen } from '../render/plain.ts';
import type { Output, Screen } from '../render/screen.ts';
import { readOtherSummaries } from '../runs/ceiling-usage.ts';
import { openStore, prepareHarnessFolder } from '../runs/folder.ts';
import { openRunSandbox } from '../sandbox/open-sandbox.ts';
import type { Settings } from '../settings/settings.ts';
import { createHooks } from '../workflows/mission/hooks.ts';
import { hostRun, type Listener, ofEntries } from './host-run.ts';
import { keepLive } from './live-file.ts';
import { createNotifier } from './notify.ts';
import { deleteProviderSessions } from './provider-sessions.ts';
import { openRunRecord, requireRecordPath } from './record-run.ts';
import { listenForShutdown, ShutdownError, type ShutdownListener } from './shutdown.ts';
import { createViewFiles } from './view-files.ts';

export interface ForegroundRun {
  readonly root: string;
  readonly run: string;
  readonly workflow: string;
  readonly settings: Settings;
  readonly takeOver: boolean;
  /** A run that calls no agent needs none to be there. */
  readonly asksNobody?: boolean;
  /** The file that the run was written down in before this command. */
  readonly recordSoFar?: string | undefined;
  readonly output: Output;
  readonly workflows: Workflows;
  go(world: World, signal: AbortSignal): Promise<DriveResult>;
}

export type Interrupted = { readonly is: 'left'; readonly exitCode: number };
/** Which file holds it is what a person has to know. */
export type FrozenRun = Extract<DriveResult, { is: 'held' }> & { readonly file: string };
export type ForegroundOutcome = Exclude<DriveResult, { is: 'held' }> | FrozenRun | Interrupted;

export async function runInForeground(front: ForegroundRun): Promise<ForegroundOutcome> {
  const { root, run, workflow, settings, takeOver, asksNobody = false, recordSoFar, output, workflows, go } = front;
  const agents = asksNobody ? noAgents : await resolveAgents(settings, workflow);
  const record = asksNobody || settings.record === undefined ? null : { file: settings.record, soFar: recordSoFar };
  if (record) await requireRecordPath(record, workflow);
  const file = await freezeFile(root);
  prepareHarnessFolder(root);
  const isAttended = output.isTerminal && !output.noInput && !output.json;
  const about = { root, run, workflow, language: output.language || settings.language, isAttended, script: agents };
  const notifier = await createNotifier({ ...about, warn: output.tell });
  const { 'hook.failed': unwell } = messagesFor(about.language).notes;
  const hooks = createHooks(root, (hook, detail) => output.tell(`${unwell({ hook, detail })}\n`));
  const sandbox = asksNobody ? undefined : await openRunSandbox(root, settings, output);
  const store = openStore(root);
  const leaving = listenForShutdown(() => output.tell('parking the run; once more ends it at once\n'));
  const screen = screenFor(output, leaving, createEvidenceRenderer(root, output));
  const ask = screen.ask?.bind(screen);
  const terminal = ask && !output.noInput ? { ask } : undefined;
  const here = openAnswerers({ store, script: agents, terminal, onTrouble: leaving.giveUp });
  const lost = (path: string) => output.tell(`${messagesFor(output.language).recording.lost({ path })}\n`);
  let recorder: Recorder | undefined;
  const listeners: readonly Listener[] = [
    ofEntries(await createViewFiles(root, workflows)),
    { ...ofEntries(hooks), settled: () => hooks.settled() },
    { ...ofEntries(here), leave: () => here.leave() },
    {
      see: (seen) => {
        if (seen.type === 'live') keepLive(store.folder(seen.run), seen.key, seen.event, Date.now());
      },
    },
    {
      see: (seen) => notifier.see(seen),
      crashed: (error) => {
        if (!(error instanceof ShutdownError)) notifier.crash(error);
      },
      settled: () => notifier.settled(),
    },
    { know: (journal) => screen.know(journal), see: (seen) => screen.see(seen), leave: () => screen.close() },
    { leave: () => leaving.close() },
  ];
  const hosting = {
    ...{ root, store, run, takeOver, settings, agents, sandbox, listeners, frozenFile: file },
    ...{ remarks: notifier.remarks, attended: here.attend },
    before: async (journals: readonly RunJournal[]) => {
      recorder = record ? await openRunRecord(record, { root, run, journals, lost }) : undefined;
      return { recorder, others: settings.ceilingTokens === undefined ? [] : await readOtherSummaries(store, run) };
    },
  };
  try {
    return await hostRun(hosting, async (world) => {
      const standing = await writingDown(recorder, store, run, () => go(world, leaving.signal));
      if (standing.is === 'ended') await deleteProviderSessions(store, run);
      return standing.is === 'held' ? { ...standing, file } : standing;
    });
  } catch (error) {
    if (error instanceof ShutdownError) return { is: 'left', exitCode: error.exitCode };
    throw error;
  }
}

/** What people answered last is in the record however the drive ended. */
async function writingDown<T>(recorder: Recorder | undefined, store: JsonlStore, run: string, drive: () => Promise<T>) {
  try {
    return await drive();
  } finally {
    await recorder?.catchUp(await readRunTree(store, run));
  }
}

function screenFor(output: Output, leaving: ShutdownListener, evidence: RenderEvidence): Screen {
  if (!output.isTerminal || output.json) return plainScreen(output);
  const leave = () => leaving.leave(exitCodes.interrupted);
  return output.isPlain ? numberedScreen(output, process, leave, evidence) : liveScreen(output, leave, evidence);
}

/** What the command exits with: it is 0 only when what was asked for is done. */
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
