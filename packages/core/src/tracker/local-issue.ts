/**
 * Parses and edits an issue of the local tracker: `<ID>.md` with a frontmatter, a body, and `## Comments`.
 *
 *   LI1. Only `id` and `title` are required. Unknown keys belong to other tools and stay.
 *   LI2. An edit changes the value of the status and adds a comment at the end. Every other byte stays: line endings, a
 *        byte order mark, the order of the keys.
 *   LI3. A comment of the harness cannot look like the heading of another comment.
 */
import { isScalar, isSeq, type Node } from 'yaml';
import { type Field, parseFields } from '../input-files/frontmatter.ts';
import { type Frontmatter, splitFrontmatter } from '../input-files/split-frontmatter.ts';
import { commentHeading, escapeHeadings } from './document.ts';
import type { IssueComment, IssuePriority, IssueThread, TrackerScope } from './issue.ts';
import { parsePriority } from './priority.ts';

const localIssueProblems = [
  'bad-name', // the file name is not letters, a dash, digits
  'unreachable', // a link, a folder, or a file that cannot be opened
  'too-large',
  'not-text',
  'no-frontmatter',
  'unclosed-frontmatter',
  'not-yaml',
  'missing-key',
  'other-id', // `id` is not the name of the file
  'not-a-text',
  'not-a-list',
  'not-a-priority',
  'not-a-time',
  'missing-blocker', // it is blocked by an issue that does not exist
] as const;
export type LocalIssueProblem = (typeof localIssueProblems)[number];

export const isIssueProblem = (text: string): text is LocalIssueProblem =>
  (localIssueProblems as readonly string[]).includes(text);

/** `detail` is a key, a value, or the reason of the parser. */
export interface IssueProblem {
  readonly problem: LocalIssueProblem;
  readonly detail: string;
}

export interface LocalIssue {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly priority: IssuePriority;
  readonly labels: readonly string[];
  readonly blockedBy: readonly string[];
  /** Empty if the issue belongs to every project. */
  readonly project: string;
  readonly team: string;
  readonly createdAt: string;
}

export type ReadLocalIssue =
  | { readonly ok: true; readonly issue: LocalIssue; readonly content: string }
  | ({ readonly ok: false } & IssueProblem);

/** Any longer text is no issue. */
export const maxIssueBytes = 4 * 1024 * 1024;

/** Length limits keep a file name valid on every system. */
export const isLocalId = (text: string): boolean => /^[A-Za-z]{1,40}-\d{1,15}$/.test(text);

const defaultStatus = 'Todo';

/** `id` is the name of the file; `content` of the result is the body with the comments. */
export function readLocalIssue(id: string, text: string): ReadLocalIssue {
  const found = splitFrontmatter(text);
  if (found.is === 'none') return bad('no-frontmatter');
  if (found.is === 'unclosed') return bad('unclosed-frontmatter');
  const { fields, faults } = parseFields(found);
  const [fault] = faults;
  if (fault) return bad('not-yaml', `line ${fault.line}: ${fault.detail}`);
  const read = readFields(fields);
  if ('problem' in read) return { ok: false, ...read };
  return read.id === id ? { ok: true, issue: read, content: found.body } : bad('other-id', read.id);
}

const bad = (problem: LocalIssueProblem, detail = ''): ReadLocalIssue => ({ ok: false, problem, detail });

type Fields = ReadonlyMap<string, Field>;

function readFields(fields: Fields): LocalIssue | IssueProblem {
  const texts = textKeys.map((key) => [key, textIn(fields, key)] as const);
  const lists = listKeys.map((key) => [key, listIn(fields, key)] as const);
  const wrongText = texts.find(([, value]) => value === undefined);
  if (wrongText) return { problem: 'not-a-text', detail: wrongText[0] };
  const wrongList = lists.find(([, value]) => value === undefined);
  if (wrongList) return { problem: 'not-a-list', detail: wrongList[0] };
  const { id, title, status, priority, project, team, createdAt } = Object.fromEntries(texts) as Texts;
  const missing = id === '' ? 'id' : title === '' ? 'title' : undefined;
  if (missing !== undefined) return { problem: 'missing-key', detail: missing };
  const read = parsePriority(priority === '' ? 'none' : priority);
  if (read === undefined) return { problem: 'not-a-priority', detail: priority };
  if (createdAt !== '' && Number.isNaN(Date.parse(createdAt))) return { problem: 'not-a-time', detail: createdAt };
  const { labels, blockedBy } = Object.fromEntries(lists) as Lists;
  return {
    id,
    title,
    status: status || defaultStatus,
    priority: read,
    labels,
    blockedBy,
    project,
    team,
    createdAt,
  };
}

const textKeys = ['id', 'title', 'status', 'priority', 'project', 'team', 'createdAt'] as const;
const listKeys = ['labels', 'blockedBy'] as const;
type Texts = Record<(typeof textKeys)[number], string>;
type Lists = Record<(typeof listKeys)[number], readonly string[]>;

/** Empty if the key is missing or null; `undefined` if it is no text. */
function textIn(fields: Fields, key: string): string | undefined {
  const field = fields.get(key);
  return field === undefined ? '' : textOf(field.node);
}

/** A single text counts as a list of one. */
function listIn(fields: Fields, key: string): readonly string[] | undefined {
  const node = fields.get(key)?.node ?? null;
  if (!isSeq(node)) {
    const text = textOf(node);
    return text === '' ? [] : text === undefined ? undefined : [text];
  }
  const texts = node.items.map((item) => textOf(item as Node | null));
  return texts.every((text) => text !== undefined) ? texts.filter((text) => text !== '') : undefined;
}

function textOf(node: Node | null): string | undefined {
  if (node === null) return '';
  if (!isScalar(node) || String(node.type).startsWith('BLOCK')) return undefined;
  const text = String(node.value).trim();
  return node.type === 'PLAIN' && /^(?:~|null)$/i.test(text) ? '' : text;
}

/** Statuses of finished and given-up issues, besides the one that the scope names. */
const overStatuses: ReadonlySet<string> = new Set(['done', 'closed', 'cancelled', 'canceled', 'duplicate']);

export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Whether an issue is done or cancelled. */
export const isOver = ({ status }: Pick<LocalIssue, 'status'>, { doneStatus }: Pick<TrackerScope, 'doneStatus'>) =>
  overStatuses.has(status.toLowerCase()) || isSameName(status, doneStatus);

/** An issue that names no project or no team belongs to all of them. */
export const isInProject = ({ project, team }: LocalIssue, scope: Pick<TrackerScope, 'project' | 'team'>): boolean =>
  [
    [project, scope.project],
    [team, scope.team],
  ].every(([own = '', wanted = '']) => own === '' || wanted === '' || isSameName(own, wanted));

export const hasLabel = ({ labels }: Pick<LocalIssue, 'labels'>, label: string): boolean =>
  labels.some((one) => isSameName(one, label));

/** Splits the content of an issue into its body and its comments. */
export function parseContent(title: string, content: string): IssueThread {
  const lines = content.split(/\r?\n/);
  const start = commentsStart(lines);
  const comments: { by: string; at: string; lines: string[] }[] = [];
  for (const line of start < 0 ? [] : lines.slice(start + 1)) {
    if (line.startsWith('### ')) comments.push({ ...authorOf(line.slice(4)), lines: [] });
    else comments.at(-1)?.lines.push(line);
  }
  return {
    title,
    body: lines
      .slice(0, start < 0 ? lines.length : start)
      .join('\n')
      .trim(),
    comments: comments.map(({ by, at, lines: own }) => ({ by, at, text: own.join('\n').trim() })),
  };
}

/** The heading whose first content is a comment, or the end of the file: a body may have a heading of this name. */
function commentsStart(lines: readonly string[]): number {
  return lines.findIndex((line, at) => {
    if (!/^## Comments[ \t]*$/.test(line)) return false;
    let next = at + 1;
    while (lines[next]?.trim() === '') next++;
    return lines[next]?.startsWith('### ') ?? true;
  });
}

function authorOf(heading: string): { readonly by: string; readonly at: string } {
  const [first = '', ...rest] = heading.trim().split(/\s+/);
  const isTime = /^\d{4}-/.test(first) && !Number.isNaN(Date.parse(first));
  return isTime ? { at: first, by: rest.join(' ') } : { at: '', by: heading.trim() };
}

/** The same file with one more comment at its end. */
export function withComment(text: string, comment: IssueComment): string {
  const content = splitFrontmatter(text);
  const lines = content.is === 'found' ? content.body.split(/\r?\n/) : [];
  const heading = commentsStart(lines) < 0 ? ['## Comments', ''] : [];
  const added = [...heading, commentHeading(comment), '', escapeHeadings(comment.text.trim()), ''];
  const ending = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = /(?:^|\n)\r?\n$/.test(text) ? '' : text.endsWith('\n') ? ending : `${ending}${ending}`;
  return `${text}${gap}${added.join('\n').replaceAll(/\r?\n/g, ending)}`;
}

/** The same file with another status. `text` must be an issue. */
export function withIssueStatus(text: string, status: string): string {
  const found = splitFrontmatter(text);
  if (found.is !== 'found') throw new Error('a text without frontmatter has no status');
  const field = parseFields(found).fields.get('status');
  return field === undefined ? withNewStatus(text, found, status) : withOtherStatus(text, found, field.node, status);
}

type Found = Frontmatter & { is: 'found' };

function withNewStatus(text: string, { start, yaml }: Found, status: string): string {
  const end = start + yaml.length;
  return `${text.slice(0, end)}status: ${yamlText(status)}${text.includes('\r\n') ? '\r\n' : '\n'}${text.slice(end)}`;
}

function withOtherStatus(text: string, { start }: Found, node: Node | null, status: string): string {
  if (!node?.range) throw new Error('the status has no place');
  const [from = 0, to = 0] = node.range.map((offset) => offset + start);
  const gap = text[from - 1] === ':' ? ' ' : '';
  return `${text.slice(0, from)}${gap}${yamlText(status)}${text.slice(to)}`;
}

/** JSON is YAML: quoted, any text is one line. */
const yamlText = (text: string): string =>
  /^[A-Za-z][\w .-]*\w$/.test(text) && !/^(?:true|false|null|yes|no|on|off)$/i.test(text) ? text : JSON.stringify(text);

export interface NewLocalIssue {
  readonly id: string;
  readonly title: string;
  readonly status?: string;
  readonly labels: readonly string[];
  /** Empty for none. */
  readonly project: string;
  readonly createdAt: string;
  readonly body: string;
}

export function newIssueText({ id, title, status, labels, project, createdAt, body }: NewLocalIssue): string {
  const lines = [
    '---',
    `id: ${id}`,
    `title: ${JSON.stringify(title)}`,
    `status: ${yamlText(status ?? defaultStatus)}`,
    `labels: [${labels.map((label) => JSON.stringify(label)).join(', ')}]`,
    ...(project === '' ? [] : [`project: ${JSON.stringify(project)}`]),
    `createdAt: ${createdAt}`,
    '---',
    '',
    escapeHeadings(body.trim()),
    '',
  ];
  return lines.join('\n');
}
