/** Defines a unit of work: a run with all its children. A queue never ends and is no unit; each run in it is one. */
import type { RunTree } from '../journal/run-tree.ts';
import type { HaltReason } from '../machine/machine.ts';
import { workflowOf } from '../workflows/list.ts';
import type { RunRowContext } from './run.ts';

export interface Unit {
  readonly family: RunTree;
  readonly outside: RunRowContext;
  /** The state of a run that waits for the next command; from its workflow. Absent or `null` otherwise. */
  readonly rest?: HaltReason | null;
}

const queueOf = (workflow: string) => workflowOf(workflow)?.queue;

/** Decides by the id (`<run>.<moves>.<name>` is a child) and the workflow of the root run. */
export function isUnit(run: string, rootWorkflow: string): boolean {
  const parts = run.split('.');
  const queue = queueOf(rootWorkflow);
  return queue ? parts.length === 3 && !queue.helpers.includes(parts[2] ?? '') : parts.length === 1;
}

/** The unit of a run; `undefined` for a queue itself. */
export function unitOf(run: string, rootWorkflow: string): string | undefined {
  const parts = run.split('.');
  const queue = queueOf(rootWorkflow);
  if (!queue) return parts[0];
  return parts.length < 3 || queue.helpers.includes(parts[2] ?? '') ? undefined : parts.slice(0, 3).join('.');
}
