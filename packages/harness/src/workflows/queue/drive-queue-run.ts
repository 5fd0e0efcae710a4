/** Hosts one run of the queue for the daemon, until the run is replaced by a new one or the daemon exits. */
import type { TimedQueueEvent } from '@harness/core/workflows/queue/document';
import { queueMachine } from '@harness/core/workflows/queue/machine';
import type { QueueStates } from '@harness/core/workflows/queue/state';
import { createStopWatch } from '@harness/core/workflows/queue/stop-watch';
import { openJournal } from '@harness/engine/journal';
import { readStoredRun } from '@harness/engine/run-tree';
import { resumeRun, startAndDriveRun } from '@harness/engine/runs';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { World } from '@harness/engine/world';
import { freezeFilePath, isFrozen } from '../../gates/frozen.ts';
import { releaseClaim } from '../../plans/queue-claims.ts';
import { resolveAgents } from '../../providers/agents.ts';
import { printProgramWarning } from '../../providers/program-warning.ts';
import { openAnswerers } from '../../questions/question-answerers.ts';
import { type HostedRun, hostRun } from '../../run/host-run.ts';
import { type Listener, listenToEntries } from '../../run/listener.ts';
import { newRunId } from '../../run/run-id.ts';
import { type listenForShutdown, ShutdownError } from '../../run/shutdown.ts';
import { archiveOldRuns } from '../../runs/archive-runs.ts';
import { readOtherSummaries } from '../../runs/ceiling-usage.ts';
import { openStore } from '../../runs/folder.ts';
import { openRunSandbox } from '../../sandbox/open-sandbox.ts';
import { settingsToParams } from '../../settings/settings.ts';
import { driveUntilStopped } from './drive-loop.ts';
import { createQuestionRelay } from './question-relay.ts';
import { signalQueue } from './queue-control.ts';
import { notifyQueueEvent, queueNotificationKind } from './queue-notifications.ts';
import { createQueueReporter } from './queue-reporter.ts';
import { findLastQueue, successorInput } from './queue-run.ts';
import { readQueueState } from './queue-state-file.ts';
import { queueWorld } from './queue-world.ts';
import { type DaemonSetup, queueSettings } from './setup.ts';
import { findStopRequests, watchStopRequests } from './stop-request.ts';

/** Why the daemon was restarted; null at its first start. */
export type RestartReason = { readonly because: string; readonly times: number } | null;
type Shutdown = ReturnType<typeof listenForShutdown>;

/** Finds the run of the queue, and the input of a new one if the last has ended. */
async function queueRun({ root, config }: DaemonSetup, store: JsonlStore) {
  const last = await findLastQueue(store);
  const log = last === null ? null : (await readStoredRun(store, last)).log;
  if (last !== null && log !== null && !log.ended) return { run: last, input: null, at: log.state.at };
  const read = readQueueState(root, config.stateDir);
  const document = read.is === 'read' ? read.document : null;
  return {
    run: newRunId(queueMachine.id),
    input: await successorInput(store, last, queueSettings(root, config), document),
    at: '',
  };
}

export interface QueueDrive {
  readonly after: RestartReason;
  /** Called when the queue works: from then on it exits only for a reason of its own. */
  started(): void;
}

/** Drives the queue until its run is replaced by a new one; every other reason to return is thrown. */
export async function driveQueueRun(setup: DaemonSetup, shutdown: Shutdown, drive: QueueDrive): Promise<void> {
  const { after } = drive;
  const { root, config, settings, output, workflows } = setup;
  const store = openStore(root);
  const { run, input, at } = await queueRun(setup, store);
  const watch = createStopWatch(at);
  if (input !== null) await archiveOldRuns(root, config.store);
  const agents = await resolveAgents(settings, queueMachine.id, printProgramWarning(output));
  const frozenFile = await freezeFilePath(root);
  const answerers = openAnswerers({ store, script: agents, terminal: undefined, onTrouble: shutdown.giveUp });
  const relay = createQuestionRelay(run, store, shutdown.giveUp);
  const reporter = createQueueReporter({
    root,
    run,
    stateDir: config.stateDir,
    output,
    notify: notifyOf(setup, shutdown),
  });
  const requests = watchStopRequests(store, run);
  // A frozen daemon cannot finish its work, so a stop request ends it at once, also one that the queue cannot take now.
  const exitIfStopping = async () => {
    if (!watch.isStarted()) return;
    if (reporter.view.queue()?.stopping || (await requests.isRequested())) shutdown.giveUp(new ShutdownError(0));
  };
  const onFrozen = () => void exitIfStopping().catch(shutdown.giveUp);
  const exitIfStopped: Listener = {
    see: (seen) => {
      if (seen.type !== 'entry') return;
      releaseClaim(seen.entry);
      if (seen.run === run && watch.isStoppedBy(seen.entry)) shutdown.giveUp(new ShutdownError(0));
      else if (watch.isStarted()) drive.started();
      if (isFrozen(frozenFile)) onFrozen();
    },
  };
  const host: HostedRun = {
    root,
    store,
    run,
    workflow: queueMachine.id,
    workflows,
    settings,
    agents,
    sandbox: await openRunSandbox(root, settings, output),
    frozenFile,
    language: output.language,
    warn: output.tell,
    isAttended: false,
    notifiesCrash: false,
    attended(question) {
      const isAttended = answerers.attend(question);
      if (!isAttended) relay.unanswered(question);
      return isAttended;
    },
    listeners: [
      { ...listenToEntries(answerers), close: () => answerers.leave() },
      { ...listenToEntries(relay), settled: () => relay.told() },
      reporter,
      requests,
      exitIfStopped,
    ],
    prepare: async (journals) => {
      reporter.loaded(journals);
      return { others: settings.ceilingTokens === undefined ? [] : await readOtherSummaries(store, run) };
    },
    createWorld: (composition, reload) =>
      queueWorld({ ...composition, frozenFile, backoff: config.daemon, reload, onFrozen }),
  };
  const { signal } = shutdown;
  await hostRun(host, (world) =>
    driveUntilStopped({ run, store, world, signal, flushSignals: relay.told }, async () => {
      const params = settingsToParams(settings);
      if (input !== null)
        return startAndDriveRun(
          world,
          { run, machine: queueMachine.id, title: 'Plans', settings: params, input },
          signal,
        );
      await prepareResume(store, run, world, after);
      const old = after === null ? await findUntakenStops(store, run) : [];
      const changes = { settings: queueSettings(root, config), started: after === null, stopped: old.length > 0 };
      const discard = async () => {
        for (const id of old) await store.inbox(run).reject(id);
      };
      return resumeRun(world, run, { settings: params, changes, by: 'daemon' }, signal, discard);
    }),
  );
}

const notifyOf =
  ({ root, config }: DaemonSetup, shutdown: Shutdown) =>
  ({ event }: TimedQueueEvent, text: string): void => {
    notifyQueueEvent(root, config, queueNotificationKind(event), text).catch(shutdown.giveUp);
  };

/** Requests that the daemon before left for: a start by a person cancels them. */
const findUntakenStops = async (store: JsonlStore, run: string) =>
  findStopRequests(store, run, (await readStoredRun(store, run)).log.taken);

/** Starts a stopped queue again. An interrupted queue continues (D-53); a restart is noted in its journal. */
async function prepareResume(store: JsonlStore, run: string, world: World, after: RestartReason): Promise<void> {
  const { log } = await readStoredRun(store, run);
  if ((log.state as QueueStates).at === 'stopped')
    await signalQueue(store, run, `start-${log.length}`, { name: 'queue', choice: 'start', by: 'daemon' });
  if (after === null) return;
  const journal = await openJournal(run, world);
  journal.note({ type: 'noted', code: 'daemon.restarted', params: after });
  await journal.flush();
}
