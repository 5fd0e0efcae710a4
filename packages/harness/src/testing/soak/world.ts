/** The world of a simulated night: real git, files, checks and forge; scripted agents; a simulated clock. */
import { join } from 'node:path';
import type { AgentInput } from '@harness/core/effects/agent';
import type { OperationInput } from '@harness/core/effects/operation';
import type { PerformContext, Performer } from '@harness/core/effects/performer';
import { fail } from '@harness/core/failure/failure';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import type { World } from '@harness/engine/world';
import { resolveAgents } from '../../providers/agents.ts';
import type { Settings } from '../../settings/settings.ts';
import { createQuestionRelay } from '../../workflows/queue/question-relay.ts';
import { queueWorld } from '../../workflows/queue/queue-world.ts';
import type { Repository } from '../command.ts';
import type { NightClock } from './clock.ts';
import type { NightDisk } from './disk.ts';
import type { Fault, Faults } from './faults.ts';

export interface Scene {
  readonly repo: Repository;
  readonly clock: NightClock;
  readonly disk: NightDisk;
  readonly faults: Faults;
  readonly settings: Settings;
  readonly backoff: Parameters<typeof queueWorld>[0]['backoff'];
  /** Answered questions by run and key: the night ends only after they have arrived. */
  readonly answered: { readonly run: string; readonly key: string }[];
  /** Number of effects that run now; the clock stops for them. */
  busy: number;
}

/** Duration of each effect in minutes. */
const minutes: Readonly<Record<string, number>> = { agent: 12, check: 2, forge: 0.2, git: 0.05 };

/** No command lists the runs of a night, and no other process starts one. */
export const storeIn = ({ disk, repo }: Scene): JsonlStore =>
  ({
    ...disk.store,
    folder: (run: string) => join(repo.path, '.harness', 'runs', run),
    summaries: async () => [],
  }) as unknown as JsonlStore;

export interface NightWorld {
  readonly world: World;
  /** Resolves when the daemon has sent all messages to its queue. */
  told(): Promise<void>;
}

export async function createNightWorld(scene: Scene, run: string): Promise<NightWorld> {
  const { repo, disk, clock, settings, backoff } = scene;
  const store = storeIn(scene);
  const asks = createQuestionRelay(run, store, (error) => {
    throw error;
  });
  const members = await store.members(run);
  const journals = await Promise.all(members.map(async (one) => ({ run: one, entries: await store.read(one) })));
  const world = queueWorld({
    root: repo.path,
    store,
    settings,
    journals,
    backoff,
    owner: await disk.own(run),
    agents: await resolveAgents(settings, 'plans'),
    frozenFile: join(repo.path, 'never'),
    reload: () => {},
    onFrozen: () => {},
    watchClock: { now: () => clock.nowMs(), pause: (ms, signal) => pause(scene, ms, signal) },
    attended(question) {
      asks.unanswered(question);
      return false;
    },
    observe(seen) {
      if (seen.type === 'entry') asks.see(seen.run, seen.entry);
    },
  });
  const performers = new Map([...world.performers].map(([kind, performer]) => [kind, withFaults(scene, performer)]));
  return { world: { ...world, clock, performers }, told: asks.told };
}

/** An effect that waits for its next poll does not count as busy. */
async function pause(scene: Scene, ms: number, signal: AbortSignal): Promise<void> {
  scene.busy--;
  try {
    await scene.clock.until(scene.clock.nowMs() + ms, signal);
  } finally {
    scene.busy++;
  }
}

function withFaults(scene: Scene, performer: Performer<AbortSignal>): Performer<AbortSignal> {
  const perform: typeof performer.perform = async (input, context) => {
    const place = `${context.run}/${context.key}`;
    await takeTime(scene, performer.kind, place, context.signal);
    if (performer.kind === 'forge' && isAway(scene, place, context))
      return { outcome: fail('forge.unavailable', { detail: 'it does not answer' }) };
    if (performer.kind === 'forge') changeBase(scene, input as OperationInput, context);
    scene.busy++;
    try {
      const performed = await performer.perform(input, context);
      if (performer.kind === 'agent') countFaults(scene, input as AgentInput, place, performed.outcome);
      return performed;
    } finally {
      scene.busy--;
    }
  };
  return { ...performer, perform };
}

async function takeTime({ clock, faults }: Scene, kind: string, place: string, signal: AbortSignal): Promise<void> {
  if (faults.strikes('clock jump', place)) {
    clock.set((faults.number(place) - 0.4) * 10 * 3_600_000);
    faults.struck('clock jump', place);
  }
  const ms = (minutes[kind] ?? 0.01) * 60_000 * (0.5 + faults.number(`time ${place}`));
  await clock.until(clock.nowMs() + ms, signal);
}

function isAway({ faults }: Scene, place: string, { earlier }: PerformContext<AbortSignal>): boolean {
  if (earlier !== undefined || !faults.strikes('forge away', place)) return false;
  faults.struck('forge away', place);
  return true;
}

/** Another person changes the same file on the base, once per plan, just before its pull request is opened. */
function changeBase({ repo, faults }: Scene, { op, args }: OperationInput, context: PerformContext<AbortSignal>): void {
  const { branch } = args as { branch?: string };
  const id = /^task\/(?<id>\d{4})/.exec(String(branch))?.groups?.['id'];
  if (op !== 'open-pull' || id === undefined || context.interrupted || !faults.strikes('merge conflict', id)) return;
  if (repo.git('log', '--format=%s', 'main').includes(`Person ${id}`)) return;
  repo.write(`repo/docs/parts/${id}.txt`, 'good, says a person\n');
  repo.git('add', '--all', 'docs/parts');
  repo.git('commit', '--quiet', `--message=Person ${id}`);
  faults.struck('merge conflict', id);
}

const agentFaults: Readonly<Record<string, Fault>> = {
  'agent.rate-limit': 'rate limit',
  'agent.crash': 'crash',
  'agent.timeout': 'hang',
  'agent.network': 'network',
};

const planFaults: readonly Fault[] = ['red check', 'finding', 'hopeless', 'question'];

/** Counts the faults of the script after they have happened. */
function countFaults(
  { faults }: Scene,
  { role, item }: AgentInput,
  place: string,
  outcome: { readonly ok: boolean; readonly failure?: { readonly code: string } },
): void {
  const fault = outcome.ok ? undefined : agentFaults[outcome.failure?.code ?? ''];
  if (fault) faults.struck(fault, place);
  if (outcome.ok && role === 'plans.implementer')
    for (const one of planFaults) if (faults.strikes(one, String(item))) faults.struck(one, String(item));
}
