/**
 * Where journals live, behind one small door.
 *
 *   S1. `append` is durable when it returns, in order, whole or a prefix.
 *   S2. Only the owner of a run writes its journal and those of its children; an owner that was deposed can write nothing.
 *   S3. Reading never changes a journal, and never waits for the owner.
 */
import type { Entry } from '@harness/core/journal/journal';
import type { Summary } from '@harness/core/views/summary';
import type { Inbox } from '../inbox.ts';

export interface Writer {
  /** What was there when it was opened. */
  readonly entries: readonly Entry[];
  /** A torn last line was cut off and kept here. */
  readonly repaired: string | undefined;
  append(entries: readonly Entry[]): Promise<void>;
  /** Keeps what lists need of the journal as it is now. Only a view: where it cannot be kept, it is made anew when needed. */
  summarise(summary: Summary): void;
}

export interface Owner {
  /** The journal of the run or of one of its children; a new one is empty. */
  open(run: string): Promise<Writer>;
  release(): Promise<void>;
}

export interface Store {
  /** Every run that has begun; a child's id begins with its parent's. */
  runs(): Promise<readonly string[]>;
  /** A run and its children that have begun, the run first. */
  members(root: string): Promise<readonly string[]>;
  read(run: string): Promise<readonly Entry[]>;
  /** Refuses with `run.owned` while another process owns it. `takeOver` ends that process first. */
  own(run: string, options: { readonly takeOver: boolean }): Promise<Owner>;
  isOwned(run: string): Promise<boolean>;
  inbox(run: string): Inbox;
}

/** `fix-login-7k2p.4.lane` belongs to `fix-login-7k2p`: one owner for a run and all its children. */
export const rootOf = (run: string): string => (run.includes('.') ? run.slice(0, run.indexOf('.')) : run);
export const isChildOf = (run: string, parent: string): boolean => run.startsWith(`${parent}.`);
