/**
 * Reads the open issues with a label. A long list is read once; after that, only the changes since its newest change.
 *
 *   GL1. A list of one page is read each time: unchanged, it costs none of the rate limit.
 *   GL2. Changes are read without the label, because an issue that lost it must leave the list.
 *   GL3. A deleted issue is no change. The caller reports it, and the whole list is read again from time to time.
 */
import { isSameName } from '@harness/core/tracker/local-issue';
import { type IssueRow, issueRows, labelNames } from './answers.ts';
import type { IssueRepository } from './issues.ts';

interface KnownList {
  readonly rows: Map<string, IssueRow>;
  readonly readAtMs: number;
  /** Time of the newest change, by the clock of the server. */
  newest: string;
}

export interface ReadList {
  readonly rows: ReadonlyMap<string, IssueRow>;
  /** Whether the row is from this read; the blockers of an older row may be over by now. */
  isNew(id: string): boolean;
}

export interface IssueLists {
  read(hub: IssueRepository, label: string, signal: AbortSignal): Promise<ReadList>;
  /** Removes an issue that does not exist any more. */
  forget(id: string): void;
}

const pageSize = 100;
const maxAgeMs = 30 * 60_000;

export function issueLists(): IssueLists {
  const known = new Map<string, KnownList>();
  return {
    async read(hub, label, signal) {
      const name = `${hub.owner}/${hub.repo} ${label}`;
      const list = known.get(name);
      if (list !== undefined && list.rows.size >= pageSize && performance.now() - list.readAtMs < maxAgeMs) {
        const changed = await readChanges(hub, list, label, signal);
        return { rows: list.rows, isNew: (id) => changed.has(id) };
      }
      const found = await readAll(hub, label, signal);
      known.set(name, found);
      return { rows: found.rows, isNew: () => true };
    },
    forget(id) {
      for (const { rows } of known.values()) rows.delete(id);
    },
  };
}

async function readAll(hub: IssueRepository, labels: string, signal: AbortSignal): Promise<KnownList> {
  const readAtMs = performance.now();
  const found = await listIssues(hub, { labels, state: 'open', sort: 'created', direction: 'asc' }, signal);
  const rows = found.filter((row) => row.pull_request == null);
  return { rows: new Map(rows.map((row) => [String(row.number), row])), readAtMs, newest: newestOf(found, '') };
}

async function readChanges(
  hub: IssueRepository,
  list: KnownList,
  label: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const query = { state: 'all', since: list.newest, sort: 'updated', direction: 'asc' };
  const found = await listIssues(hub, query, signal);
  for (const row of found) {
    if (isListed(row, label)) list.rows.set(String(row.number), row);
    else list.rows.delete(String(row.number));
  }
  list.newest = newestOf(found, list.newest);
  return new Set(found.map(({ number }) => String(number)));
}

const listIssues = (
  { client, owner, repo }: IssueRepository,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly IssueRow[]> =>
  client.list(issueRows, (page) => page, 'GET /repos/{owner}/{repo}/issues', { owner, repo, ...query }, signal);

const isListed = ({ state, labels, pull_request }: IssueRow, label: string): boolean =>
  state === 'open' && pull_request == null && labelNames(labels).some((one) => isSameName(one, label));

/** Times of the server have one form, so their order is that of their text. */
const newestOf = (rows: readonly IssueRow[], newest: string): string =>
  rows.reduce((latest, { updated_at: at }) => (at != null && at > latest ? at : latest), newest);
