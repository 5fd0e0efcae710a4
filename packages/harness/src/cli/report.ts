/** `harness report`: prints landed work, stuck work, cost and open questions. `--proof` prints the evidence. */

import { Refusal } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import { defaultSince, parseSince, sinceForms } from '@harness/core/text/since';
import { buildReport } from '@harness/core/views/report/report';
import { reportPage } from '../render/report-sections.ts';
import { asMarkdown, asText } from '../render/report-text.ts';
import { shellQuote } from '../render/shell-quote.ts';
import { collectUnits } from '../report/collect-units.ts';
import { configuredLanguage } from '../report/language.ts';
import { findRepositoryRoot } from '../repository/repository.ts';
import { openStore } from '../runs/folder.ts';
import type { Invocation } from './command.ts';
import { resolveRepo } from './repo.ts';

export async function run({ args: [name], options, output }: Invocation): Promise<number> {
  const nowMs = Date.now();
  const sinceMs = sinceOf(options['since'], nowMs);
  if (options['markdown'] === true && output.json) throw invalid('--json and --markdown are two forms: choose one');
  const root = findRepositoryRoot(resolveRepo(options));
  const messages = messagesFor(output.language ?? (await configuredLanguage(root)));
  const store = openStore(root);
  const markdown = options['markdown'] === true;
  if (options['proof'] === true) {
    const { showProof } = await import('./proof.ts'); // loaded late: the plain report does not need it
    return showProof({ root, store, name, sinceMs, messages, markdown }, output);
  }
  if (name !== undefined) throw invalid('a run is named only together with --proof');
  const { units, damaged } = await collectUnits(store, sinceMs, messages);
  const report = buildReport({ units, damaged, sinceMs, nowMs }, messages, { ...output, quoted: shellQuote });
  if (output.json) output.say(`${JSON.stringify({ version: 1, ...report })}\n`);
  else {
    const page = reportPage(report, messages);
    output.say(markdown ? asMarkdown(page) : asText(page, output.colour));
  }
  return 0;
}

function sinceOf(value: unknown, nowMs: number): number {
  const text = value === undefined ? defaultSince : String(value);
  const sinceMs = parseSince(text, nowMs);
  if (sinceMs !== undefined) return sinceMs;
  throw invalid(
    `--since takes a time that has passed, such as ${sinceForms.map(shellQuote).join(', ')}; not "${text}"`,
  );
}

const invalid = (detail: string) => new Refusal('usage.invalid', { detail, command: 'report' });
