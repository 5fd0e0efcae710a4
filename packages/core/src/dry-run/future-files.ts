/** What an effect will have written into the folder: texts that a later prompt refers to, and that nobody can read yet. */
import { liveConventions, verifyReportIn } from '../checkout/session-files.ts';
import type { AgentInput } from '../effects/agent.ts';
import { placeConventions, type ReportArgs, writeVerifyReport } from '../effects/checkout.ts';
import type { OperationInput } from '../effects/operation.ts';
import type { Effect } from '../machine/machine.ts';
import { roles } from '../workflows/loaded.ts';

/** Who will have written a file: a role, or the harness itself after its checks; or a file of which it is a copy. */
export type FileWriterSource = { readonly by: string } | { readonly copyOf: string };
export type FutureFiles = ReadonlyMap<string, FileWriterSource>;

export function filesWrittenByEffect({ kind, input }: Effect): readonly (readonly [string, FileWriterSource])[] {
  if (kind === 'agent') {
    const { role, input: asked } = input as AgentInput;
    const path = roles[role]?.output?.path(asked as never);
    return path === undefined ? [] : [[path, { by: role }]];
  }
  const { op, args } = input as OperationInput;
  if (op === writeVerifyReport.op) return [[verifyReportIn((args as ReportArgs).docsPath), { by: checksWriter }]];
  if (op === placeConventions.op) return [[liveConventions, { copyOf: (args as { from: string }).from }]];
  return [];
}

/** What stands in for a role where the harness itself finds something out. */
export const checksWriter = 'checks';
