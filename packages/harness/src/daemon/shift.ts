/** One run of the queue, from where it stands until it is renewed or somebody ends it; who is there meanwhile, and what is told. */
import type { Plans } from '@harness/core/workflows/plans/queue-state';
import { family, find } from '@harness/engine/family';
import { openJournal } from '@harness/engine/journal';
import { begin, resume } from '@harness/engine/runs';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Observed, World } from '@harness/engine/world';
import { agentsFor } from '../agents.ts';
import { putAway } from '../archive.ts';
import { storeOf } from '../folder.ts';
import { frozenFile, isFrozen } from '../gates/frozen.ts';
import { othersIn } from '../lately.ts';
import { Left, type listenForLeaving } from '../leaving.ts';
import { keepLive } from '../live-file.ts';
import { notifierFor } from '../notify.ts';
import { people } from '../people.ts';
import { newRun } from '../run-name.ts';
import { sandboxFor } from '../sandbox.ts';
import { toParams } from '../settings.ts';
import { viewFilesIn } from '../view-files.ts';
import { asksOf } from './asks.ts';
import { keepDriving } from './drive.ts';
import type { Ground } from './ground.ts';
import { newsKind, tellNews } from './news.ts';
import { sayTo } from './queue-control.ts';
import { hasEnded, inputAfter, lastQueue, queueWorkflow } from './queue-run.ts';
import { queueSettings } from './queue-settings.ts';
import { queueWorld } from './queue-world.ts';
import { readState } from './state-file.ts';
import { isStopped, tellingOf } from './telling.ts';

/** Why a daemon was started again, when it is not the first time. */
export type After = { readonly because: string; readonly times: number } | null;
type Leaving = ReturnType<typeof listenForLeaving>;

/** Which run of the queue it is, and what it begins with when it is a new one. */
async function queueRun({ root, config }: Ground, store: JsonlStore) {
  const last = await lastQueue(store);
  if (last !== null && !(await hasEnded(store, last))) return { run: last, input: null };
  const told = readState(root, config.stateDir);
  const document = told.is === 'read' ? told.document : null;
  return {
    run: newRun(queueWorkflow),
    input: await inputAfter(store, last, queueSettings(root, config), document),
  };
}

/** Everything but a renewal throws what the daemon leaves by. */
export async function shift(ground: Ground, leaving: Leaving, after: After): Promise<void> {
  const { root, config, settings, output } = ground;
  const store = storeOf(root);
  const { run, input } = await queueRun(ground, store);
  if (input !== null) await putAway(root, config.store);
  const owner = await store.own(run, { takeOver: false });
  const agents = await agentsFor(settings, queueWorkflow);
  const here = people({ store, script: agents, terminal: undefined, onTrouble: leaving.giveUp });
  const asks = asksOf(run, store, leaving.giveUp);
  const about = { root, run, workflow: queueWorkflow, language: output.language, isAttended: false, script: agents };
  const notifier = await notifierFor({ ...about, warn: output.tell });
  try {
    const journals = await family(store, run);
    const file = await frozenFile(root);
    const files = viewFilesIn(root);
    for (const { run: known, entries } of journals) files.know(known, entries);
    const telling = tellingOf({ root, run, stateDir: config.stateDir, journals, output, onNews });
    const observe = (seen: Observed) => {
      notifier.see(seen);
      if (seen.type === 'live') return keepLive(store.folder(seen.run), seen.key, seen.event, Date.now());
      for (const one of [files, here, asks, telling]) one.see(seen.run, seen.entry);
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
    const sandbox = await sandboxFor(root, settings, output);
    const others = settings.ceilingTokens === undefined ? [] : await othersIn(store, run);
    const world = queueWorld({
      ...{ root, store, owner, settings, agents, sandbox, frozenFile: file, journals, others, attended, observe },
      ...{ remarks: notifier.remarks, backoff: config.daemon, onFrozen: leaveIfStopping },
    });
    const { signal } = leaving;
    const params = toParams(settings);
    await keepDriving({ run, store, world, signal, told: asks.told }, async () => {
      if (input !== null)
        return begin(world, { run, machine: queueWorkflow, title: 'Plans', settings: params, input }, signal);
      await comeBack(store, run, world, after);
      const changes = { settings: queueSettings(root, config), started: after === null };
      return resume(world, run, { settings: params, changes, by: 'daemon' }, signal);
    });
  } finally {
    here.leave();
    await asks.told();
    await owner.release();
    await notifier.settled();
  }

  function onNews({ event }: { event: Parameters<typeof newsKind>[0] }, text: string): void {
    tellNews(root, config, newsKind(event), text).catch(leaving.giveUp);
  }
}

/** What was stopped is started; what was cut off goes on as it was (D-53), and says that it was. */
async function comeBack(store: JsonlStore, run: string, world: World, after: After): Promise<void> {
  const { log } = await find(store, run);
  if ((log.state as Plans).at === 'stopped')
    await sayTo(store, run, `start-${log.length}`, { name: 'queue', choice: 'start', by: 'daemon' });
  if (after === null) return;
  const journal = await openJournal(run, world);
  journal.note({ type: 'noted', code: 'daemon.restarted', params: after });
  await journal.flush();
}
