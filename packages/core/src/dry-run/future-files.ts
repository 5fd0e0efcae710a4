/** Lists the files that an effect would write, for prompts that refer to them later. */
import { liveConventions, verifyReportIn } from '../checkout/session-files.ts';
import type { AgentInput } from '../effects/agent.ts';
import { placeConventions, type ReportArgs, writeVerifyReport } from '../effects/checkout.ts';
import type { OperationInput } from '../effects/operation.ts';
import type { Effect } from '../machine/machine.ts';
import { isFolderPath, namedPaths } from '../role/write-access.ts';
import { roles } from '../workflows/loaded.ts';

/** The role, or the checks, that will write the file; or the file that it copies. */
export type FileWriterSource = { readonly by: string } | { readonly copyOf: string };
export type FutureFiles = ReadonlyMap<string, FileWriterSource>;

export function filesWrittenByEffect({ kind, input }: Effect): readonly (readonly [string, FileWriterSource])[] {
  if (kind === 'agent') {
    const { role, input: asked } = input as AgentInput;
    const named = roles[role] && namedPaths(roles[role], asked);
    return named?.ok ? named.paths.filter((path) => !isFolderPath(path)).map((path) => [path, { by: role }]) : [];
  }
  const { op, args } = input as OperationInput;
  if (op === writeVerifyReport.op) return [[verifyReportIn((args as ReportArgs).docsPath), { by: checksWriter }]];
  if (op === placeConventions.op) return [[liveConventions, { copyOf: (args as { from: string }).from }]];
  return [];
}

/** Stands for the harness itself, as the writer of check results. */
export const checksWriter = 'checks';
