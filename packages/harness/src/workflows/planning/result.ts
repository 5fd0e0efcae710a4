/** Formats the proposed plans, with the commands to inspect and commit them. */
import type { RunTree } from '@harness/core/journal/run-tree';
import { sentencesOf } from '@harness/core/workflow';
import { type PlanningView, type ProposedPlan, planningView } from '@harness/core/workflows/planning/view';
import { planningWorkflow } from '@harness/core/workflows/planning/workflow';
import { printable } from '../../render/printable.ts';
import type { ResultFormat } from '../../render/result-format.ts';
import { shellQuote } from '../../render/shell-quote.ts';

type Words = (typeof planningWorkflow)['words']['en']['sentences'];

/** Null if the run is not a finished planning run. */
export function planningResultLines(
  family: RunTree,
  { language, git }: Pick<ResultFormat, 'language' | 'git'>,
): readonly string[] | null {
  const words = sentencesOf(planningWorkflow, language);
  const view = planningView(family);
  if (view === null) return null;
  const { plans } = view;
  const written = plans.filter((plan) => plan.written).map(({ path }) => shellQuote(path));
  return [
    ...(plans.length + view.conflicts.length === 0 ? [`  ${words.nothing({})}`] : []),
    ...plans.flatMap((plan) => planLines(plan, words)),
    ...remarks(view, words).map((text) => `  ${printable(text)}`),
    ...(plans.length > 0 && written.length === 0 ? ['', `  ${words.notWritten({})}`] : []),
    ...(written.length === 0
      ? []
      : [
          '',
          git('look at them', `status --short -- ${folderOf(plans)}`),
          git('commit them', `add -- ${written.join(' ')}`, 'commit -m "Plan the work"'),
        ]),
  ];
}

const folderOf = ([first]: readonly ProposedPlan[]) => shellQuote((first?.path ?? '.').replace(/\/[^/]*$/, ''));

/** Prints the summary and scope only if they are not in a file. */
function planLines(plan: ProposedPlan, words: Words): readonly string[] {
  const { path, title, phase, depends_on: dependsOn, estimated_passes: count, acceptance_tags: tags } = plan;
  const more = [
    ...(dependsOn.length === 0 ? [] : [words.after({ ids: dependsOn.join(', ') })]),
    ...(tags.length === 0 ? [] : [words.tags({ matches: tags.join(', ') })]),
    ...(plan.written ? [] : [...plan.summary.trim().split('\n'), ...plan.scope_bullets.map((text) => `- ${text}`)]),
  ];
  return [
    `  ${printable(words.plan({ path, title, phase, count }))}`,
    ...more.map((text) => `      ${printable(text)}`),
  ];
}

function remarks({ skipped, conflicts, uncovered, context }: PlanningView, words: Words): readonly string[] {
  const say = (list: readonly string[], text: (all: string) => string) =>
    list.length === 0 ? [] : [text(list.join(', '))];
  return [
    ...say(skipped, (ids) => words.skipped({ ids })),
    ...say(conflicts, (ids) => words.conflicts({ ids })),
    ...say(uncovered, (matches) => words.uncovered({ matches })),
    ...say(context.cut, (paths) => words.cut({ paths })),
    ...say(context.leftOut, (paths) => words.leftOut({ paths })),
    ...say(context.misread, (paths) => words.misread({ paths })),
  ];
}
