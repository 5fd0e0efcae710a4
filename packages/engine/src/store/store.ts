/**
 * Stores journals.
 *
 *   S1. `append` is durable when it returns: in order, complete or a prefix.
 *   S2. Only the owner of a run writes its journal and those of its children. A deposed owner cannot write.
 *   S3. Reading never changes a journal and never waits for the owner.
 */
import type { Entry } from '@harness/core/journal/journal';
import type { Summary } from '@harness/core/views/summary';
import type { Inbox } from '../inbox.ts';

export interface Writer {
  readonly entries: readonly Entry[];
  /** Name of the file that keeps the torn last line; `undefined` if there was none. */
  readonly repaired: string | undefined;
  append(entries: readonly Entry[]): Promise<void>;
  /** Stores the summary for lists. It is only a view: if it cannot be stored, it is built again when needed. */
  summarise(summary: Summary): void;
}

export interface Owner {
  /** Opens the journal of the run or of one of its children; a new journal is empty. */
  open(run: string): Promise<Writer>;
  release(): Promise<void>;
}

export interface Store {
  /** All started runs. The id of a child starts with the id of its parent. */
  runs(): Promise<readonly string[]>;
  /** A run and its started children, the run first. */
  members(root: string): Promise<readonly string[]>;
  read(run: string): Promise<readonly Entry[]>;
  /** Refuses with `run.owned` if another process owns it. `takeOver` ends that process first. */
  own(run: string, options: { readonly takeOver: boolean }): Promise<Owner>;
  isOwned(run: string): Promise<boolean>;
  inbox(run: string): Inbox;
}

/** `fix-login-7k2p.4.lane` belongs to `fix-login-7k2p`: a run and all its children have one owner. */
export const rootOf = (run: string): string => (run.includes('.') ? run.slice(0, run.indexOf('.')) : run);
export const isChildOf = (run: string, parent: string): boolean => run.startsWith(`${parent}.`);
