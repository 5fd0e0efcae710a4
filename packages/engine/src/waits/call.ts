/** A child run: begun once, by an id made of the key that calls it, and waited for until it ends. */
import { startChild } from '../children.ts';
import type { WaitHandler } from '../effect-context.ts';
import { untilEnded } from './any-child.ts';

export const waitForCall: WaitHandler = async (need, context) =>
  untilEnded([await startChild(need, context.journal, context.crew)], context);
