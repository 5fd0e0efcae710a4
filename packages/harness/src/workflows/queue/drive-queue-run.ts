/** One run of the queue, from where it stands until it is renewed or somebody ends it; who is there meanwhile, and what is told. */
import type { QueueStates } from '@harness/core/workflows/queue/state';
import { openJournal } from '@harness/engine/journal';
import { readRunTree, readStoredRun } from '@harness/engine/run-tree';
import { beginRun, resumeRun } from '@harness/engine/runs';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Observation, World } from '@harness/engine/world';
import { freezeFile, isFrozen } from '../../gates/frozen.ts';
import { resolveAgents } from '../../providers/agents.ts';
import { openAnswerers } from '../../questions/question-answerers.ts';
import { keepLive } from '../../run/live-file.ts';
import { createNotifier } from '../../run/notify.ts';
import { newRunId } from '../../run/run-id.ts';
import { type listenForShutdown, ShutdownError } from '../../run/shutdown.ts';
import { createViewFiles } from '../../run/view-files.ts';
import { archiveOldRuns } from '../../runs/archive-runs.ts';
import { readOtherSummaries } from '../../runs/ceiling-usage.ts';
import { openStore } from '../../runs/folder.ts';
import { openRunSandbox } from '../../sandbox/open-sandbox.ts';
import { settingsToParams } from '../../settings/settings.ts';
import { driveUntilStopped } from './drive-loop.ts';
import { createQuestionRelay } from './question-relay.ts';
import { signalQueue } from './queue-control.ts';
import { notifyQueueEvent, queueNotificationKind } from './queue-notifications.ts';
import { createQueueReporter, isStopped } from './queue-reporter.ts';
import { findLastQueue, hasEnded, queueWorkflow, successorInput } from './queue-run.ts';
import { queueSettings } from './queue-settings.ts';
import { readQueueState } from './queue-state-file.ts';
import { queueWorld } from './queue-world.ts';
import type { DaemonSetup } from './setup.ts';

/** Why a daemon was started again, when it is not the first time. */
export type RestartReason = { readonly because: string; readonly times: number } | null;
type Leaving = ReturnType<typeof listenForShutdown>;

/** Which run of the queue it is, and what it begins with when it is a new one. */
async function queueRun({ root, config }: DaemonSetup, store: JsonlStore) {
  const last = await findLastQueue(store);
  if (last !== null && !(await hasEnded(store, last))) return { run: last, input: null };
  const told = readQueueState(root, config.stateDir);
  const document = told.is === 'read' ? told.document : null;
  return {
    run: newRunId(queueWorkflow),
    input: await successorInput(store, last, queueSettings(root, config), document),
  };
}

/** Everything but a renewal throws what the daemon leaves by. */
export async function driveQueueRun(ground: DaemonSetup, leaving: Leaving, after: RestartReason): Promise<void> {
  const { root, config, settings, output, workflows } = ground;
  const store = openStore(root);
  const { run, input } = await queueRun(ground, store);
  if (input !== null) await archiveOldRuns(root, config.store);
  const owner = await store.own(run, { takeOver: false });
  const agents = await resolveAgents(settings, queueWorkflow);
  const here = openAnswerers({ store, script: agents, terminal: undefined, onTrouble: leaving.giveUp });
  const asks = createQuestionRelay(run, store, leaving.giveUp);
  const about = { root, run, workflow: queueWorkflow, language: output.language, isAttended: false, script: agents };
  const notifier = await createNotifier({ ...about, warn: output.tell });
  try {
    const journals = await readRunTree(store, run);
    const file = await freezeFile(root);
    const files = await createViewFiles(root, workflows);
    for (const { run: known, entries } of journals) files.know(known, entries);
    const telling = createQueueReporter({ root, run, stateDir: config.stateDir, journals, output, onNews });
    const observe = (seen: Observation) => {
      notifier.see(seen);
      if (seen.type === 'live') return keepLive(store.folder(seen.run), seen.key, seen.event, Date.now());
      for (const one of [files, here, asks, telling]) one.see(seen.run, seen.entry);
      if (seen.run === run && isStopped(seen.entry)) leaving.giveUp(new ShutdownError(0));
      if (isFrozen(file)) leaveIfStopping();
    };
    // What is held cannot be finished: whoever stops a frozen daemon does not wait for it.
    const leaveIfStopping = () => {
      if (telling.view.queue()?.stopping) leaving.giveUp(new ShutdownError(0));
    };
    const attended: World['attended'] = (question) => {
      const isAttended = here.attend(question);
      if (!isAttended) asks.unanswered(question);
      return isAttended;
    };
    const sandbox = await openRunSandbox(root, settings, output);
    const others = settings.ceilingTokens === undefined ? [] : await readOtherSummaries(store, run);
    const world = queueWorld({
      ...{ root, store, owner, settings, agents, sandbox, frozenFile: file, journals, others, attended, observe },
      ...{ remarks: notifier.remarks, backoff: config.daemon, onFrozen: leaveIfStopping },
    });
    const { signal } = leaving;
    const params = settingsToParams(settings);
    await driveUntilStopped({ run, store, world, signal, told: asks.told }, async () => {
      if (input !== null)
        return beginRun(world, { run, machine: queueWorkflow, title: 'Plans', settings: params, input }, signal);
      await comeBack(store, run, world, after);
      const changes = { settings: queueSettings(root, config), started: after === null };
      return resumeRun(world, run, { settings: params, changes, by: 'daemon' }, signal);
    });
  } finally {
    here.leave();
    await asks.told();
    await owner.release();
    await notifier.settled();
  }

  function onNews({ event }: { event: Parameters<typeof queueNotificationKind>[0] }, text: string): void {
    notifyQueueEvent(root, config, queueNotificationKind(event), text).catch(leaving.giveUp);
  }
}

/** What was stopped is started; what was cut off goes on as it was (D-53), and says that it was. */
async function comeBack(store: JsonlStore, run: string, world: World, after: RestartReason): Promise<void> {
  const { log } = await readStoredRun(store, run);
  if ((log.state as QueueStates).at === 'stopped')
    await signalQueue(store, run, `start-${log.length}`, { name: 'queue', choice: 'start', by: 'daemon' });
  if (after === null) return;
  const journal = await openJournal(run, world);
  journal.note({ type: 'noted', code: 'daemon.restarted', params: after });
  await journal.flush();
}
