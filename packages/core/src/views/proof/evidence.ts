/** Lists the evidence that a journal names (commits, merges, logs) and finds defects in a journal. */

import type { CheckReport } from '../../effects/check.ts';
import type { Artifact } from '../../journal/artifact.ts';
import type { RunJournal, RunTree } from '../../journal/run-tree.ts';
import { commitsWithRun } from '../commits.ts';
import { findMerged } from '../report/landed.ts';

export type Evidence =
  /** `branch`: a ref that must still contain the commit; `null` if the forge may have replaced it at the merge. */
  | { readonly is: 'commit'; readonly sha: string; readonly branch: string | null }
  | { readonly is: 'merge'; readonly sha: string; readonly base: string }
  | { readonly is: 'log'; readonly run: string; readonly artifact: Artifact };

export function listEvidence(family: RunTree): readonly Evidence[] {
  const merges = findMerged(family).map(({ sha, base }): Evidence => ({ is: 'merge', sha, base }));
  const branch = (name: string) => (merges.length > 0 ? null : name);
  const commits = commitsWithRun(family).map(
    (one): Evidence => ({ is: 'commit', sha: one.sha, branch: branch(one.branch) }),
  );
  return [...commits, ...merges, ...family.flatMap(logEvidence)];
}

const logEvidence = ({ run, entries }: RunJournal): readonly Evidence[] => {
  const checks = new Set(
    entries.flatMap((entry) => (entry.type === 'asked' && entry.effect.kind === 'check' ? [entry.key] : [])),
  );
  return entries.flatMap((entry): readonly Evidence[] => {
    if (entry.type !== 'answered' || !entry.outcome.ok || !checks.delete(entry.key)) return [];
    return [{ is: 'log', run, artifact: (entry.outcome.value as CheckReport).log }];
  });
};

/**
 * The line of the first entry that cannot follow those before it: asked in another state, answered without a request,
 * or left unanswered. This detects a removed line even if the checksums of all others are right. `null` if the journal
 * is consistent.
 */
export function findJournalDefect({ entries }: RunJournal): number | null {
  const asked = new Set<string>();
  let open = new Map<string, string>(); // newest key per name of this state's requests
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
    if (entry.type === 'upgraded') isUpgraded = true; // another version or changed settings may need other effects
    if (entry.type !== 'moved' && entry.type !== 'reopened') continue;
    if (open.size > 0 && !isUpgraded) return n + 1;
    [moves, open, isUpgraded] = [moves + 1, new Map(), false];
  }
  return null;
}

/** `4/done` for `4/done@2` and for the engine's question `4/done?1`. */
const nameOf = (key: string): string => key.replace(/[@?].*$/, '');
