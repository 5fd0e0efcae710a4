/** The resources of the MCP server: runs, questions, the report, and the artifacts of a run, as JSON documents. */
import { join } from 'node:path';
import { Refusal } from '@harness/core/failure/refusal';
import { questionRow } from '@harness/core/views/show';
import { readRegularFile } from '@harness/effects/file/regular-file';
import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceTemplate } from '@modelcontextprotocol/server';
import { findQuestion } from '../questions/answer-question.ts';
import { findRun, listRunRows } from '../runs/read-runs.ts';
import { commandDocument, readingCommands } from './command-document.ts';
import { type McpPlace, openPlace, type ServedRepository } from './place.ts';
import { describeError, pageText } from './result.ts';

const scheme = 'harness://';
const maxListed = 100;
const maxArtifactBytes = 64_000_000;

type Variables = Readonly<Record<string, string | string[] | undefined>>;
type Read = (place: McpPlace, variables: Variables) => Promise<object>;

/** A template with a cursor has the same document as its resource. */
const lists: Readonly<Record<string, { readonly about: string; readonly read: Read }>> = {
  runs: { about: 'All runs, newest first.', read: (place) => commandDocument(readingCommands.runs, place) },
  questions: { about: 'The open questions.', read: (place) => commandDocument(readingCommands.questions, place) },
  report: {
    about: 'What landed, what is stuck, what it cost.',
    read: (place) => commandDocument(readingCommands.report, place),
  },
};

const items: Readonly<Record<string, { readonly form: string; readonly about: string; readonly read: Read }>> = {
  run: {
    form: 'runs/{run}',
    about: 'One run: calls, checks, questions, commits, findings, timeline.',
    read: (place, { run }) => commandDocument(readingCommands.show, place, { args: [wordOf(run)] }),
  },
  question: {
    form: 'questions/{question}',
    about: 'One open question.',
    async read({ store, messages }, { question }) {
      return questionRow(await findQuestion(store, wordOf(question)), messages);
    },
  },
  artifact: {
    form: 'runs/{run}/artifacts/{name}',
    about: 'A long text of a run, such as a diff or a log, by lines.',
    read: (place, { run, name }) => readArtifactLines(place, wordOf(run), wordOf(name)),
  },
};

export function registerResources(server: McpServer, served: ServedRepository): void {
  const answer = (read: Read) => async (uri: URL, variables: Variables) => {
    const { cursor, rest } = splitCursor(uri, variables);
    const text = pageText(await refuseAsProtocol(() => read(openPlace(served), rest), served), cursor);
    return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] };
  };
  for (const [name, { about, read }] of Object.entries(lists)) {
    const config = { description: about, mimeType: 'application/json' };
    server.registerResource(name, `${scheme}${name}`, config, (uri) => answer(read)(uri, {}));
    const paged = new ResourceTemplate(`${scheme}${name}{?cursor}`, { list: undefined });
    server.registerResource(`${name}-page`, paged, config, answer(read));
  }
  for (const [name, { form, about, read }] of Object.entries(items)) {
    const list = name === 'run' ? async () => ({ resources: await listRuns(served) }) : undefined;
    const template = new ResourceTemplate(`${scheme}${form}`, { list });
    server.registerResource(name, template, { description: about, mimeType: 'application/json' }, answer(read));
  }
}

async function listRuns(served: ServedRepository) {
  const rows = await listRunRows(openPlace(served).store, { children: false });
  return rows.slice(0, maxListed).map(({ id, status, state }) => ({
    uri: `${scheme}runs/${encodeURIComponent(id)}`,
    name: id,
    description: `${status}, ${state}`,
    mimeType: 'application/json',
  }));
}

/** The last variable of a template also matches the query. */
function splitCursor(uri: URL, variables: Variables) {
  const rest = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, wordOf(value).replace(/\?.*$/s, '')]),
  );
  return { cursor: uri.searchParams.get('cursor') ?? undefined, rest };
}

function wordOf(value: string | string[] | undefined): string {
  const text = (Array.isArray(value) ? value[0] : value) ?? '';
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that encodes nothing
  }
}

async function readArtifactLines({ store }: McpPlace, name: string, file: string) {
  const run = await findRun(store, name);
  // The harness made the names of artifacts safe; any other name leads elsewhere.
  const isName = /^[A-Za-z0-9_][\w.-]{0,199}$/.test(file);
  const path = join(store.folder(run), 'artifacts', file);
  const text = isName ? await readRegularFile(path, 'utf8', maxArtifactBytes) : null;
  if (text === null) throw new Refusal('input.missing', { path: `artifacts/${file}`, command: 'show' });
  return { run, path: `artifacts/${file}`, lines: text.split('\n') };
}

/** Resources have no error results: a refusal becomes an error of the protocol. */
async function refuseAsProtocol<T>(act: () => Promise<T>, { language }: ServedRepository): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const { message, next } = describeError(error, { language, root: undefined });
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${message} (try: ${next})`);
  }
}
