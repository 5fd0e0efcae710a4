/** `harness report`: what landed, what is stuck and why, what it cost and what needs you; `--proof`: what of it is witnessed. */
import { messagesFor } from '@harness/core/messages/index';
import { Refusal } from '@harness/core/refusal';
import { sinceForms, sinceIn, usualSince } from '@harness/core/since';
import { report } from '@harness/core/views/report/report';
import { storeOf } from '../folder.ts';
import { quoted } from '../quoted.ts';
import { reportPage } from '../render/report-sections.ts';
import { asMarkdown, asText } from '../render/report-text.ts';
import { gather } from '../report/gather.ts';
import { languageHere } from '../report/language.ts';
import { rootAround } from '../repository.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';

export async function run({ args: [name], options, output }: Invocation): Promise<number> {
  const nowMs = Date.now();
  const sinceMs = sinceOf(options['since'], nowMs);
  if (options['markdown'] === true && output.json) throw invalid('--json and --markdown are two forms: choose one');
  const root = rootAround(repoOf(options));
  const messages = messagesFor(output.language ?? (await languageHere(root)));
  const store = storeOf(root);
  const markdown = options['markdown'] === true;
  if (options['proof'] === true) {
    const { showProof } = await import('./proof.ts'); // who only wants to read the news need not wait for it
    return showProof({ root, store, name, sinceMs, messages, markdown }, output);
  }
  if (name !== undefined) throw invalid('a run is named only together with --proof');
  const { units, damaged } = await gather(store, sinceMs, messages);
  const told = report({ units, damaged, sinceMs, nowMs }, messages, { ...output, quoted });
  if (output.json) output.say(`${JSON.stringify({ version: 1, ...told })}\n`);
  else {
    const page = reportPage(told, messages);
    output.say(markdown ? asMarkdown(page) : asText(page, output.colour));
  }
  return 0;
}

function sinceOf(said: unknown, nowMs: number): number {
  const text = said === undefined ? usualSince : String(said);
  const sinceMs = sinceIn(text, nowMs);
  if (sinceMs !== undefined) return sinceMs;
  throw invalid(`--since takes a time that has passed, such as ${sinceForms.map(quoted).join(', ')}; not "${text}"`);
}

const invalid = (detail: string) => new Refusal('usage.invalid', { detail, command: 'report' });
