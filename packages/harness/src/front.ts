/** A run in front of a person: driven until it ends, waits, parks or is left, and told about meanwhile. */
import { ends, exitCodes } from '@harness/core/end';
import { messagesFor } from '@harness/core/messages/index';
import type { Recorder } from '@harness/effects/agent/record/recorder';
import { family } from '@harness/engine/family';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Observed, Standing, World } from '@harness/engine/world';
import { agentsFor, nobody } from './agents.ts';
import { compose } from './compose.ts';
import { forgetConversations } from './conversations.ts';
import { prepareFolder, storeOf } from './folder.ts';
import { frozenFile } from './gates/frozen.ts';
import { othersIn } from './lately.ts';
import { type Leaving, Left, listenForLeaving } from './leaving.ts';
import { keepLive } from './live-file.ts';
import { hooksIn } from './mission/hooks.ts';
import { notifierFor } from './notify.ts';
import { people } from './people.ts';
import { openRecord, requirePlace } from './record.ts';
import { type Evidence, evidenceIn } from './render/evidence.ts';
import { liveScreen } from './render/live.ts';
import { numberedScreen } from './render/numbered.ts';
import { plainScreen } from './render/plain.ts';
import type { Output, Screen } from './render/screen.ts';
import { sandboxFor } from './sandbox.ts';
import type { Settings } from './settings.ts';
import { viewFilesIn } from './view-files.ts';

export interface Front {
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
  go(world: World, signal: AbortSignal): Promise<Standing>;
}

export type Gone = { readonly is: 'left'; readonly exitCode: number };
/** Which file holds it is what a person has to know. */
export type Frozen = Extract<Standing, { is: 'held' }> & { readonly file: string };
export type Outcome = Exclude<Standing, { is: 'held' }> | Frozen | Gone;

export async function inFront(front: Front): Promise<Outcome> {
  const { root, run, workflow, settings, takeOver, asksNobody = false, recordSoFar, output, go } = front;
  const agents = asksNobody ? nobody : await agentsFor(settings, workflow);
  const record = asksNobody || settings.record === undefined ? null : { file: settings.record, soFar: recordSoFar };
  if (record) await requirePlace(record, workflow);
  const file = await frozenFile(root);
  prepareFolder(root);
  const isAttended = output.isTerminal && !output.noInput && !output.json;
  const about = { root, run, workflow, language: output.language || settings.language, isAttended, script: agents };
  const notifier = await notifierFor({ ...about, warn: output.tell });
  const { 'hook.failed': unwell } = messagesFor(about.language).notes;
  const hooks = hooksIn(root, (hook, detail) => output.tell(`${unwell({ hook, detail })}\n`));
  const sandbox = asksNobody ? undefined : await sandboxFor(root, settings, output);
  const store = storeOf(root);
  const owner = await store.own(run, { takeOver });
  const leaving = listenForLeaving(() => output.tell('parking the run; once more ends it at once\n'));
  const screen = screenFor(output, leaving, evidenceIn(root, output));
  const ask = screen.ask?.bind(screen);
  const terminal = ask && !output.noInput ? { ask } : undefined;
  const here = people({ store, script: agents, terminal, onTrouble: leaving.giveUp });
  try {
    const journals = await family(store, run);
    const files = viewFilesIn(root);
    for (const { run: known, entries } of journals) {
      files.know(known, entries);
      hooks.know(known, entries);
    }
    for (const journal of journals) screen.know(journal);
    const observe = (seen: Observed) => {
      if (seen.type === 'entry') files.see(seen.run, seen.entry);
      if (seen.type === 'entry') hooks.see(seen.run, seen.entry);
      if (seen.type === 'entry') here.see(seen.run, seen.entry);
      if (seen.type === 'live') keepLive(store.folder(seen.run), seen.key, seen.event, Date.now());
      notifier.see(seen);
      screen.see(seen);
    };
    const lost = (path: string) => output.tell(`${messagesFor(output.language).recording.lost({ path })}\n`);
    const recorder = record ? await openRecord(record, { root, run, journals, lost }) : undefined;
    const others = settings.ceilingTokens === undefined ? [] : await othersIn(store, run);
    const who = { owner, agents, sandbox, recorder, remarks: notifier.remarks, attended: here.attend };
    const world = compose({ root, store, settings, frozenFile: file, journals, others, observe, ...who });
    const standing = await writingDown(recorder, store, run, () => go(world, leaving.signal));
    if (standing.is === 'ended') await forgetConversations(store, run);
    return standing.is === 'held' ? { ...standing, file } : standing;
  } catch (error) {
    if (error instanceof Left) return { is: 'left', exitCode: error.exitCode };
    notifier.crash(error);
    throw error;
  } finally {
    here.leave();
    screen.close();
    leaving.close();
    await owner.release();
    await hooks.settled();
    await notifier.settled();
  }
}

/** What people answered last is in the record however the drive ended. */
async function writingDown<T>(recorder: Recorder | undefined, store: JsonlStore, run: string, drive: () => Promise<T>) {
  try {
    return await drive();
  } finally {
    await recorder?.catchUp(await family(store, run));
  }
}

function screenFor(output: Output, leaving: Leaving, evidence: Evidence): Screen {
  if (!output.isTerminal || output.json) return plainScreen(output);
  const leave = () => leaving.leave(exitCodes.interrupted);
  return output.isPlain ? numberedScreen(output, process, leave, evidence) : liveScreen(output, leave, evidence);
}

/** What the command exits with: it is 0 only when what was asked for is done. */
export function exitCodeOf(outcome: Outcome): number {
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
