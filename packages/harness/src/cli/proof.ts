/** `harness report --proof [run]`: lists which claims of the runs have evidence besides the word of an agent. */

import { Refusal } from '@harness/core/failure/refusal';
import { exitCodes } from '@harness/core/journal/end';
import { refusalText } from '@harness/core/messages/lookup';
import type { Messages } from '@harness/core/messages/messages';
import type { RunProof } from '@harness/core/views/proof/proof';
import type { DamagedRun } from '@harness/core/views/report/report';
import type { JsonlStore } from '@harness/engine/store/jsonl';
import { printable } from '../render/printable.ts';
import { proofPage } from '../render/proof.ts';
import { formatMarkdown, formatText } from '../render/report-text.ts';
import { type Output, printResult } from '../render/screen.ts';
import { formatDayAndClock } from '../render/time-format.ts';
import { checkRunEvidence } from '../report/check-evidence.ts';
import { type CollectedUnits, collectUnits } from '../report/collect-units.ts';
import { findRun, readRun } from '../runs/read-runs.ts';

export interface ProofRequest {
  readonly root: string;
  readonly store: JsonlStore;
  /** One run; `undefined` for all runs since `sinceMs`. */
  readonly name: string | undefined;
  readonly sinceMs: number;
  readonly messages: Messages;
  readonly markdown: boolean;
}

export async function printProof(request: ProofRequest, output: Output): Promise<number> {
  const { root, store, sinceMs, messages, markdown } = request;
  const { units, damaged } = await collect(request);
  const proofs: RunProof[] = [];
  for (const unit of units) proofs.push(await checkRunEvidence(root, store, unit));
  const isProven = damaged.length === 0 && proofs.every((proof) => proof.isProven);
  const since = new Date(sinceMs).toISOString();
  printResult(output, { since, isProven, proofs, damaged }, () => {
    const pages = proofs.map((proof) => proofPage(proof, messages));
    const texts = pages.map((page) => (markdown ? formatMarkdown(page) : formatText(page, output.colour)));
    return [...texts, closing(proofs, damaged, since, messages)].filter((text) => text !== '').join('\n');
  });
  return isProven ? exitCodes.ok : exitCodes.failed;
}

/** A named run that cannot be read is reported as damaged, not refused: that is a result of the proof. */
async function collect({ store, name, sinceMs, messages }: ProofRequest): Promise<CollectedUnits> {
  if (name === undefined) return collectUnits(store, sinceMs, messages);
  const run = await findRun(store, name);
  try {
    return { units: [await readRun(store, run)], damaged: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { units: [], damaged: [{ run, why: refusalText(messages, error.code, error.params).message }] };
  }
}

function closing(
  proofs: readonly RunProof[],
  damaged: readonly DamagedRun[],
  since: string,
  { proof: words }: Messages,
): string {
  const most = proofs.length + damaged.length;
  if (most === 0) return `${words.none({ since: formatDayAndClock(since) })}\n`;
  const lost = damaged.map((one) => printable(words.damaged({ ...one })));
  const sum = most > 1 ? [words.all({ n: proofs.filter(({ isProven }) => isProven).length, most })] : [];
  return [...lost, ...sum].map((line) => `${line}\n`).join('');
}
