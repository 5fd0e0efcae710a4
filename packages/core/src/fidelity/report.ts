/** Writes the result of the fidelity check: as a page, and as a plan file for a person. */
import type { FidelityResult } from '../effects/fidelity.ts';
import { oneLine, tableCell } from '../text/markdown.ts';
import type { FidelityVerdict } from './verdict.ts';

export interface FidelityReport extends FidelityResult {
  readonly version: 1;
  readonly at: string;
  readonly run: string;
  readonly blocked: boolean;
}

export const fidelityPage = ({ at, specPath, score, threshold, blocked, verdict }: FidelityReport): string =>
  [
    `# Fidelity: ${score} of 100, ${blocked ? 'above' : 'within'} the threshold of ${threshold}`,
    `The product compared with \`${specPath}\` at ${at}. A score of 0 means no drift.`,
    ...sections(verdict),
    '',
  ].join('\n\n');

function sections({ requirements, drift, risks, risk_score: risk, recommended_actions: actions }: FidelityVerdict) {
  const rows = requirements.map(({ requirement, status, plan_id: plan, notes }) =>
    [requirement, status, plan ?? '–', notes || '–'].map(tableCell).join(' | '),
  );
  return [
    '## Requirements',
    rows.length === 0
      ? 'None.'
      : ['requirement | status | plan | notes', '--- | --- | --- | ---', ...rows].map((row) => `| ${row} |`).join('\n'),
    ...section('Drift', drift),
    ...section(`Risks (${risk} of 100)`, risks),
    ...section('Recommended actions', actions),
  ];
}

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`## ${title}`, lines.map((line) => `- ${oneLine(line)}`).join('\n')];

/** A plan file for people, which the queue never runs (DO-11). */
export const reviewFile = '9999-fidelity-review.md';

/** Deterministic: a repeat after a crash recognizes its own commit by its bytes. */
export const reviewPlan = ({ specPath, score, threshold, verdict }: FidelityResult): string =>
  [
    '---\nid: "9999"\ntitle: "Fidelity review"\nphase: "review"\nstatus: blocked\nestimated_passes: 1\n---',
    '## Goal',
    `The product has drifted from \`${specPath}\`: its score is ${score}, above the threshold of ${threshold}. A person must decide whether the spec or the product is right. The commit that added this file blocks all active plans. Revert that commit to unblock them.`,
    ...sections(verdict),
    '',
  ].join('\n\n');
