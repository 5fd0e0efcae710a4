/**
 * Hosts a run in this process: owns, drives and releases it. Used by the foreground, the daemon and `harness stop`.
 *
 *   H1. Every host updates the view files, calls the listeners of the workflows and sends notifications.
 *   H2. Listeners receive each entry in the order of the list, and are closed even if the run could not be owned.
 *   H3. A crash is reported before the listeners are closed, and only if this process owned the run.
 */
import type { RunJournal } from '@harness/core/journal/run-tree';
import { readRunTree } from '@harness/engine/run-tree';
import type { Owner } from '@harness/engine/store/store';
import type { Observation, World } from '@harness/engine/world';
import type { Workflows } from '../cli/command.ts';
import type { WorkflowParts } from '../workflow.ts';
import { allParts } from '../workflows/parts.ts';
import { type Composition, compose } from './compose.ts';
import { isolationNotes } from './isolation-note.ts';
import { type Listener, listenToEntries } from './listener.ts';
import { appendLiveEvent } from './live-file.ts';
import { createNotifier, type NotifiedRun, type Notifier } from './notify.ts';
import { ShutdownError } from './shutdown.ts';
import type { ViewFile } from './view-file.ts';

/** Gives the journal of an ended run to the listeners before it is opened again. */
export type ReloadJournal = (journal: RunJournal) => void;

export interface HostedRun
  extends Pick<Composition, 'root' | 'store' | 'settings' | 'attended' | 'agents' | 'sandbox' | 'frozenFile'>,
    Pick<NotifiedRun, 'workflow' | 'language' | 'isAttended' | 'warn' | 'toleratesBadConfig'> {
  readonly run: string;
  readonly workflows: Workflows;
  /** Ends the process that owns the run now. */
  readonly takeOver?: boolean;
  /** False if a supervisor reports the crash of this process. Default: true. */
  readonly notifiesCrash?: boolean;
  /** Listeners of this host, in addition to those of every host. */
  readonly listeners: readonly Listener[];
  /** Completes the composition after the journals are read. */
  prepare?(journals: readonly RunJournal[]): Promise<Partial<Composition>>;
  /** Replaces `compose`. */
  readonly createWorld?: (composition: Composition, reload: ReloadJournal) => World;
}

export async function hostRun<T>(host: HostedRun, drive: (world: World) => Promise<T>): Promise<T> {
  const { root, store, run, createWorld = compose } = host;
  let { listeners } = host;
  let notifier: Notifier | undefined;
  let owner: Owner | undefined;
  try {
    const parts = await allParts(host.workflows);
    notifier = await createNotifier({ ...host, script: host.agents ?? { people: [] } });
    listeners = [...listenersOf(parts, host), ...listeners, notifier];
    const { remarks } = notifier;
    const wrapAgents = createAgentWrapper(parts, root);
    owner = await store.own(run, { takeOver: host.takeOver ?? false });
    const journals = await readRunTree(store, run);
    for (const journal of journals) for (const listener of listeners) listener.load?.(journal);
    const observe = (observation: Observation) => {
      if (observation.type === 'live')
        appendLiveEvent(store.folder(observation.run), observation.key, observation.event, Date.now());
      for (const listener of listeners) listener.see?.(observation);
    };
    const isolationNote = host.frozenFile === undefined ? undefined : await isolationNotes({ ...host, journals });
    const more = await host.prepare?.(journals);
    const reload = (journal: RunJournal) => {
      for (const listener of listeners) listener.reload?.(journal);
    };
    const composition = { ...host, remarks, wrapAgents, isolationNote, ...more, owner, journals, observe };
    return await drive(createWorld(composition, reload));
  } catch (error) {
    if (owner && host.notifiesCrash !== false && !(error instanceof ShutdownError)) notifier?.crash(error);
    throw error;
  } finally {
    for (const listener of listeners) listener.close?.();
    await owner?.release();
    for (const listener of listeners) await listener.settled?.();
  }
}

const listenersOf = (parts: readonly WorkflowParts[], { root, language, warn }: HostedRun): readonly Listener[] => [
  listenToEntries(createViewFiles(root, parts)),
  ...parts.flatMap(({ listeners }) => listeners?.({ root, language, warn }) ?? []),
];

/** Updates the view files of a run and its children, whichever workflows they belong to. */
function createViewFiles(root: string, parts: readonly WorkflowParts[]): ViewFile {
  const files = parts.flatMap(({ viewFiles = [] }) => viewFiles.map((create) => create(root)));
  return {
    know: (run, entries) => {
      for (const file of files) file.know(run, entries);
    },
    knowAgain: (run, entries) => {
      for (const file of files) file.knowAgain?.(run, entries);
    },
    see: (run, entry) => {
      for (const file of files) file.see(run, entry);
    },
  };
}

const createAgentWrapper =
  (parts: readonly WorkflowParts[], root: string): NonNullable<Composition['wrapAgents']> =>
  (performer) =>
    parts.reduce((inner, { wrapAgents }) => wrapAgents?.(inner, root) ?? inner, performer);
