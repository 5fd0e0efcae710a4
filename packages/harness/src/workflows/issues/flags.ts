/** Reads the flags of `start`. Without a project it asks the attached person for project, label and maximum (I-09, I-75). */

import { moduleCode } from '@harness/core/codes';
import type { Config } from '@harness/core/config/schema';
import { Refusal, refusalOf } from '@harness/core/failure/refusal';
import type { LoopView } from '@harness/core/issue-loop/document';
import type { TrackerScope } from '@harness/core/tracker/issue';
import { sentencesOf } from '@harness/core/workflow';
import { issuesCodes } from '@harness/core/workflows/issues/codes';
import { issuesWorkflow } from '@harness/core/workflows/issues/workflow';
import type { Invocation } from '../../cli/command.ts';
import { askText } from '../../render/ask-text.ts';
import { requireTracker } from './require-tracker.ts';

export interface LoopFlags {
  readonly scope: TrackerScope;
  readonly max: number;
}

export async function loopFlags(
  root: string,
  { tracker }: Config,
  earlier: LoopView | null,
  { options, output }: Pick<Invocation, 'options' | 'output'>,
  ask = askText,
): Promise<LoopFlags> {
  const kind = textOption(options['tracker']);
  const flags = {
    tracker: kind,
    project: textOption(options['project']) ?? tracker.project ?? earlierProject(earlier, kind ?? tracker.kind),
    team: textOption(options['team']),
    label: textOption(options['label']),
  };
  const max = (options['max'] as number | undefined) ?? (earlier?.maxIterations || tracker.max);
  try {
    return { scope: await requireTracker(root, flags), max };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== moduleCode('issues.no-project')) throw error;
    const asked = await askPerson((question) => ask(question, output), output.language, {
      label: flags.label ?? tracker.label,
      max,
    });
    if (asked === null) throw error;
    const { project, label } = asked;
    return { scope: await requireTracker(root, { ...flags, project, label }), max: asked.max };
  }
}

/** A project of another tracker means nothing to this one. */
const earlierProject = (earlier: LoopView | null, kind: string): string | undefined =>
  earlier?.tracker === kind ? earlier.project || undefined : undefined;

const textOption = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** `null` if no person is attached. An empty answer takes the default. */
async function askPerson(
  ask: (question: string) => Promise<string | undefined>,
  language: string | undefined,
  given: { readonly label: string; readonly max: number },
) {
  const words = sentencesOf(issuesWorkflow, language);
  const project = await ask(words['issues.ask-project']({}));
  if (project === undefined || project === '') return null;
  const label = (await ask(words['issues.ask-label']({ label: given.label }))) || given.label;
  const typed = (await ask(words['issues.ask-max']({ max: given.max }))) || String(given.max);
  const max = Number(typed);
  if (!Number.isInteger(max) || max < 1) throw refusalOf(issuesCodes, 'issues.bad-max', { given: typed });
  return { project, label, max };
}
