/** Reads the flags of `start`. Without a project, the attached person is asked for it, the label and the maximum (I-09, I-75). */

import { moduleCode } from '@harness/core/codes';
import type { Config } from '@harness/core/config/schema';
import { Refusal, refusalOf } from '@harness/core/failure/refusal';
import type { LoopState } from '@harness/core/issue-loop/document';
import type { TrackerScope } from '@harness/core/tracker/issue';
import { sentencesOf } from '@harness/core/workflow';
import { issuesCodes } from '@harness/core/workflows/issues/codes';
import { issuesWorkflow } from '@harness/core/workflows/issues/workflow';
import type { Invocation } from '../../cli/command.ts';
import { askText } from '../../render/ask-text.ts';
import type { Output } from '../../render/screen.ts';
import { requireTracker } from './require-tracker.ts';

export interface LoopFlags {
  readonly scope: TrackerScope;
  readonly max: number;
}

export async function loopFlags(
  root: string,
  { tracker }: Config,
  earlier: LoopState | null,
  { options, output }: Invocation,
): Promise<LoopFlags> {
  const flags = {
    tracker: textOption(options['tracker']),
    project: textOption(options['project']) ?? tracker.project ?? projectOf(earlier),
    team: textOption(options['team']),
    label: textOption(options['label']),
  };
  const max = (options['max'] as number | undefined) ?? (earlier?.maxIterations || tracker.max);
  try {
    return { scope: await requireTracker(root, flags), max };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== moduleCode('issues.no-project')) throw error;
    const asked = await askPerson(output, { label: flags.label ?? tracker.label, max });
    if (asked === null) throw error;
    const { project, label } = asked;
    return { scope: await requireTracker(root, { ...flags, project, label }), max: asked.max };
  }
}

const projectOf = (earlier: LoopState | null): string | undefined => earlier?.project || undefined;

const textOption = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** `null` if nobody is attached. An empty answer takes the default. */
async function askPerson(output: Output, given: { readonly label: string; readonly max: number }) {
  const words = sentencesOf(issuesWorkflow, output.language);
  const project = await askText(words['issues.ask-project']({}), output);
  if (project === undefined || project === '') return null;
  const label = (await askText(words['issues.ask-label']({ label: given.label }), output)) || given.label;
  const typed = (await askText(words['issues.ask-max']({ max: given.max }), output)) || String(given.max);
  const max = Number(typed);
  if (!Number.isInteger(max) || max < 1) throw refusalOf(issuesCodes, 'issues.bad-max', { given: typed });
  return { project, label, max };
}
