/** The daemon itself: lock, door and engine around the queue. What it works on and when is decided by the machine `plans`. */

import { messagesFor } from '@harness/core/messages/index';
import { patient } from '@harness/core/plans/patience';
import type { Plans } from '@harness/core/workflows/plans/queue-state';
import { gates } from '@harness/engine/admission';
import { family, find } from '@harness/engine/family';
import { openJournal } from '@harness/engine/journal';
import { begin, resume } from '@harness/engine/runs';
import type { Observed, World } from '@harness/engine/world';
import { agentsFor } from '../agents.ts';
import { putAway } from '../archive.ts';
import { compose } from '../compose.ts';
import { prepareFolder, storeOf } from '../folder.ts';
import { frozenFile, isFrozen } from '../gates/frozen.ts';
import { agentSlots } from '../gates/slots.ts';
import { waitingForThaw } from '../gates/thaw.ts';
import { Left, listenForLeaving } from '../leaving.ts';
import { keepLive } from '../live-file.ts';
import { people } from '../people.ts';
import { prepareStateFolder } from '../plans/state-folder.ts';
import { newRun } from '../run-name.ts';
import { sandboxFor } from '../sandbox.ts';
import { toParams } from '../settings.ts';
import { asksOf } from './asks.ts';
import { openDoor } from './door.ts';
import { keepDriving } from './drive.ts';
import type { Ground } from './ground.ts';
import { lockDaemon } from './lock.ts';
import { newsKind, tellNews } from './news.ts';
import { queueControl, sayTo } from './queue-control.ts';
import { hasEnded, inputAfter, lastQueue, queueWorkflow } from './queue-run.ts';
import { queueSettings } from './queue-settings.ts';
import { readState, setAside, statePath } from './state-file.ts';
import { isStopped, tellingOf } from './telling.ts';

export interface Beginning {
  /** Why it was started again, when it is not the first time. */
  readonly after: { readonly because: string; readonly times: number } | null;
  /** Where it can be reached, once it can. */
  ready(url: string): void;
}

/** Comes back with an exit code: 0 when it was stopped, else that of the signal that it left by. */
export async function work(ground: Ground, beginning: Beginning): Promise<number> {
  const { root, config, output, port } = ground;
  const { stateDir } = config;
  prepareFolder(root);
  prepareStateFolder(root, stateDir);
  const lock = await lockDaemon(root, stateDir);
  const leaving = listenForLeaving(() => output.tell(`${messagesFor(output.language).daemon.parking({})}\n`));
  try {
    const store = storeOf(root);
    const door = await openDoor({ root, config, queue: queueControl({ root, store, config }), port });
    try {
      rebuildState(ground);
      beginning.ready(door.url);
      for (let after = beginning.after; ; after = null) await oneQueue(ground, leaving, after);
    } finally {
      await door.close();
    }
  } catch (error) {
    if (error instanceof Left) return error.exitCode;
    throw error;
  } finally {
    leaving.close();
    await lock.release();
  }
}

/** What cannot be read is kept aside; the journal makes it anew. */
function rebuildState({ root, config: { stateDir }, output }: Ground): void {
  if (readState(root, stateDir).is !== 'corrupt') return;
  const kept = setAside(root, stateDir, new Date());
  const path = statePath(root, stateDir);
  output.tell(`${messagesFor(output.language).daemon.rebuilt({ path, aside: kept })}\n`);
}

type Leaving = ReturnType<typeof listenForLeaving>;

/** One run of the queue, until it is renewed or somebody ends it; everything else throws what the daemon leaves by. */
async function oneQueue(ground: Ground, leaving: Leaving, after: Beginning['after']): Promise<void> {
  const { root, config, settings, output } = ground;
  const store = storeOf(root);
  const last = await lastQueue(store);
  const isNew = last === null || (await hasEnded(store, last));
  const run = isNew ? newRun(queueWorkflow) : last;
  const told = readState(root, config.stateDir);
  const input = isNew
    ? await inputAfter(store, last, queueSettings(root, config), told.is === 'read' ? told.document : null)
    : null;
  if (isNew) await putAway(root, config.store);
  const owner = await store.own(run, { takeOver: false });
  const agents = await agentsFor(settings, queueWorkflow);
  const sandbox = await sandboxFor(root, settings, output);
  const file = await frozenFile(root);
  const here = people({ store, script: agents, terminal: undefined, onTrouble: leaving.giveUp });
  const asks = asksOf(run, store, leaving.giveUp);
  try {
    const journals = await family(store, run);
    const onNews = (one: { event: Parameters<typeof newsKind>[0] }, text: string) =>
      tellNews(root, config, newsKind(one.event), text);
    const telling = tellingOf({ root, run, stateDir: config.stateDir, journals, output, onNews });
    const observe = (seen: Observed) => {
      if (seen.type === 'live') return keepLive(store.folder(seen.run), seen.key, seen.event, Date.now());
      here.see(seen.run, seen.entry);
      asks.see(seen.run, seen.entry);
      telling.see(seen.run, seen.entry);
      if (seen.run === run && isStopped(seen.entry)) leaving.giveUp(new Left(0));
      if (isFrozen(file)) leaveIfStopping();
    };
    // What is held cannot be finished: whoever stops a frozen daemon does not wait for it.
    const leaveIfStopping = () => {
      if (telling.view.queue()?.stopping) leaving.giveUp(new Left(0));
    };
    const attended: World['attended'] = (question) => {
      const isAttended = here.attend(question);
      if (!isAttended) asks.unanswered(question);
      return isAttended;
    };
    const usual = compose({
      root,
      store,
      owner,
      settings,
      agents,
      sandbox,
      frozenFile: file,
      journals,
      attended,
      observe,
    });
    const world: World = {
      ...usual,
      admit: gates(waitingForThaw(file, leaveIfStopping), agentSlots(settings.agentsAtOnce)),
      remediesFor: (effect) => {
        const { failures } = usual.remediesFor(effect);
        return { failures: patient(failures, config.daemon), maxWaitMs: Number.POSITIVE_INFINITY };
      },
    };
    const { signal } = leaving;
    const params = toParams(settings);
    const driving = { run, store, world, signal, told: asks.told };
    await keepDriving(driving, async () => {
      if (input !== null)
        return begin(world, { run, machine: queueWorkflow, title: 'Plans', settings: params, input }, signal);
      await comeBack(run, world, after);
      const changes = { settings: queueSettings(root, config), started: after === null };
      return resume(world, run, { settings: params, changes }, signal);
    });
  } finally {
    here.leave();
    await asks.told();
    await owner.release();
  }

  /** What was stopped is started; what was cut off goes on as it was (D-53), and says that it was. */
  async function comeBack(of: string, world: World, cut: Beginning['after']) {
    const { log } = await find(store, of);
    if ((log.state as Plans).at === 'stopped')
      await sayTo(store, of, `start-${log.length}`, { name: 'queue', choice: 'start', by: 'daemon' });
    if (cut === null) return;
    const journal = await openJournal(of, world);
    journal.note({ type: 'noted', code: 'daemon.restarted', params: cut });
    await journal.flush();
  }
}
