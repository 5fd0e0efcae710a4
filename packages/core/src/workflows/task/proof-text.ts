/** Texts about the proof of a task: a section of the report, the line of a failure, and what the evaluator reads. */
import { toInlineCode } from '../../checkout/verify-block.ts';
import type { StrykerUse } from '../../trust/plan-stryker.ts';
import { instructionsFor, type Reason } from '../../trust/reason.ts';
import { en } from '../proof/en.ts';
import { type ProofResult, witnessName } from '../proof/job.ts';
import { unwitnessedText } from '../proof/unwitnessed-text.ts';
import type { ProofRecord } from './recorded-proof.ts';
import type { Session } from './session.ts';

/** The report is in English, as its other sections. */
export function proofLines(
  result: Extract<ProofResult, { at: 'proved' | 'back' }>,
  kind: ProofRecord['kind'],
): readonly string[] {
  if (result.at === 'back') return ['- Result: FAIL', ...instructionsFor(result.reasons).split('\n').filter(isText)];
  const { by, without = [], witnesses, tried, survived, flaky, unsupported, stryker } = result;
  return [
    `- Result: ${by === 'person' ? 'UNWITNESSED' : 'PASS'}`,
    ...without.flatMap(({ code, names }) => [
      `- Accepted by a person. ${en.sentences.unwitnessed({ why: code })}`,
      ...names.map((name) => `  - ${toInlineCode(name)}`),
    ]),
    ...(by === 'kind' && kind ? [`- Kind: ${kind}. The change obeys the rule of its kind, and needs no witness.`] : []),
    ...witnesses.map((one) => `- Red without the change: ${toInlineCode(witnessName(one))}${placeOf(one)}`),
    ...(tried > 0 ? [`- Edits of added lines that a test noticed: ${tried - survived} of ${tried}`] : []),
    ...(stryker === undefined ? [] : [`- ${strykerLine(stryker)}`]),
    ...(flaky.length > 0 ? [`- Flaky, so they prove nothing: ${flaky.map(toInlineCode).join(', ')}`] : []),
    ...(unsupported.length > 0 ? [`- Not emptied and not edited: ${unsupported.join(', ')} files`] : []),
  ];
}

const strykerLine = (use: StrykerUse): string =>
  use === 'used' ? 'Edits by: Stryker' : en.sentences.withoutStryker({ why: use });

const placeOf = (witness: Parameters<typeof witnessName>[0]): string =>
  'name' in witness && witness.file !== null ? ` in ${toInlineCode(witness.file)}` : '';

const maxLine = 600;

/** One line, like the failures of Layer 1 (W-102); the report has the whole text. */
export function proofFailure(reasons: readonly Reason[]): string {
  const line = `FAIL — proof: ${instructionsFor(reasons).replace(/\s+/g, ' ')}`;
  return line.length > maxLine ? `${line.slice(0, maxLine)}…` : line;
}

/** The result as one more step of Layer 1, and a sentence about it; `null` if no change of the task is proved. */
export function proofContext({ job, proof }: Session): { readonly step: string; readonly sentence: string } | null {
  if (!job.trust) return null;
  const result = proof?.result;
  if (result === undefined) return { step: 'proof SKIPPED', sentence: 'The change was not proved.' };
  switch (result.is) {
    case 'witnessed':
      return {
        step: 'proof PASS',
        sentence: `These fail without the change and pass with it: ${result.witnesses.map(quoted).join(', ')}.`,
      };
    case 'by-kind':
      return { step: 'proof PASS', sentence: `The spec names work of the kind ${result.kind}, which has no witness.` };
    case 'accepted':
      return { step: 'proof SKIPPED', sentence: `A person accepted the change as ${reasonsText(result.reasons)}.` };
    case 'back':
      return { step: 'proof FAIL', sentence: `The change is ${reasonsText(result.reasons)}.` };
  }
}

const reasonsText = (reasons: readonly Reason[]): string =>
  reasons
    .map(({ code, names }) => [unwitnessedText([{ code, names }], 'en'), ...names.map(quoted)].join(' '))
    .join('; ');

const quoted = (name: string): string => JSON.stringify(name);
const isText = (line: string): boolean => line.trim() !== '';
