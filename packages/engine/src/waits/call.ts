/** Starts a child run once, with an id made from the key of the call, and waits until it ends. */
import { startChild } from '../children.ts';
import type { WaitHandler } from '../effect-context.ts';
import { untilEnded } from './any-child.ts';

export const waitForCall: WaitHandler = async (need, context) =>
  untilEnded([await startChild(need, context.journal, context.group)], context);
