/**
 * What a person counts as one piece of work: a run by itself, with all its children. A queue never ends and is nobody's
 * work; what it begins is.
 */
import type { RunTree } from '../journal/run-tree.ts';
import type { HaltReason } from '../machine/machine.ts';
import { workflowOf } from '../workflows/list.ts';
import type { RunContext } from './run.ts';

export interface Unit {
  readonly family: RunTree;
  readonly outside: RunContext;
  /** What it says of itself while it waits for the next command; its workflow knows. */
  readonly rest?: HaltReason | null;
}

const queueOf = (workflow: string) => workflowOf(workflow)?.queue;

/** By its id (`<run>.<moves>.<name>` is a child) and by the workflow of the run that all of it belongs to. */
export function isUnit(run: string, rootWorkflow: string): boolean {
  const parts = run.split('.');
  const queue = queueOf(rootWorkflow);
  return queue ? parts.length === 3 && !queue.helpers.includes(parts[2] ?? '') : parts.length === 1;
}

/** The unit that a run belongs to; nothing for a queue itself. */
export function unitOf(run: string, rootWorkflow: string): string | undefined {
  const parts = run.split('.');
  const queue = queueOf(rootWorkflow);
  if (!queue) return parts[0];
  return parts.length < 3 || queue.helpers.includes(parts[2] ?? '') ? undefined : parts.slice(0, 3).join('.');
}
