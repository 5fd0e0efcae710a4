/** What the queue promises on every path, and the words in which it is gone. */
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
 * One of each is enough here: which failure it is changes the reason that is told, and nothing else. How many plans there
 * are does change something: one that waits for a person beside one that is worked on.
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

type Went = Move<QueueStates, null>;
const queueOf = (state: QueueStates): QueueState | null => ('queue' in state ? state.queue : null);
const came = ({ answers }: Went) => answers['came'] as { of: string; value: never } | undefined;
const said = (move: Went, order: string) => came(move)?.of === 'control' && came(move)?.value === order;
const blockedIn = (state: QueueStates) => queueOf(state)?.blocked.map((one) => one.plan) ?? [];

const states = {
  'Dd-02 never a blocked plan, nor one that is in work': (state: QueueStates) =>
    state.at !== 'starting' ||
    ![...blockedIn(state), ...[...state.queue.working, ...state.queue.aside].map((one) => one.plan)].includes(
      state.plan.id,
    ),
  'Q1 one plan at a time': (state: QueueStates) =>
    state.at !== 'starting' || (state.queue.working.length === 0 && state.queue.judge === null),
  'Q2, D-48 nothing new while it is paused or stopping': (state: QueueStates) =>
    state.at !== 'starting' || (state.queue.paused === null && !state.queue.stopping),
  'Q5 stopped means that nothing is worked on': (state: QueueStates) =>
    state.at !== 'stopped' || (state.queue.working.length === 0 && state.queue.judge === null),
  'Q6 whoever waits without work has somebody who watches': (state: QueueStates) =>
    state.at !== 'idle' || state.queue.watcher !== null,
  'it can be stopped, paused and resumed wherever it waits': (
    state: QueueStates,
    needs: Readonly<Record<string, unknown>>,
  ) =>
    (state.at !== 'idle' && state.at !== 'running') ||
    'control' in ((needs['came'] as { input: FirstInput }).input.waits ?? {}),
};

const moves = {
  'DO-12 a cold start only anchors': ({ from, to }: Went) =>
    from.at !== 'looking' || from.queue.seen !== null || to.at !== 'gating',
  'D-65 a ready release pauses': ({ from, answers, to }: Went) => {
    const gate = answers['gate'] as { ok: boolean; value?: { ready: boolean } } | undefined;
    return from.at !== 'gating' || !gate?.ok || !gate.value?.ready || queueOf(to)?.paused !== null;
  },
  'Dd-02 only an unblock takes a plan out of the blocked ones': (move: Went) => {
    const gone = blockedIn(move.from).filter((one) => !blockedIn(move.to).includes(one));
    return move.to.at === 'renewed' || gone.length === 0 || came(move)?.of === 'unblock';
  },
  'Q1 whatever ends a plan, it is shipped, blocked, or the budget is spent': (move: Went) => {
    const before = [...(queueOf(move.from)?.working ?? []), ...(queueOf(move.from)?.aside ?? [])];
    const after = queueOf(move.to);
    if (after === null) return before.length === 0;
    const left = before.filter((one) => ![...after.working, ...after.aside].some(({ child }) => child === one.child));
    return left.every(
      ({ plan: id }) =>
        after.shipped.includes(id) || blockedIn(move.to).includes(id) || after.paused === 'budget_cap_reached',
    );
  },
  'D-48 a pause is taken up at once, and no plan is thrown away by it': (move: Went) =>
    !said(move, 'pause') ||
    move.from.at === 'stopped' ||
    (queueOf(move.to)?.paused !== null && queueOf(move.to)?.working.length === queueOf(move.from)?.working.length),
  'DO-11 whatever was stopped boots paused': ({ from, to }: Went) =>
    from.at !== 'stopped' || to.at !== 'looking' || to.queue.paused === 'booted',
};

/** All paths over so many plans, and what was broken on them. It runs for ever, so that it need not reach an end (X2). */
export function exploreQueue(settings: readonly QueueSettings[], ...ids: readonly string[]): ExplorationReport {
  const inputs = settings.map((one) => ({ settings: one, carried: null }));
  const report = explore(queueMachine, { inputs, words: queueVocabulary(...ids), states, moves });
  return { ...report, broken: report.broken.filter((one) => !one.startsWith('X2')) };
}
