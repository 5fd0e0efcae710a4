/** A control server over a repository of journals, with requests of a client or of an attacker. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { QueueCommand, QueueControl } from '../control/queue.ts';
import { type ControlLimits, type ControlServer, serveControl } from '../control/server.ts';
import { workflows } from '../workflows/list.ts';
import type { Repository } from './command.ts';

export interface Queue extends QueueControl {
  readonly wishes: (QueueCommand | string)[];
}

/** A queue with one blocked plan and one log. */
export function createQueue(log: QueueControl['log'] = (id) => (id === '0007' ? 'first\nsecond\n' : null)): Queue {
  const commands: string[] = [];
  const blocked = new Set(['0003']);
  return {
    wishes: commands,
    state: () => ({ version: 1, mode: 'running', active: null, blocked: {}, history: [] }),
    wish: async (wish) => void commands.push(wish),
    unblock: async (plan) => blocked.delete(plan),
    log,
  };
}

/** The parts of a repository that a server needs. */
export type ControlRepository = Pick<Repository, 'path' | 'journal' | 'write'>;

/** A folder without git, because creating a repository is slow; removed when the test ends. */
export function createControlRepository(): ControlRepository {
  const folder = mkdtempSync(join(tmpdir(), 'harness-control-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const path = join(folder, 'repo');
  mkdirSync(join(path, '.harness', 'runs'), { recursive: true });
  return {
    path,
    journal: (id) => join(path, '.harness', 'runs', id, 'journal.jsonl'),
    write(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
      return join(folder, file);
    },
  };
}

export interface TestServer<Repo extends ControlRepository = ControlRepository> extends ControlServer {
  readonly repo: Repo;
  readonly port: number;
  ask(path: string, options?: RequestInit & { readonly token?: string | null }): Promise<Response>;
  post(path: string, body?: unknown): Promise<Response>;
  /** Sends these bytes; resolves with all received bytes when the connection closes. */
  raw(text: string | readonly string[]): Promise<string>;
}

export const startServer = (
  queue: QueueControl | null = createQueue(),
  limits: Partial<ControlLimits> = {},
): Promise<TestServer> => startServerIn(createControlRepository(), queue, limits);

export async function startServerIn<Repo extends ControlRepository>(
  repo: Repo,
  queue: QueueControl | null = createQueue(),
  limits: Partial<ControlLimits> = {},
): Promise<TestServer<Repo>> {
  const config = { stateDir: '.orchestrator', control: { port: 0 } };
  const control = await serveControl({ root: repo.path, config, queue, workflows, limits });
  onTestFinished(() => control.close());
  const port = Number(new URL(control.url).port);
  const ask: TestServer<Repo>['ask'] = (path, { token = control.token, headers, ...rest } = {}) =>
    fetch(`${control.url}${path}`, {
      ...rest,
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
    });
  return {
    ...control,
    repo,
    port,
    ask,
    post: (path, body) => ask(path, { method: 'POST', body: body === undefined ? null : JSON.stringify(body) }),
    raw: (text) => sendRaw(port, typeof text === 'string' ? [text] : text),
  };
}

function sendRaw(port: number, parts: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
    });
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.on('error', () => resolve(received)); // the server may close before all bytes are sent
    socket.on('close', () => resolve(received));
  });
}

export const statusIn = (received: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0);

export const controlFile = ({ path }: Pick<ControlRepository, 'path'>) =>
  JSON.parse(readFileSync(join(path, '.orchestrator', 'control.json'), 'utf8')) as {
    url: string;
    pid: number;
    token: string;
  };

/** Yields the events of a stream. */
export async function* eventsIn(response: Response): AsyncGenerator<{ id: string; event: string; data: unknown }> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      if (!fields.has('data')) continue;
      yield {
        id: fields.get('id') ?? '',
        event: fields.get('event') ?? 'message',
        data: JSON.parse(fields.get('data') ?? ''),
      };
    }
  }
}
