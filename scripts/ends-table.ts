/** Builds the table of a workflow's end states. */
import { type End, ends } from '@harness/core/journal/end';
import { code, table } from './markdown.ts';

export const endsTable = (of: Readonly<Record<string, End | 'by-failure'>>): string =>
  table(['state', 'end', 'exit code'], Object.entries(of).map(row));

const row = ([at, end]: [string, End | 'by-failure']) =>
  end === 'by-failure'
    ? [code(at), 'depends on the [failure](../failures.md)', '']
    : [code(at), code(end), ends[end].exitCode];
