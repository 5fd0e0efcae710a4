/** Handlers per kind of wait: a person, an event, a timer, a child run. */

import type { SleepInput } from '@harness/core/effects/sleep';
import type { WaitKind } from '@harness/core/machine/machine';
import { startChild } from '../children.ts';
import { dueMs } from '../clock.ts';
import type { WaitHandler } from '../effect-context.ts';
import { waitForAnyChild, waitUntilEnded } from './any-child.ts';
import { waitForFirst } from './first.ts';
import { waitForQuestion } from './question.ts';
import { waitForSignal } from './signal.ts';

/** Starts a child run once, with an id made from the key of the call, and waits until it ends. */
const waitForCall: WaitHandler = async (need, context) =>
  waitUntilEnded([await startChild(need, context.journal, context.group)], context);

/** The time follows from the journal, so the timer fires once, also after downtime (E7). */
const waitForSleep: WaitHandler = async ({ key, effect }, { journal, world, signal }) => {
  const [need = key] = key.split('#'); // a wait inside `first` was requested with the whole
  const nowMs = world.clock.nowMs();
  const askedAtMs = journal.log.asked.get(need)?.atMs ?? nowMs;
  await world.clock.until(dueMs(askedAtMs, (effect.input as SleepInput).ms, nowMs), signal);
  return { is: 'came', value: 'slept' };
};

const waits: Readonly<Record<WaitKind, WaitHandler>> = {
  question: waitForQuestion,
  signal: waitForSignal,
  sleep: waitForSleep,
  call: waitForCall,
  'any-child': waitForAnyChild,
  first: (need, context) => waitForFirst(need, context, waitFor),
};

export const waitFor: WaitHandler = (need, context) => waits[need.effect.kind as WaitKind](need, context);
