/** What a journal says is there, for whoever can look: commits, merges and logs. And whether the journal can be as it was written. */

import type { CheckReport } from '../../effects/check.ts';
import type { Artifact } from '../../journal/artifact.ts';
import type { RunJournal, RunTree } from '../../journal/run-tree.ts';
import { commitsWithRun } from '../commits.ts';
import { findMerged } from '../report/landed.ts';

export type Evidence =
  /** `branch`: some ref must still lead to it; null where the forge may have made another commit of it. */
  | { readonly is: 'commit'; readonly sha: string; readonly branch: string | null }
  | { readonly is: 'merge'; readonly sha: string; readonly base: string }
  | { readonly is: 'log'; readonly run: string; readonly artifact: Artifact };

export function evidenceOf(family: RunTree): readonly Evidence[] {
  const merges = findMerged(family).map(({ sha, base }): Evidence => ({ is: 'merge', sha, base }));
  const branch = (name: string) => (merges.length > 0 ? null : name);
  const commits = commitsWithRun(family).map(
    (one): Evidence => ({ is: 'commit', sha: one.sha, branch: branch(one.branch) }),
  );
  return [...commits, ...merges, ...family.flatMap(logsIn)];
}

const logsIn = ({ run, entries }: RunJournal): readonly Evidence[] => {
  const checks = new Set(
    entries.flatMap((entry) => (entry.type === 'asked' && entry.effect.kind === 'check' ? [entry.key] : [])),
  );
  return entries.flatMap((entry): readonly Evidence[] => {
    if (entry.type !== 'answered' || !entry.outcome.ok || !checks.delete(entry.key)) return [];
    return [{ is: 'log', run, artifact: (entry.outcome.value as CheckReport).log }];
  });
};

/**
 * The first entry that cannot follow those before it: something was asked in a state that the run was not in, answered and never
 * asked, or left behind unanswered. A line that was taken away as a whole, with a right checksum on all others, is seen by this.
 * Null when all of it fits.
 */
export function findJournalDefect({ entries }: RunJournal): number | null {
  const asked = new Set<string>();
  let open = new Map<string, string>(); // what was asked in this state, by its name: the newest key of each
  let moves = 0;
  let isUpgraded = false;
  for (const [n, entry] of entries.entries()) {
    if ((entry.type === 'started') !== (n === 0)) return n + 1;
    if (entry.type === 'asked') {
      const [state] = entry.key.split('/');
      if (state !== 'release' && Number(state) !== moves) return n + 1;
      asked.add(entry.key);
      open.set(nameOf(entry.key), entry.key);
    }
    if ((entry.type === 'answered' || entry.type === 'failed') && !asked.has(entry.key)) return n + 1;
    if (entry.type === 'answered') open.delete(nameOf(entry.key));
    if (entry.type === 'upgraded') isUpgraded = true; // another version, or another wish, may need other things
    if (entry.type !== 'moved') continue;
    if (open.size > 0 && !isUpgraded) return n + 1;
    [moves, open, isUpgraded] = [moves + 1, new Map(), false];
  }
  return null;
}

/** `4/done` of `4/done@2` and of the engine's own question `4/done?1`. */
const nameOf = (key: string): string => key.replace(/[@?].*$/, '');
