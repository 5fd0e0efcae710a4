/** The one place where all meets: which machines there are, who performs what, on which store. */
import { ceilingTally } from '@harness/core/ceiling';
import { type AgentInput, isCheckout, type Workplace } from '@harness/core/effects/agent';
import type { Effect } from '@harness/core/machine';
import { overBudgetTally } from '@harness/core/plans/over-budget';
import { failuresAside, failuresWith } from '@harness/core/retry';
import { roles } from '@harness/core/roles/index';
import type { Journal } from '@harness/core/views/calls';
import type { Question } from '@harness/core/views/questions';
import type { Summary } from '@harness/core/views/summary';
import { workflows } from '@harness/core/workflows/index';
import { agentPerformer } from '@harness/effects/agent/performer';
import type { Recorder } from '@harness/effects/agent/record/recorder';
import { checkPerformer } from '@harness/effects/check/performer';
import { lookAround } from '@harness/effects/checkout/look-around';
import { checkoutPerformer } from '@harness/effects/checkout/performer';
import { featuresPerformer } from '@harness/effects/features/performer';
import { fidelityPerformer } from '@harness/effects/fidelity/performer';
import type { WatchClock } from '@harness/effects/forge/clock';
import { forgePerformer } from '@harness/effects/forge/performer';
import { lookAtLane } from '@harness/effects/git/look';
import { gitPerformer } from '@harness/effects/git/performer';
import { restored } from '@harness/effects/git/restore';
import { plansPerformer } from '@harness/effects/plans/performer';
import { endEffect } from '@harness/effects/process/orphans';
import { releaseGatePerformer } from '@harness/effects/release-gate/performer';
import type { Sandbox } from '@harness/effects/sandbox/sandbox';
import { screensPerformer } from '@harness/effects/screens/performer';
import { keyRedactor } from '@harness/effects/secret/redactor';
import { sitePerformer } from '@harness/effects/site/performer';
import { smokePerformer } from '@harness/effects/smoke/performer';
import { everythingGoes, gates } from '@harness/engine/admission';
import { systemClock } from '@harness/engine/clock';
import { family } from '@harness/engine/family';
import { counterOf, purseOf } from '@harness/engine/purse';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Owner } from '@harness/engine/store/store';
import { defaults, type Observed, type World } from '@harness/engine/world';
import type { Agents } from './agents.ts';
import { frozenBy } from './gates/frozen.ts';
import { agentSlots } from './gates/slots.ts';
import { withHooks } from './mission/hooks.ts';
import { prefaceFor } from './preface.ts';
import { relativesIn } from './relatives.ts';
import { modelIn, type Settings, settingsFor } from './settings.ts';

export interface Composition {
  readonly root: string;
  readonly store: JsonlStore;
  readonly owner: Owner;
  readonly settings: Settings;
  /** Nobody when no agent will be asked: then asking one is a loud mistake. */
  readonly agents?: Agents;
  /** What agents and checks are started in; nothing where there is none. */
  readonly sandbox?: Sandbox | undefined;
  /** The sign that freezes; nothing for whoever only gives back. */
  readonly frozenFile?: string;
  /** Who writes the run down, if anybody does. */
  readonly recorder?: Recorder | undefined;
  /** What the other runs of the repository came to: they stand under the same ceiling. */
  readonly others?: readonly Summary[];
  /** What was written before: it was paid for. */
  readonly journals: readonly Journal[];
  /** What is written down of whom is told what; nothing where nobody is. */
  readonly remarks?: World['remarks'] | undefined;
  /** The time that watches of the forge go by, in place of the system's. */
  readonly watchClock?: WatchClock;
  attended(question: Question): boolean;
  observe(seen: Observed): void;
}

export function compose(composition: Composition): World {
  const { root, store, owner, settings, agents, sandbox, recorder, frozenFile, journals, attended, observe } =
    composition;
  const { others = [], remarks = defaults.remarks, watchClock } = composition;
  const runFolder = store.folder;
  const asking = {
    roles,
    repo: root,
    sandbox,
    runFolder,
    contextDir: settings.contextDir,
    family: recorder ? (run: string) => family(store, run) : relativesIn(store), // a record tells what was said
    look: (workplace: Workplace) => {
      const { cwd, checkpoint } = workplace;
      return checkpoint === null || isCheckout(workplace) ? lookAround(root) : lookAtLane(root, { cwd, checkpoint });
    },
    restore: (workplace: Workplace, effect: { run: string; key: string }) => restored(root, workplace, effect),
    recorder,
  };
  const check = checkPerformer({ repo: root, runFolder, sandbox });
  const performers = [
    check,
    gitPerformer({ repo: root, runFolder, check }),
    checkoutPerformer({ repo: root, runFolder }),
    plansPerformer({ repo: root, runFolder }),
    screensPerformer({ repo: root, runFolder, sandbox }),
    smokePerformer({ repo: root, runFolder, sandbox }),
    sitePerformer({ repo: root, runFolder, sandbox }),
    fidelityPerformer({
      repo: root,
      runFolder,
      ground: async () => (await import('./plans/product.ts')).productIn(root),
    }),
    releaseGatePerformer(async () => (await import('./release-gate.ts')).groundOf(root, check, runFolder)), // as few
    featuresPerformer({ repo: root, runFolder }),
    forgePerformer({
      ...{ repo: root, runFolder, ...(watchClock ? { clock: watchClock } : {}) },
      forge: async () => (await import('./forge.ts')).forgeIn(root, check), // few runs need one
    }),
    ...(agents
      ? [withHooks(agentPerformer({ ...asking, agentFor: (role) => askingFor(role, agents, settings) }), root)]
      : []),
  ];
  return {
    ...defaults,
    admit: frozenFile === undefined ? everythingGoes : gates(frozenBy(frozenFile), agentSlots(settings.agentsAtOnce)),
    purse: purseOf(journals, settings, (role) => settingsFor(settings, role), countersFor(settings, others)),
    remediesFor: (effect) => remediesFor(effect, settings),
    redact: keyRedactor().deep,
    preface: prefaceFor(sandbox, journals),
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

/** What is counted beside the caps. */
const countersFor = ({ ceilingTokens, warnAt }: Settings, others: readonly Summary[]) => [
  counterOf(overBudgetTally),
  ...(ceilingTokens === undefined ? [] : [counterOf(ceilingTally({ ceilingTokens, warnAt }, others))]),
];

function askingFor(role: string, agents: Agents, settings: Settings) {
  const { wallMs, idleMs } = settingsFor(settings, role);
  return { provider: agents.providerFor(role), ...modelIn(settings, role), limits: { wallMs, idleMs } };
}

/** What a person set about asking again is about agents; of everything else the table alone decides. */
function remediesFor({ kind, input }: Effect, settings: Settings) {
  if (kind !== 'agent') return defaults.remediesFor();
  const { role } = input as AgentInput;
  const own = settingsFor(settings, role);
  const table = failuresWith(own);
  return { failures: roles[role]?.isAside ? failuresAside(table) : table, maxWaitMs: own.maxWaitMs };
}
