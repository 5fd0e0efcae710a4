/** `harness knowledge-pipeline`: reports which public exports of a domain its documents do not name. */
import { Refusal } from '@harness/core/failure/refusal';
import { exitCodes } from '@harness/core/journal/end';
import {
  compareKnowledge,
  createDrafts,
  findExtracts,
  isDomainName,
  type KnowledgeResult,
  knowledgeFolder,
} from '@harness/core/knowledge/gaps';
import { messagesFor } from '@harness/core/messages/index';
import type { Messages } from '@harness/core/messages/messages';
import { OutsideCheckoutError } from '@harness/effects/checkout/context';
import { readCodeGraph } from '@harness/effects/inspect/read-code-graph';
import { addDraft, readDomainDocuments } from '@harness/effects/knowledge/documents';
import { printResult } from '../render/screen.ts';
import { requireWorkableRoot } from '../repository/repository.ts';
import { prepareHarnessFolder } from '../runs/folder.ts';
import type { Invocation } from './command.ts';
import { resolveRepo } from './repo.ts';

/** Longer lists are complete under `--json`. */
const maxListed = 30;

export async function run({ options, output }: Invocation): Promise<number> {
  const domain = options['domain'] as string | undefined;
  if (domain !== undefined && !isDomainName(domain))
    throw invalid(`--domain must be the name of a folder of ${knowledgeFolder}, not "${domain}"`);
  const root = await requireWorkableRoot(resolveRepo(options));
  prepareHarnessFolder(root); // its .gitignore covers the cache of the graph
  const graph = await readCodeGraph(root);
  const drafts = options['fix'] ? await writeDrafts(root, graph, domain) : [];
  const result = compareKnowledge(graph, await readDomainDocuments(root, domain));
  const { gates: words } = messagesFor(output.language);
  printResult(output, documentOf(result, domain, drafts), () => describe(result, domain, drafts, words));
  const isRed = result.verdict === 'fail' || (result.verdict === 'warn' && options['ci'] === true);
  return isRed ? exitCodes.failed : exitCodes.ok;
}

const invalid = (detail: string) => new Refusal('usage.invalid', { detail, command: 'knowledge-pipeline' });

/** A domain without a folder gets one if it is named and has modules. */
async function writeDrafts(root: string, graph: Awaited<ReturnType<typeof readCodeGraph>>, domain: string | undefined) {
  const documents = await readDomainDocuments(root, domain);
  const found = compareKnowledge(graph, documents).gaps;
  const isNew = domain !== undefined && documents.every(({ entries }) => entries === null);
  const gaps = isNew ? findExtracts(graph.modules, domain) : found;
  const drafts: string[] = [];
  for (const draft of createDrafts(gaps))
    drafts.push(await addDraft(root, draft.domain, draft).catch(refuseOutsidePath));
  return drafts;
}

function refuseOutsidePath(error: unknown): never {
  if (!(error instanceof OutsideCheckoutError)) throw error;
  throw new Refusal('input.outside', { path: error.path, command: 'knowledge-pipeline' });
}

const documentOf = (result: KnowledgeResult, domain: string | undefined, drafts: readonly string[]) => ({
  domain: domain ?? null,
  verdict: result.verdict,
  driftScore: result.driftScore,
  gaps: {
    totalEntries: result.totalEntries,
    totalExtracted: result.totalExtracted,
    totalGaps: result.gaps.length,
  },
  missing: result.gaps.map(({ name }) => name),
  unread: result.unread,
  drafts,
});

function describe(
  { verdict, gaps, totalEntries, totalExtracted, unread }: KnowledgeResult,
  domain: string | undefined,
  drafts: readonly string[],
  words: Messages['gates'],
): string {
  const folder = domain === undefined ? knowledgeFolder : `${knowledgeFolder}/${domain}`;
  const totals = { documents: totalEntries, exported: totalExtracted, gaps: gaps.length, path: folder };
  const listed = gaps.slice(0, maxListed).map(({ name, path }) => `${name}  ${path}`);
  const more = gaps.length > maxListed ? [words['knowledge.more']({ count: gaps.length - maxListed })] : [];
  const details = [...listed, ...more, ...unread.map((path) => words['knowledge.unread']({ path }))];
  const lines = [
    ...drafts.map((path) => words['knowledge.draft']({ path })),
    words[`knowledge.${verdict}`](totals),
    ...details.map((line) => `  ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}
