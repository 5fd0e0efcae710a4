/** Formats the status of a mission: one line per feature, and how many are merged. */

import { foldJournal } from '@harness/core/journal/journal';
import type { RunTree } from '@harness/core/journal/run-tree';
import { parseReason } from '@harness/core/mission/escalation-reason';
import { sentencesOf } from '@harness/core/workflow';
import type { Mission, MissionJob } from '@harness/core/workflows/mission/machine';
import { parkedEnding } from '@harness/core/workflows/mission/state';
import { type FeatureRow, missionView } from '@harness/core/workflows/mission/view';
import { missionWorkflow } from '@harness/core/workflows/mission/workflow';
import { printable } from '../../render/printable.ts';
import type { ResultFormat } from '../../render/result-format.ts';
import { type Colours, symbols } from '../../render/symbols.ts';

type Words = ReturnType<typeof wordsIn>;
const wordsIn = (language: string | undefined) => sentencesOf(missionWorkflow, language);

/** Null if the run has no features yet. */
export function missionLines(
  family: RunTree,
  { language, colours }: Pick<ResultFormat, 'language' | 'colours'>,
): readonly string[] | null {
  const view = missionView(family);
  if (view === null || view.features.length === 0) return null;
  const words = wordsIn(language);
  const merged = view.features.filter(({ status }) => status === 'passed').length;
  const [
    {
      entries: [first],
    },
  ] = family;
  const { base = '', onPass } = first?.type === 'started' ? (first.input as Partial<MissionJob>) : {};
  const count = { count: merged, of: view.features.length, base };
  const width = Math.max(...view.features.map(({ id }) => id.length));
  return [
    ...view.features.map((row) => `  ${line(row, width, words, colours)}`),
    `  ${onPass === undefined ? words.merged(count) : words.branches({ ...count, branches: branchesIn(view.features) })}`,
  ];
}

const branchesIn = (features: readonly FeatureRow[]) =>
  features.flatMap(({ branch }) => (branch === null ? [] : [branch])).join(', ');

/** A feature in work, or one that waits for its validator, has not failed. */
const markOf = {
  passed: 'good',
  todo: 'dim',
  in_progress: 'dim',
  validating: 'dim',
  failing: 'bad',
  blocked: 'bad',
} as const satisfies Record<FeatureRow['status'], keyof Colours>;

function line(
  { id, title, status, attempts, why, commit, pull, unwitnessed }: FeatureRow,
  width: number,
  words: Words,
  colours: Colours,
) {
  const mark = markOf[status];
  const sign = mark === 'dim' ? '·' : symbols[mark];
  const parts = [
    `${status}${commit === null ? '' : ` ${commit.slice(0, 10)}`}`,
    ...(attempts > 0 ? [words.attempts({ count: attempts })] : []),
    ...(unwitnessed === null ? [] : ['unwitnessed']), // the word of `harness show`, in every language
    ...(why === null ? [] : [why]),
    ...(title === '' ? [] : [title]),
    ...(pull ? [pull] : []),
  ];
  // Escape only the text from outside: the sign keeps its colour.
  return `${colours[mark](sign)} ${printable(`${id.padEnd(width)} ${parts.join(' · ')}`)}`;
}

/** Why a parked mission does not continue without a person; null if it does. */
export function missionHaltReason([{ entries }]: RunTree, { language }: Pick<ResultFormat, 'language'>): string | null {
  const words = wordsIn(language);
  const { machine, state } = foldJournal(entries);
  const mission = state as Mission;
  const ending = machine === 'mission' ? parkedEnding(mission) : null;
  switch (ending?.is) {
    case 'escalated':
      return words.escalated({ reason: describeReason(ending.reason, words) });
    case 'limit-reached':
      return words.limit({ most: 'job' in mission ? mission.job.iterations : 0 });
    case 'capped':
      return words.capped({});
    case undefined:
      return null;
  }
}

function describeReason(reason: string, words: Words): string {
  const known = parseReason(reason);
  return known ? words[`reason.${known.kind}`]({ about: known.about }) : reason;
}
