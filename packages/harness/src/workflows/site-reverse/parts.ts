/** Connects runs of site-reverse to the command line: formats the files captured from a site, with the command to commit them. */
import type { RunTree } from '@harness/core/journal/run-tree';
import { sentencesOf } from '@harness/core/workflow';
import { siteView } from '@harness/core/workflows/site-reverse/view';
import { siteReverseWorkflow } from '@harness/core/workflows/site-reverse/workflow';
import { printable } from '../../render/printable.ts';
import type { ResultFormat } from '../../render/result-format.ts';
import { shellQuote } from '../../render/shell-quote.ts';
import type { WorkflowParts } from '../../workflow.ts';
import { planningResultLines } from '../planning/result.ts';

/** Null if the run captured no site. */
function capturedLines(family: RunTree, { language, git }: ResultFormat): readonly string[] | null {
  const view = siteView(family);
  if (view === null) return null;
  const { files, spec, pages } = view;
  const [, ...children] = family;
  const places = placesOf(files);
  return [
    `  ${sentencesOf(siteReverseWorkflow, language).captured({ count: pages.length, spec })}`,
    ...places.map((path) => `      ${printable(path)}`),
    '',
    git('commit it', `add -- ${places.map(shellQuote).join(' ')}`, 'commit -m "Capture a site"'),
    ...children.flatMap((child) => planningResultLines([child], { git, language }) ?? []),
  ];
}

/** Lists the capture folder instead of the files in it. */
function placesOf(files: readonly string[]): readonly string[] {
  const folder = (files[0] ?? '').replace(/\/[^/]*$/, '');
  return [folder, ...files.filter((path) => !path.startsWith(`${folder}/`))];
}

export const parts: WorkflowParts = { ended: capturedLines };
