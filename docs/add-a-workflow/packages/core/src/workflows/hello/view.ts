/** The result of a run of hello, for `--json` and for the command line. */
import type { RunTree } from '../../journal/run-tree.ts';
import type { HelloResult } from './machine.ts';

/** Null until the greeting is written. */
export function helloView([{ entries }]: RunTree): { readonly name: string; readonly greeting: string } | null {
  const ended = entries.findLast((entry) => entry.type === 'ended');
  const result = (ended?.result ?? null) as HelloResult | null;
  return result?.at === 'greeted' ? { name: result.name, greeting: result.greeting } : null;
}
