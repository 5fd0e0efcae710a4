/** English results of the release gate, the fidelity check and the knowledge check. */
import type { Messages } from '../messages.ts';
import { countOf } from './amounts.ts';

type KnowledgeTotals = Parameters<Messages['gates']['knowledge.pass']>[0];

const totals = ({ documents, exported, gaps, path }: KnowledgeTotals) =>
  `${countOf(documents, 'document')} in ${path}, ${countOf(exported, 'public export')}, ${gaps} not named in a document`;

export const gates: Messages['gates'] = {
  ready: ({ spec }) => `${spec} is ready for release: every criterion is covered.`,
  unready: ({ spec, count }) =>
    `${spec} is not ready for release: ${count} of the items above ${count === 1 ? 'is' : 'are'} open.`,
  report: ({ path }) => `report: ${path}`,
  marked: ({ path }) => `The file ${path} marks the release as ready.`,
  'knowledge.pass': (found) => `pass: ${totals(found)}`,
  'knowledge.warn': (found) => `warn: ${totals(found)}`,
  'knowledge.fail': (found) => `fail: ${totals(found)}`,
  'knowledge.abstain': ({ path }) => `no verdict: the folder ${path} does not exist`,
  'knowledge.more': ({ count }) => `and ${count} more; --json lists all`,
  'knowledge.unread': ({ path }) => `not read, because it is too large or does not parse: ${path}`,
  'knowledge.draft': ({ path }) => `draft written: ${path}`,
};
