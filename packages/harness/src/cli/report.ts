/** `harness report`: prints landed work, stuck work, cost and open questions. `--proof` prints the evidence. */

import { readdirSync } from 'node:fs';
import { Refusal } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import type { Messages } from '@harness/core/messages/messages';
import { defaultSince, parseSince, sinceForms } from '@harness/core/text/since';
import { quietReport } from '@harness/core/views/report/quiet';
import type { MorningReport, ReportInput } from '@harness/core/views/report/report';
import { reportPage } from '../render/report-sections.ts';
import { formatMarkdown, formatText } from '../render/report-text.ts';
import { type Output, printResult } from '../render/screen.ts';
import { shellQuote } from '../render/shell-quote.ts';
import { collectUnits } from '../report/collect-units.ts';
import { openRepository } from '../runs/folder.ts';
import type { Invocation } from './command.ts';

export async function run({ args: [name], options, output }: Invocation): Promise<number> {
  const nowMs = Date.now();
  const sinceMs = sinceOf(options['since'], nowMs);
  if (options['markdown'] === true && output.json)
    throw invalid('--json and --markdown cannot be combined: choose one');
  const { root, store } = openRepository(options);
  const messages = messagesFor(output.language ?? (await configuredLanguage(root)));
  const markdown = options['markdown'] === true;
  if (options['proof'] === true) {
    const { printProof: showProof } = await import('./proof.ts'); // loaded late: the plain report does not need it
    return showProof({ root, store, name, sinceMs, messages, markdown }, output);
  }
  if (name !== undefined) throw invalid('a run can only be named together with --proof');
  const { units, damaged } = await collectUnits(store, sinceMs, messages);
  const report = await createReport({ units, damaged, sinceMs, nowMs }, messages, output);
  const page = reportPage(report, messages);
  return printResult(output, report, () => (markdown ? formatMarkdown(page) : formatText(page, output.colour)));
}

/** The workflows are loaded only if there is a unit to report. */
async function createReport(input: ReportInput, messages: Messages, output: Output): Promise<MorningReport> {
  if (input.units.length === 0) return quietReport(input);
  const { buildReport } = await import('@harness/core/views/report/report');
  return buildReport(input, messages, { ...output, quoted: shellQuote });
}

function sinceOf(value: unknown, nowMs: number): number {
  const text = value === undefined ? defaultSince : String(value);
  const sinceMs = parseSince(text, nowMs);
  if (sinceMs !== undefined) return sinceMs;
  throw invalid(`--since must be a time in the past, such as ${sinceForms.map(shellQuote).join(', ')}; not "${text}"`);
}

/** Falls back to the default language if the configuration is invalid: other commands report that. */
async function configuredLanguage(root: string): Promise<string | undefined> {
  // Usually there is none, and loading the reader takes longer than the report.
  if (!readdirSync(root).some((name) => name.startsWith('harness.config.'))) return undefined;
  const { loadValidConfig } = await import('../settings/config.ts');
  return (await loadValidConfig(root))?.language;
}

const invalid = (detail: string) => new Refusal('usage.invalid', { detail, command: 'report' });
