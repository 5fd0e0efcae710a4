/** A child run: begun once, by an id made of the key that calls it, and waited for until it ends. */
import { beginChild } from '../children.ts';
import type { Wait } from '../settling.ts';
import { untilEnded } from './any-child.ts';

export const waitForCall: Wait = async (need, context) =>
  untilEnded([await beginChild(need, context.journal, context.crew)], context);
