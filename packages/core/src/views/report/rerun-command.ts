/** The command that tries the same once more, for a run that has ended: as it was begun, with the same script if it was a rehearsal. */

import { foldJournal } from '../../journal/journal.ts';
import type { RunTree } from '../../journal/run-tree.ts';
import { scriptSettingOf } from '../../providers/providers.ts';
import type { PlanJob } from '../../workflows/plan/job.ts';
import type { PlanningJob } from '../../workflows/planning/machine.ts';
import type { CommandFormat } from './command-format.ts';

/** A task that is longer than this is a document, and nobody types it again. */
const longestTyped = 200;

export function rerunCommand([{ run, entries }]: RunTree, { quoted }: Pick<CommandFormat, 'quoted'>): string {
  const { machine, title, settings } = foldJournal(entries);
  const [first] = entries;
  const input = first?.type === 'started' ? first.input : null;
  const words = beginningOf(machine, title, input, quoted);
  if (words === undefined) return `harness show ${run}`;
  const setting = scriptSettingOf(settings['provider']);
  const script = setting && settings[setting];
  return `harness ${words}${script ? ` --${setting} ${quoted(String(script))}` : ''}`;
}

function beginningOf(
  machine: string,
  title: string,
  input: unknown,
  quoted: CommandFormat['quoted'],
): string | undefined {
  switch (machine) {
    case 'plan':
      return `run ${(input as PlanJob).id}`;
    case 'planning':
      return `plan ${quoted((input as PlanningJob).spec)}`;
    case 'converge':
    case 'task':
      return title.length > longestTyped || title.includes('\n') ? undefined : `${machine} ${quoted(title)}`;
    default:
      return undefined;
  }
}
