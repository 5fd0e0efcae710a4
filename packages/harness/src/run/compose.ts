/** Creates the world of a run: machines, performers, gates, budget and store. */

import { ceilingTally } from '@harness/core/budget/ceiling';
import { type AgentInput, isCheckout, type Workplace } from '@harness/core/effects/agent';
import type { Performer } from '@harness/core/effects/performer';
import { withoutRetries, withRetries } from '@harness/core/failure/retry';
import type { RunJournal } from '@harness/core/journal/run-tree';
import type { Effect } from '@harness/core/machine/machine';
import type { InstructionFolders } from '@harness/core/test-guard/instructions';
import type { Question } from '@harness/core/views/questions';
import type { Summary } from '@harness/core/views/summary';
import { roles, tallies } from '@harness/core/workflows/loaded';
import { machines as workflows } from '@harness/core/workflows/machines';
import { agentPerformer } from '@harness/effects/agent/performer';
import type { Recorder } from '@harness/effects/agent/record/recorder';
import { autopilotPerformer } from '@harness/effects/autopilot/performer';
import { checkPerformer } from '@harness/effects/check/performer';
import { snapshotCheckout } from '@harness/effects/checkout/checkout-snapshot';
import { checkoutPerformer } from '@harness/effects/checkout/performer';
import { featuresPerformer } from '@harness/effects/features/performer';
import { fidelityPerformer } from '@harness/effects/fidelity/performer';
import type { WatchClock } from '@harness/effects/forge/clock';
import { forgePerformer } from '@harness/effects/forge/performer';
import { snapshotLane } from '@harness/effects/git/lane/lane-snapshot';
import { tryRestoreLane } from '@harness/effects/git/lane/restore-lane';
import { gitPerformer } from '@harness/effects/git/performer';
import { issuesPerformer } from '@harness/effects/issues/performer';
import { plansPerformer } from '@harness/effects/plans/performer';
import { endEffect } from '@harness/effects/process/orphans';
import { proofPerformer } from '@harness/effects/proof/performer';
import { releaseGatePerformer } from '@harness/effects/release-gate/performer';
import type { Sandbox } from '@harness/effects/sandbox/sandbox';
import { screensPerformer } from '@harness/effects/screens/performer';
import { keyRedactor } from '@harness/effects/secret/redactor';
import { sitePerformer } from '@harness/effects/site/performer';
import { smokePerformer } from '@harness/effects/smoke/performer';
import { trackerPerformer } from '@harness/effects/tracker/performer';
import { withExposure } from '@harness/effects/trust/exposed-performer';
import { admitAll, combineGates } from '@harness/engine/admission';
import { createBudgetTracker, createTallyCounter } from '@harness/engine/budget-tracker';
import { systemClock } from '@harness/engine/clock';
import { readRunTree } from '@harness/engine/run-tree';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Owner } from '@harness/engine/store/store';
import { type Observation, type World, worldDefaults } from '@harness/engine/world';
import { createFreezeGate } from '../gates/frozen.ts';
import { agentSlots } from '../gates/slots.ts';
import type { RoleAgents } from '../providers/agents.ts';
import { readRelatedJournals } from '../runs/related-journals.ts';
import { sandboxNoteFor } from '../sandbox/sandbox-note.ts';
import { modelSetting, resolveRoleSettings, type Settings } from '../settings/settings.ts';

export interface Composition {
  readonly root: string;
  readonly store: JsonlStore;
  readonly owner: Owner;
  readonly settings: Settings;
  /** `undefined` if the run calls no agent: then a call throws. */
  readonly agents?: RoleAgents | undefined;
  /** Sandbox of agents and checks; `undefined` if there is none. */
  readonly sandbox?: Sandbox | undefined;
  /** Path of the freeze file; `undefined` if the run is only being stopped. */
  readonly frozenFile?: string | undefined;
  /** `undefined` if the run is not recorded. */
  readonly recorder?: Recorder | undefined;
  /** Summaries of the other runs of the repository, which share the ceiling. */
  readonly others?: readonly Summary[] | undefined;
  /** Entries of earlier processes; their cost counts. */
  readonly journals: readonly RunJournal[];
  /** Adds the notification note before its fact; `undefined` if `notify` is not set. */
  readonly remarks?: World['remarks'] | undefined;
  /** Notes why checks of a run prove nothing; `undefined` if it only is being stopped. */
  readonly isolationNote?: World['preface'] | undefined;
  /** Clock for watching the forge; the system clock by default. */
  readonly watchClock?: WatchClock | undefined;
  readonly wrapAgents?: (performer: Performer<AbortSignal>) => Performer<AbortSignal>;
  attended(question: Question): boolean;
  observe(seen: Observation): void;
}

export function compose(composition: Composition): World {
  const { root, store, owner, settings, agents, sandbox, recorder, frozenFile, journals, attended, observe } =
    composition;
  const {
    others = [],
    remarks = worldDefaults.remarks,
    isolationNote = worldDefaults.preface,
    watchClock,
    wrapAgents = (performer) => performer,
  } = composition;
  const runFolder = store.folder;
  const sandboxNote = sandboxNoteFor(sandbox, journals);
  const agentOptions = {
    roles,
    repo: root,
    sandbox,
    runFolder,
    contextDir: settings.contextDir,
    family: recorder ? (run: string) => readRunTree(store, run) : readRelatedJournals(store), // a recorder needs all entries
    look: (workplace: Workplace) => {
      const { cwd, checkpoint } = workplace;
      return checkpoint === null || isCheckout(workplace)
        ? snapshotCheckout(root)
        : snapshotLane(root, { cwd, checkpoint });
    },
    restore: (workplace: Workplace, effect: { run: string; key: string }) => tryRestoreLane(root, workplace, effect),
    recorder,
  };
  const folders = instructionFolders(settings);
  const exposed = (performer: Performer<AbortSignal>) =>
    withExposure(performer, {
      repo: root,
      isBoxed: sandbox !== undefined,
      modeOf: (role) => roles[role]?.mode,
      imports: async () => (await import('../settings/config-imports.ts')).configImports(root),
      ...folders,
    });
  const check = exposed(checkPerformer({ repo: root, runFolder, sandbox }));
  const issues = issuesPerformer({ repo: root, runFolder, sandbox, check });
  const forge = async () => (await import('../repository/open-forge.ts')).openForge(root, check); // loaded late: few runs need it
  const performers = [
    check,
    gitPerformer({ repo: root, runFolder, check, ...folders }),
    checkoutPerformer({ repo: root, runFolder, ...folders }),
    proofPerformer({ repo: root, runFolder }),
    autopilotPerformer({
      repo: root,
      runFolder,
      ask: async (task, signal) => (await import('../control/ask-analysis.ts')).askAnalysis(root, task, signal),
      forge,
    }),
    plansPerformer({
      repo: root,
      runFolder,
      claimPlan: async (plan, run) => (await import('../plans/queue-claims.ts')).queueClaims(root, store)(plan, run), // loaded late: only the queue picks
    }),
    exposed(screensPerformer({ repo: root, runFolder, sandbox, check })),
    exposed(smokePerformer({ repo: root, runFolder, sandbox, check })),
    sitePerformer({ repo: root, runFolder, sandbox }),
    fidelityPerformer({
      repo: root,
      runFolder,
      ground: async () => (await import('../plans/release-gate-setup.ts')).readProductPaths(root),
    }),
    releaseGatePerformer(async () =>
      (await import('../plans/release-gate-setup.ts')).readReleaseGateSetup(root, check, runFolder),
    ),
    featuresPerformer({ repo: root, runFolder }),
    sandbox ? issues : exposed(issues),
    forgePerformer({
      repo: root,
      runFolder,
      ...(watchClock ? { clock: watchClock } : {}),
      forge,
    }),
    sandbox === undefined ? exposed(issues) : issues, // boxed commit hooks do not reach the checkout
    trackerPerformer({
      runFolder,
      tracker: async (kind) => (await import('../repository/open-tracker.ts')).openTrackerOf({ root, store }, kind),
    }),
    ...(agents
      ? [wrapAgents(exposed(agentPerformer({ ...agentOptions, agentFor: (role) => agentFor(role, agents, settings) })))]
      : []),
  ];
  return {
    ...worldDefaults,
    admit:
      frozenFile === undefined
        ? admitAll
        : combineGates(createFreezeGate(frozenFile), agentSlots(settings.agentsAtOnce)),
    purse: createBudgetTracker(
      journals,
      settings,
      (role) => resolveRoleSettings(settings, role),
      countersFor(settings, others),
    ),
    remediesFor: (effect) => remediesFor(effect, settings),
    redact: keyRedactor().deep,
    preface: (run, log) => [...sandboxNote(run), ...isolationNote(run, log)],
    remarks,
    machines: workflows,
    performers: new Map(performers.map((performer) => [performer.kind, performer])),
    clock: systemClock,
    owner,
    inbox: store.inbox,
    endOrphans: (effect, processes) => endEffect(root, effect, processes),
    attended,
    observe,
  };
}

/** Counters that report usage but never stop a run. */
const countersFor = ({ ceilingTokens, warnAt }: Settings, others: readonly Summary[]) => [
  ...tallies.map(createTallyCounter),
  ...(ceilingTokens === undefined ? [] : [createTallyCounter(ceilingTally({ ceilingTokens, warnAt }, others))]),
];

/** Unknown in a run of an earlier version. */
function instructionFolders(settings: Settings): { folders?: InstructionFolders } {
  const { planDir, completedDir, contextDir, specPath } = settings;
  const specs = specPath === '' ? [] : [specPath];
  return planDir === '' ? {} : { folders: { planDir, completedDir, contextDir, specs } };
}

function agentFor(role: string, agents: RoleAgents, settings: Settings) {
  const { wallMs, idleMs } = resolveRoleSettings(settings, role);
  return { provider: agents.providerFor(role), ...modelSetting(settings, role), limits: { wallMs, idleMs } };
}

/** The retry settings apply to agents; other effects follow the failure table. */
function remediesFor({ kind, input }: Effect, settings: Settings) {
  if (kind !== 'agent') return worldDefaults.remediesFor();
  const { role } = input as AgentInput;
  const roleSettings = resolveRoleSettings(settings, role);
  const table = withRetries(roleSettings);
  return { failures: roles[role]?.isAside ? withoutRetries(table) : table, maxWaitMs: roleSettings.maxWaitMs };
}
