/** How each kind of wait comes true: a person, an event, a clock, a child run. One file a kind, one line here. */
import type { SureKind } from '@harness/core/machine';
import type { Wait } from '../settling.ts';
import { waitForCall } from './call.ts';
import { waitForQuestion } from './question.ts';
import { waitForSignal } from './signal.ts';
import { waitForSleep } from './sleep.ts';

const waits: Readonly<Record<SureKind, Wait>> = {
  question: waitForQuestion,
  signal: waitForSignal,
  sleep: waitForSleep,
  call: waitForCall,
};

export const waitFor: Wait = (need, context) => waits[need.effect.kind as SureKind](need, context);
