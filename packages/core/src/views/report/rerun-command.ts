/** The command that starts an ended run again: as it was started, with the same script if it was a rehearsal. */
import { foldJournal } from '../../journal/journal.ts';
import type { RunTree } from '../../journal/run-tree.ts';
import { scriptSettingOf } from '../../providers/providers.ts';
import { logicOf } from '../../workflows/loaded.ts';
import type { CommandFormat } from './command-format.ts';

/** A longer command contains a document, which nobody types again. */
const longestTyped = 200;

export function rerunCommand([{ run, entries }]: RunTree, { quoted }: Pick<CommandFormat, 'quoted'>): string {
  const { machine, settings } = foldJournal(entries);
  const [first] = entries;
  const words = first?.type === 'started' ? logicOf(machine)?.rerun?.(first, quoted) : undefined;
  if (words === undefined || words.length > longestTyped || words.includes('\n')) return `harness show ${run}`;
  const setting = scriptSettingOf(settings['provider']);
  const script = setting && settings[setting];
  return `harness ${words}${script ? ` --${setting} ${quoted(String(script))}` : ''}`;
}
