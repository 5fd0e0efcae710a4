/** The one place where all meets: which machines there are, who performs what, on which store. */
import { type AgentInput, isCheckout, type Workplace } from '@harness/core/effects/agent';
import type { Effect } from '@harness/core/machine';
import { failuresWith } from '@harness/core/retry';
import { roles } from '@harness/core/roles/index';
import type { Journal } from '@harness/core/views/calls';
import type { Question } from '@harness/core/views/questions';
import { workflows } from '@harness/core/workflows/index';
import { agentPerformer } from '@harness/effects/agent/performer';
import type { Recorder } from '@harness/effects/agent/record/recorder';
import { checkPerformer } from '@harness/effects/check/performer';
import { lookAround } from '@harness/effects/checkout/look-around';
import { checkoutPerformer } from '@harness/effects/checkout/performer';
import { featuresPerformer } from '@harness/effects/features/performer';
import { forgePerformer } from '@harness/effects/forge/performer';
import { lookAtLane } from '@harness/effects/git/look';
import { gitPerformer } from '@harness/effects/git/performer';
import { restored } from '@harness/effects/git/restore';
import { plansPerformer } from '@harness/effects/plans/performer';
import { effectMark, endOrphans } from '@harness/effects/process/orphans';
import type { Sandbox } from '@harness/effects/sandbox/sandbox';
import { keyRedactor } from '@harness/effects/secret/redactor';
import { everythingGoes, gates } from '@harness/engine/admission';
import { systemClock } from '@harness/engine/clock';
import { family } from '@harness/engine/family';
import { purseOf } from '@harness/engine/purse';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Owner } from '@harness/engine/store/store';
import { defaults, type Observed, type World } from '@harness/engine/world';
import type { Agents } from './agents.ts';
import { frozenBy } from './gates/frozen.ts';
import { agentSlots } from './gates/slots.ts';
import { prefaceFor } from './preface.ts';
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
  /** What was written before: it was paid for. */
  readonly journals: readonly Journal[];
  attended(question: Question): boolean;
  observe(seen: Observed): void;
}

export function compose(composition: Composition): World {
  const { root, store, owner, settings, agents, sandbox, recorder, frozenFile, journals, attended, observe } =
    composition;
  const runFolder = store.folder;
  const asking = {
    roles,
    repo: root,
    sandbox,
    runFolder,
    family: (run: string) => family(store, run),
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
    gitPerformer({ repo: root, runFolder }),
    checkoutPerformer({ repo: root, runFolder }),
    plansPerformer({ repo: root, runFolder }),
    featuresPerformer({ repo: root, runFolder }),
    forgePerformer({ repo: root, runFolder, forge: async () => (await import('./forge.ts')).forgeIn(root, check) }), // few runs need one
    ...(agents ? [agentPerformer({ ...asking, agentFor: (role) => askingFor(role, agents, settings) })] : []),
  ];
  return {
    ...defaults,
    admit: frozenFile === undefined ? everythingGoes : gates(frozenBy(frozenFile), agentSlots(settings.agentsAtOnce)),
    purse: purseOf(journals, settings, (role) => settingsFor(settings, role)),
    remediesFor: (effect) => remediesFor(effect, settings),
    redact: keyRedactor().deep,
    preface: prefaceFor(sandbox, journals),
    machines: workflows,
    performers: new Map(performers.map((performer) => [performer.kind, performer])),
    clock: systemClock,
    owner,
    inbox: store.inbox,
    endOrphans: (effect, processes) => endOrphans(effectMark(root, effect), processes),
    attended,
    observe,
  };
}

function askingFor(role: string, agents: Agents, settings: Settings) {
  const { wallMs, idleMs } = settingsFor(settings, role);
  return { provider: agents.providerFor(role), ...modelIn(settings, role), limits: { wallMs, idleMs } };
}

/** What a person set about asking again is about agents; of everything else the table alone decides. */
function remediesFor({ kind, input }: Effect, settings: Settings) {
  if (kind !== 'agent') return defaults.remediesFor();
  const own = settingsFor(settings, (input as AgentInput).role);
  return { failures: failuresWith(own), maxWaitMs: own.maxWaitMs };
}
