/** Explores the queue with its invariants. */
import type { FirstInput } from '../../../effects/first.ts';
import { forgeOperations } from '../../../effects/forge.ts';
import { judgeRelease } from '../../../effects/gate.ts';
import type { EffectVocabulary } from '../../../effects/kinds.ts';
import { pickPlan, watchWork } from '../../../effects/queue.ts';
import { type ExplorationReport, explore, type Move } from '../../../testing/explore.ts';
import { fidelity } from '../../fidelity/machine.ts';
import { plan } from '../../plan/machine.ts';
import { queueMachine } from '../machine.ts';
import type { QueueSettings, QueueState, QueueStates } from '../state.ts';
import { watch } from '../watch.ts';

/**
 * One failure per operation is enough: it only changes the reported reason. The number of plans matters: with two, one can
 * wait for a person while the other runs.
 */
const listing = { ...forgeOperations.listMerged, failures: ['forge.unavailable'] } as const;
const picking = (...ids: readonly string[]) => ({
  ...pickPlan,
  samples: pickPlan.samples.filter((one) => one.is !== 'picked' || ids.includes(one.plan.id)),
});
export const queueVocabulary = (...ids: readonly string[]): EffectVocabulary => ({
  roles: {},
  operations: [listing, picking(...ids), watchWork, judgeRelease],
  machines: {
    plan: { ...plan, results: plan.results.filter(({ at }) => at === 'shipped' || at === 'failed') },
    fidelity,
    watch,
  },
});

type QueueMove = Move<QueueStates, null>;
const queueOf = (state: QueueStates): QueueState | null => ('queue' in state ? state.queue : null);
const signalOf = ({ answers }: QueueMove) => answers['came'] as { of: string; value: never } | undefined;
const isCommand = (move: QueueMove, order: string) =>
  signalOf(move)?.of === 'control' && signalOf(move)?.value === order;
const blockedIn = (state: QueueStates) => queueOf(state)?.blocked.map((one) => one.plan) ?? [];

const states = {
  'Dd-02 never starts a blocked or running plan': (state: QueueStates) =>
    state.at !== 'starting' ||
    ![...blockedIn(state), ...[...state.queue.working, ...state.queue.aside].map((one) => one.plan)].includes(
      state.plan.id,
    ),
  'Q1 runs one plan at a time': (state: QueueStates) =>
    state.at !== 'starting' || (state.queue.working.length === 0 && state.queue.judge === null),
  'Q2, D-48 starts no plan while paused or stopping': (state: QueueStates) =>
    state.at !== 'starting' || (state.queue.paused === null && !state.queue.stopping),
  'Q5 runs no plan when stopped': (state: QueueStates) =>
    state.at !== 'stopped' || (state.queue.working.length === 0 && state.queue.judge === null),
  'Q6 has a watch when idle': (state: QueueStates) => state.at !== 'idle' || state.queue.watcher !== null,
  'can be stopped, paused and resumed in every waiting state': (
    state: QueueStates,
    needs: Readonly<Record<string, unknown>>,
  ) =>
    (state.at !== 'idle' && state.at !== 'running') ||
    'control' in ((needs['came'] as { input: FirstInput }).input.waits ?? {}),
};

const moves = {
  'DO-12 the first list of merges only sets the baseline': ({ from, to }: QueueMove) =>
    from.at !== 'looking' || from.queue.seen !== null || to.at !== 'gating',
  'D-65 a ready release pauses': ({ from, answers, to }: QueueMove) => {
    const gate = answers['gate'] as { ok: boolean; value?: { ready: boolean } } | undefined;
    return from.at !== 'gating' || !gate?.ok || !gate.value?.ready || queueOf(to)?.paused !== null;
  },
  'Dd-02 only an unblock removes a plan from the blocked plans': (move: QueueMove) => {
    const removed = blockedIn(move.from).filter((one) => !blockedIn(move.to).includes(one));
    return move.to.at === 'renewed' || removed.length === 0 || signalOf(move)?.of === 'unblock';
  },
  'Q1 every ended plan is shipped or blocked, or the budget is spent': (move: QueueMove) => {
    const before = [...(queueOf(move.from)?.working ?? []), ...(queueOf(move.from)?.aside ?? [])];
    const after = queueOf(move.to);
    if (after === null) return before.length === 0;
    const left = before.filter((one) => ![...after.working, ...after.aside].some(({ child }) => child === one.child));
    return left.every(
      ({ plan: id }) =>
        after.shipped.includes(id) || blockedIn(move.to).includes(id) || after.paused === 'budget_cap_reached',
    );
  },
  'D-48 a pause applies at once and drops no plan': (move: QueueMove) =>
    !isCommand(move, 'pause') ||
    move.from.at === 'stopped' ||
    (queueOf(move.to)?.paused !== null && queueOf(move.to)?.working.length === queueOf(move.from)?.working.length),
  'DO-11 a stopped queue boots paused': ({ from, to }: QueueMove) =>
    from.at !== 'stopped' || to.at !== 'looking' || to.queue.paused === 'booted',
};

/** Explores all paths. X2 does not apply: the queue runs without end. */
export function exploreQueue(settings: readonly QueueSettings[], ...ids: readonly string[]): ExplorationReport {
  const inputs = settings.map((one) => ({ settings: one, carried: null }));
  const report = explore(queueMachine, { inputs, words: queueVocabulary(...ids), states, moves });
  return { ...report, broken: report.broken.filter((one) => !one.startsWith('X2')) };
}
