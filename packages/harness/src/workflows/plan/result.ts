/** Formats the result of a merged plan: its commit on the base. */

import type { RunTree } from '@harness/core/journal/run-tree';
import { failureText } from '@harness/core/messages/lookup';
import { sentencesOf } from '@harness/core/workflow';
import { type MergedPlanView, mergedPlanView } from '@harness/core/workflows/plan/view';
import { planWorkflow } from '@harness/core/workflows/plan/workflow';
import { printable } from '../../render/printable.ts';
import type { ResultFormat } from '../../render/result-format.ts';

type Format = Pick<ResultFormat, 'messages' | 'language' | 'git' | 'next'>;

/** Null if the run merged nothing. */
export function mergedPlanLines(family: RunTree, format: Format): readonly string[] | null {
  const view = mergedPlanView(family);
  if (view === null) return null;
  const sha = view.sha.slice(0, 10);
  const look = format.git('look at it', `show ${sha}`);
  const text = `  ${printable(mergedText(view, sha, format))}`;
  return view.left === null
    ? [text, '', look]
    : [text, '', look, format.next('file it later', `harness run ${view.plan}`)];
}

function mergedText({ left, base }: MergedPlanView, sha: string, { language, messages }: Format): string {
  const words = sentencesOf(planWorkflow, language);
  if (left === null) return words.shipped({ sha, base });
  if (left.is === 'waiting') return words.waiting({ sha, base, pull: left.pull, url: left.url });
  return words.unfiled({ sha, base, why: failureText(messages, left.because) });
}
