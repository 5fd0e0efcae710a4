/** Notes before the first effect of a run why its checks prove nothing: they may import code of the checkout. */
import type { FoldedJournal, NewEntry } from '@harness/core/journal/journal';
import type { RunJournal } from '@harness/core/journal/run-tree';
import { commandsIntoCheckout } from '@harness/core/lane/python-path';
import { isUnit } from '@harness/core/views/unit';
import { namesOf } from '@harness/effects/python/editable-installations';
import { findUnredirectedImports } from '@harness/effects/python/unredirected-imports';

interface HostedWork {
  readonly root: string;
  /** The workflow of the root run. */
  readonly workflow: string;
  readonly journals: readonly RunJournal[];
}

/** Each unit of work gets the notes once. */
export async function isolationNotes({ root, workflow, journals }: HostedWork) {
  const imports = await findUnredirectedImports(root, process.env);
  const noted = new Set(journals.map(({ run }) => run));
  return (run: string, { state }: Pick<FoldedJournal, 'state'>): readonly NewEntry[] => {
    if (noted.has(run) || !isUnit(run, workflow)) return [];
    noted.add(run);
    const commands = commandsIntoCheckout([...new Set(textsIn(state))], namesOf(root));
    return [
      ...(imports.length > 0 ? [note('editable', imports)] : []),
      ...(commands.length > 0 ? [note('python-path', commands)] : []),
    ];
  };
}

const note = (why: string, details: readonly string[]): NewEntry => ({
  type: 'noted',
  code: 'checks.unproven',
  params: { why, detail: details.join(', ') },
});

/** Texts of people, which name no command. */
const prose = ['task', 'text', 'title', 'spec'];

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inside]) => (prose.includes(key) ? [] : textsIn(inside)));
}
