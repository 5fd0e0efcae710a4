/**
 * Settles one need: performs an effect with its remedies, or waits.
 *
 *   E3. An answered effect is never performed again.
 *   E5. If an effect may have happened and its performer cannot look for the result, a person decides.
 *   E7. A remedy is journalled with the time of the next try. A restart keeps that time.
 */

import type { CallCost } from '@harness/core/budget/usage';
import { isAct, isWait } from '@harness/core/effects/kinds';
import type { Performer } from '@harness/core/effects/performer';
import { question } from '@harness/core/effects/question';
import { type Failure, failureOf, type Outcome, ok } from '@harness/core/failure/failure';
import type { LastFailure } from '@harness/core/journal/journal';
import { reopenChild, startChild } from './children.ts';
import { chooseRemedy } from './choose-remedy.ts';
import { dueMs } from './clock.ts';
import type { EffectContext, EffectResult, WaitResult } from './effect-context.ts';
import type { Need } from './next-action.ts';
import { waitFor } from './waits/index.ts';

export const performEffect = (need: Need, context: EffectContext): Promise<EffectResult> => {
  if (isWait(need.effect)) return wait(need, context);
  return isAct(need.effect) ? act(need, context) : begin(need, context);
};

/** Starts or reopens a child run, which continues beside its parent. The engine performs only these effects itself. */
async function begin(need: Need, context: EffectContext): Promise<EffectResult> {
  const { journal, group } = context;
  const start = need.effect.kind === 'reopen' ? reopenChild(need, group) : startChild(need, journal, group);
  return journalAnswer(need.key, ok(await start), context);
}

async function wait(need: Need, context: EffectContext): Promise<EffectResult> {
  const came = await waitFor(need, context);
  if (came.is !== 'came') return came;
  return journalAnswer(need.key, ok(came.value), context, came.by === undefined ? {} : { by: came.by });
}

type Asked = Pick<Need, 'key' | 'effect'>;

async function act({ key, effect }: Need, context: EffectContext): Promise<EffectResult> {
  const { journal, world, inherited, signal } = context;
  const performer = world.performers.get(effect.kind);
  if (!performer) throw new Error(`No performer for the effect ${effect.kind}`);

  for (;;) {
    const interrupted = inherited.delete(key);
    if (interrupted && performer.afterCrash === 'ask' && !journal.log.stopping)
      await recordFailure({ key, effect }, failureOf('effect.interrupted', { key }), context);

    const earlier = journal.log.failed.get(key);
    const next = earlier && !journal.log.stopping ? await untilNextTry({ key, effect }, earlier, context) : undefined;
    if (next === 'give up' && earlier) return journalAnswer(key, { ok: false, failure: earlier.failure }, context);
    if (next !== undefined && next !== 'give up') return next;

    const { outcome, spent } = await perform(performer, { key, effect }, interrupted, earlier?.failure, context);
    signal.throwIfAborted(); // a cancelled effect has no outcome: the next owner finds it interrupted
    const more = spent ? { spent } : {};
    if (outcome.ok || journal.log.stopping) return journalAnswer(key, outcome, context, more);
    const isAnswer = await recordFailure({ key, effect }, outcome.failure, context, more);
    if (isAnswer) return journalAnswer(key, outcome, context, more);
  }
}

/** Journals a failure with its remedy. Returns true if it has none left: then the failure is the answer. */
async function recordFailure(
  { key, effect }: Asked,
  failure: Failure,
  { journal, world }: EffectContext,
  more: { spent?: CallCost } = {},
) {
  const times = (journal.log.failed.get(key)?.times.get(failure.code) ?? 0) + 1;
  const todo = chooseRemedy(failure, times, world.clock.nowMs(), world.remediesFor(effect));
  if (todo.is === 'answer') return true;
  journal.note({ type: 'failed', key, failure, againAtMs: todo.atMs, parks: todo.is === 'park', ...more });
  noteBudgetWarnings({ journal, world });
  await journal.flush();
  return false;
}

/** E8: notes the budget warnings that are due after a payment. */
export function noteBudgetWarnings({ journal, world }: Pick<EffectContext, 'journal' | 'world'>): void {
  for (const { code, params } of world.purse.news()) journal.note({ type: 'noted', code, params });
}

/** Waits until the remedy is due, then for a slot. */
async function untilNextTry(
  asked: Asked,
  earlier: LastFailure,
  context: EffectContext,
): Promise<EffectResult | 'give up' | undefined> {
  const { failure, againAtMs, parks } = earlier;
  if (parks) return { is: 'parked', because: failure, untilMs: againAtMs };
  context.slot.leave();
  return (await waitForRemedy(asked, earlier, context)) ?? context.slot.enter();
}

async function waitForRemedy(
  { key, effect }: Asked,
  earlier: LastFailure,
  context: EffectContext,
): Promise<EffectResult | 'give up' | undefined> {
  const { world, signal } = context;
  const { failure, atMs, againAtMs } = earlier;
  if (world.remediesFor(effect).failures[failure.code].remedy.do === 'ask') return askPerson(key, earlier, context);
  const untilMs = dueMs(atMs, againAtMs - atMs, world.clock.nowMs());
  if (untilMs > world.clock.nowMs()) await world.clock.until(untilMs, signal);
  return undefined;
}

/** Asks the engine's own question `<key>?<n>` if the remedy is a person. */
async function askPerson(
  key: string,
  { failure, times }: LastFailure,
  context: EffectContext,
): Promise<EffectResult | 'give up' | undefined> {
  const { journal } = context;
  const files = failure.params['files']?.toString();
  const own: Need = {
    name: key,
    key: `${key}?${times.get(failure.code)}`,
    effect: question('interrupted', { key, code: failure.code, ...(files === undefined ? {} : { files }) }),
  };
  if (!journal.log.asked.has(own.key)) {
    journal.note({ type: 'asked', key: own.key, effect: own.effect });
    await journal.flush();
  }
  const known = journal.log.answered.get(own.key);
  const came: WaitResult = known?.ok ? { is: 'came', value: known.value } : await waitFor(own, context);
  if (came.is !== 'came') return came;
  journal.note({ type: 'answered', key: own.key, outcome: ok(came.value) });
  await journal.flush();
  return (came.value as { choice: string }).choice === 'Stop' ? 'give up' : undefined;
}

function perform(
  performer: Performer<AbortSignal>,
  { key, effect }: Asked,
  interrupted: boolean,
  earlier: Failure | undefined,
  { journal, world, signal }: EffectContext,
) {
  return performer.perform(effect.input, {
    run: journal.run,
    key,
    interrupted,
    earlier,
    signal,
    allowances: () => world.purse.allowances(journal.run, key),
    note: async (code, params) => {
      journal.note({ type: 'noted', key, code, params });
      await journal.flush();
    },
    report: (event) => world.observe({ type: 'live', run: journal.run, key, event }),
  });
}

export async function journalAnswer(
  key: string,
  outcome: Outcome<unknown>,
  context: EffectContext,
  more: { spent?: CallCost; by?: string } = {},
): Promise<EffectResult> {
  const { journal, open } = context;
  journal.note({ type: 'answered', key, outcome, ...more });
  noteBudgetWarnings(context);
  const last = open.every((need) => journal.log.answered.has(need.key));
  if (!last) await journal.flush(); // it is paid for: keep it although other needs are still open
  return { is: 'answered' };
}
