/** What a planner's run proposed, and how to look at it and commit it from where the user stands. */
import type { RunTree } from '@harness/core/journal/run-tree';
import type { Messages } from '@harness/core/messages/messages';
import { type PlannedRow, type PlanningView, planningView } from '@harness/core/workflows/planning/view';
import { printable } from '../../render/printable.ts';
import { shellQuote } from '../../render/shell-quote.ts';

interface ResultFormat {
  readonly messages: Pick<Messages, 'planning'>;
  git(label: string, ...commands: readonly string[]): string;
}

/** Nothing for a run that planned nothing of its own. */
export function planningResultLines(
  family: RunTree,
  { messages: { planning: words }, git }: ResultFormat,
): readonly string[] | null {
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

const folderOf = ([first]: readonly PlannedRow[]) => shellQuote((first?.path ?? '.').replace(/\/[^/]*$/, ''));

/** What stands in a file need not be said again; what is only shown is said whole. */
function planLines(plan: PlannedRow, words: Messages['planning']): readonly string[] {
  const { path, title, phase, depends_on: wants, estimated_passes: count, acceptance_tags: tags } = plan;
  const more = [
    ...(wants.length === 0 ? [] : [words.after({ ids: wants.join(', ') })]),
    ...(tags.length === 0 ? [] : [words.tags({ matches: tags.join(', ') })]),
    ...(plan.written ? [] : [...plan.summary.trim().split('\n'), ...plan.scope_bullets.map((text) => `- ${text}`)]),
  ];
  return [
    `  ${printable(words.plan({ path, title, phase, count }))}`,
    ...more.map((text) => `      ${printable(text)}`),
  ];
}

function remarks(
  { skipped, conflicts, uncovered, context }: PlanningView,
  words: Messages['planning'],
): readonly string[] {
  const say = (list: readonly string[], code: keyof Messages['planning'], name: string) =>
    list.length === 0 ? [] : [words[code]({ [name]: list.join(', ') })];
  return [
    ...say(skipped, 'skipped', 'ids'),
    ...say(conflicts, 'conflicts', 'ids'),
    ...say(uncovered, 'uncovered', 'matches'),
    ...say(context.cut, 'cut', 'paths'),
    ...say(context.leftOut, 'leftOut', 'paths'),
    ...say(context.misread, 'misread', 'paths'),
  ];
}
