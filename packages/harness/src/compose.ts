/** The one place where all meets: which machines there are, who performs what, on which store. */
import type { Workplace } from '@harness/core/effects/agent';
import { failures } from '@harness/core/failure';
import { Refusal } from '@harness/core/refusal';
import { roles } from '@harness/core/roles/index';
import type { Journal } from '@harness/core/views/calls';
import type { Question } from '@harness/core/views/questions';
import { workflows } from '@harness/core/workflows/index';
import { agentPerformer } from '@harness/effects/agent/performer';
import type { Provider } from '@harness/effects/agent/provider';
import { scriptedProvider } from '@harness/effects/agent/scripted/provider';
import { readScript, type Script } from '@harness/effects/agent/scripted/script';
import { ScriptError } from '@harness/effects/agent/scripted/source';
import { checkPerformer } from '@harness/effects/check/performer';
import { gitPerformer } from '@harness/effects/git/performer';
import { restored } from '@harness/effects/git/restore';
import { effectMark, endOrphans } from '@harness/effects/process/orphans';
import { systemClock } from '@harness/engine/clock';
import { family } from '@harness/engine/family';
import { purseOf } from '@harness/engine/purse';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { Owner } from '@harness/engine/store/store';
import { defaults, type Observed, type World } from '@harness/engine/world';
import type { Settings } from './settings.ts';

export interface Agents {
  readonly provider: Provider;
  /** The people of a rehearsal; nobody without a script. */
  readonly script: Script | undefined;
}

/** Who is asked. Everything that can be wrong with it is said before a run is made. */
export async function agentsFor({ provider, script: path }: Settings): Promise<Agents> {
  if (provider !== 'scripted') throw new Refusal('provider.unavailable', { provider });
  if (path === '') throw new Refusal('script.missing');
  try {
    const { script, sha256 } = await readScript(path);
    return { provider: scriptedProvider({ script, sha256 }), script };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    if (error.code === 'missing') throw new Refusal('script.missing', { path });
    throw new Refusal('script.invalid', { path, detail: error.message });
  }
}

export interface Composition {
  readonly root: string;
  readonly store: JsonlStore;
  readonly owner: Owner;
  readonly settings: Settings;
  /** Nobody when no agent will be asked: then asking one is a loud mistake. */
  readonly provider?: Provider;
  /** What was written before: it was paid for. */
  readonly journals: readonly Journal[];
  attended(question: Question): boolean;
  observe(seen: Observed): void;
}

export function compose({ root, store, owner, settings, provider, journals, attended, observe }: Composition): World {
  const { wallMs, idleMs, maxWaitMs, model } = settings;
  const runFolder = store.folder;
  const agents = {
    roles,
    repo: root,
    runFolder,
    family: (run: string) => family(store, run),
    limits: () => ({ wallMs, idleMs }),
    model: () => (model === '' ? undefined : model),
    restore: (workplace: Workplace, effect: { run: string; key: string }) => restored(root, workplace, effect),
  };
  const performers = [
    checkPerformer({ repo: root, runFolder }),
    gitPerformer({ repo: root, runFolder }),
    ...(provider ? [agentPerformer({ ...agents, provider })] : []),
  ];
  return {
    ...defaults,
    purse: purseOf(journals, settings, settings.reserveTokens),
    machines: workflows,
    performers: new Map(performers.map((performer) => [performer.kind, performer])),
    failures,
    maxWaitMs,
    clock: systemClock,
    owner,
    inbox: store.inbox,
    endOrphans: (effect, processes) => endOrphans(effectMark(root, effect), processes),
    attended,
    observe,
  };
}
