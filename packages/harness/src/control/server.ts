/**
 * The control server of one repository: what runs, what waits, and what is wished of its queue, over HTTP on loopback.
 *
 * It needs no engine. Everything that it tells is read from the journals, so it is as true as a command that looks.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '@harness/core/config/schema';
import { Refusal } from '@harness/core/failure/refusal';
import { getRequestListener } from '@hono/node-server';
import type { Workflows } from '../cli/command.ts';
import { openStore } from '../runs/folder.ts';
import { allParts } from '../workflows/parts.ts';
import { createApp } from './app.ts';
import { removeControlFile, writeControlFile } from './control-file.ts';
import { controlPath } from './control-path.ts';
import { createEventStreams, type EventStreams } from './event-streams.ts';
import { guardRequests, type RequestListener, refuseSocket } from './listener.ts';
import { openApiDocument } from './openapi.ts';
import { type QueueControl, queueStartCommand } from './queue.ts';
import type { WorkflowControl } from './workflow-control.ts';

export interface ControlServerOptions {
  readonly root: string;
  readonly config: Pick<Config, 'stateDir' | 'control'>;
  /** Nothing where only looking and answering is wanted. */
  readonly queue: QueueControl | null;
  /** Their routes are added. */
  readonly workflows: Workflows;
  /** In place of the configured one; 0 takes a free one. */
  readonly port?: number | undefined;
  readonly limits?: Partial<ControlLimits>;
}

export interface ControlLimits {
  /** Whoever has not said all headers, or all of a request, by then is not waited for. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** Whoever reads nothing for so long is dropped. */
  readonly stalledMs: number;
}

const usualLimits: ControlLimits = { headersMs: 30_000, requestMs: 60_000, stalledMs: 60_000 };
/** Room for a thousand who follow, and for everybody who asks meanwhile. */
const mostConnections = 4_096;
/** How long a server that closes waits for answers that are on their way. */
const graceMs = 1_000;
/** Where a reader of many child runs stands is a long header. */
const mostHeaderBytes = 64 * 1024;

export interface ControlServer {
  readonly url: string;
  readonly token: string;
  /** Ends every open stream at once. */
  close(): Promise<void>;
}

export async function serveControl(serving: ControlServerOptions): Promise<ControlServer> {
  const { root, config, workflows, port = config.control.port, limits } = serving;
  const token = randomBytes(32).toString('base64url');
  const controls = (await allParts(workflows)).flatMap(({ control }) => control ?? []);
  const bounds = { ...usualLimits, ...limits };
  const server = await listening(port, bounds);
  const url = `http://127.0.0.1:${portOf(server)}`;
  const streams = answering(server, serving, controls, { token, bounds });
  let closing: Promise<void> | undefined;
  const busy = busyIn(server);
  const close = () => {
    removeControlFile(controlPath(root, config.stateDir), token);
    streams.close();
    return closed(server, busy);
  };
  try {
    writeControlFile(root, config.stateDir, { url, pid: process.pid, token });
  } catch (error) {
    await close(); // nobody could ask a server whose token is nowhere
    throw error;
  }
  return {
    url,
    token,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Puts the guard and the routes behind a port that is ours. */
function answering(
  server: Server,
  { root, config, queue }: ControlServerOptions,
  controls: readonly WorkflowControl[],
  { token, bounds }: { readonly token: string; readonly bounds: ControlLimits },
): EventStreams {
  const store = openStore(root);
  const streams = createEventStreams(store, bounds);
  let document: ReturnType<typeof openApiDocument> | undefined;
  const openApi = () => (document ??= openApiDocument(controls));
  const app = createApp({ store, queue, startedAt: new Date().toISOString(), controls, openApi }, streams);
  const inside = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], {
    overrideGlobalObjects: false,
  }) as RequestListener;
  const file = relative(root, controlPath(root, config.stateDir));
  const listener = guardRequests({ port: portOf(server), isToken: isSame(token), file }, inside);
  server.on('request', listener);
  server.on('checkContinue', listener); // a body that would be refused is not asked for
  return streams;
}

/** Compared by their hashes: how long it takes tells neither how long the token is nor how far a guess is right. */
function isSame(token: string): (said: string) => boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const own = hash(token);
  return (said) => timingSafeEqual(hash(said), own);
}

async function listening(port: number, { headersMs, requestMs }: ControlLimits): Promise<Server> {
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(1_000, headersMs),
    maxHeaderSize: mostHeaderBytes,
  });
  server.maxConnections = mostConnections;
  server.on('clientError', refuseSocket);
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const detail = code === 'EADDRINUSE' ? 'it is in use' : message;
      reject(new Refusal('control.port-taken', { port, detail, command: queueStartCommand }));
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

/** The answers that are not out yet. */
function busyIn(server: Server): ReadonlySet<ServerResponse> {
  const busy = new Set<ServerResponse>();
  const seen = (_: IncomingMessage, response: ServerResponse) => {
    busy.add(response);
    response.on('close', () => busy.delete(response));
  };
  server.on('request', seen).on('checkContinue', seen);
  return busy;
}

/** Whoever asked for the end is still told that it comes; nobody else is waited for. */
async function closed(server: Server, busy: ReadonlySet<ServerResponse>): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  const answered = Promise.all([...busy].map((response) => new Promise((resolve) => response.once('close', resolve))));
  await Promise.race([answered, delay(graceMs, undefined, { ref: false })]);
  server.closeAllConnections();
  await done;
}
