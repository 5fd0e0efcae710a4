/** Progress messages about the proof of a task: what its spec says about it, and a change without a witness. */
import { type ProgressMessage, progressOf } from '../../codes.ts';
import type { DocumentComparison } from '../../effects/checkout.ts';
import { isWorkKind, workKinds } from '../../trust/work-kind.ts';
import { taskCodes } from './codes.ts';
import type { Task } from './state.ts';

const message = progressOf(taskCodes);
type At<Name extends Task['at']> = Extract<Task, { readonly at: Name }>;

export function unwitnessedMessages({
  unwitnessed: [first] = [],
}: At<'completed' | 'spent'>): readonly ProgressMessage[] {
  return first === undefined ? [] : [message('task.unwitnessed', { why: first.code }, 'warn')];
}

/** Messages about the proof from the confirmed spec. */
export function confirmedMessages(
  { job, onto }: At<'comparing'>,
  found: DocumentComparison | undefined,
  to: Task,
): readonly ProgressMessage[] {
  if (!job.trust || onto !== 'generate' || (to.at !== 'drafting' && to.at !== 'implementing')) return [];
  const { kind = null, changes = [] } = found?.work ?? {};
  const unknown = { kind: kind ?? '', kinds: workKinds.join(', ') };
  return [
    ...(kind === null
      ? []
      : isWorkKind(kind)
        ? [message('task.kind', { kind })]
        : [message('task.kind-unknown', unknown, 'warn')]),
    ...(changes.length > 0 ? [message('task.changed-tests', { files: changes.join(', ') })] : []),
  ];
}
