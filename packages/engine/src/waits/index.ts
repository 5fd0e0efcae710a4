/** Handlers per kind of wait: a person, an event, a timer, a child run. */
import type { WaitKind } from '@harness/core/machine/machine';
import type { WaitHandler } from '../effect-context.ts';
import { waitForAnyChild } from './any-child.ts';
import { waitForCall } from './call.ts';
import { waitForFirst } from './first.ts';
import { waitForQuestion } from './question.ts';
import { waitForSignal } from './signal.ts';
import { waitForSleep } from './sleep.ts';

const waits: Readonly<Record<WaitKind, WaitHandler>> = {
  question: waitForQuestion,
  signal: waitForSignal,
  sleep: waitForSleep,
  call: waitForCall,
  'any-child': waitForAnyChild,
  first: (need, context) => waitForFirst(need, context, waitFor),
};

export const waitFor: WaitHandler = (need, context) => waits[need.effect.kind as WaitKind](need, context);
