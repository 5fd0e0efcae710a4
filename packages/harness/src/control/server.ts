/**
 * The control server of one repository: runs, questions and commands to the queue, over HTTP on loopback.
 *
 * It needs no engine: it reads everything from the journals, like the commands that print runs.
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
import { createAnalyzer } from './analysis.ts';
import { createApp } from './app.ts';
import { controlPath, removeControlFile, writeControlFile } from './control-file.ts';
import { createEventStreams, type EventStreams } from './event-streams.ts';
import { guardRequests, type RequestListener, refuseSocket } from './listener.ts';
import { createMcpEndpoint, type McpEndpoint } from './mcp-endpoint.ts';
import { openApiDocument } from './openapi.ts';
import { type QueueControl, queueStartCommand } from './queue.ts';
import type { WorkflowControl } from './workflow-control.ts';

export interface ControlServerOptions {
  readonly root: string;
  readonly config: Pick<Config, 'stateDir' | 'control'>;
  /** `null` if the server only reads and answers. */
  readonly queue: QueueControl | null;
  readonly workflows: Workflows;
  /** Instead of the configured port; 0 takes a free port. */
  readonly port?: number | undefined;
  readonly limits?: Partial<ControlLimits>;
}

export interface ControlLimits {
  /** Deadline for the headers of a request. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** Time without reading after which a client is disconnected. */
  readonly stalledMs: number;
}

const defaultLimits: ControlLimits = { headersMs: 30_000, requestMs: 60_000, stalledMs: 60_000 };
/** Room for a thousand clients that follow runs, and for ordinary requests. */
const maxConnections = 4_096;
/** How long a closing server waits for responses in progress. */
const graceMs = 1_000;
/** A cursor over many child runs is a long header. */
const maxHeaderBytes = 64 * 1024;

export interface ControlServer {
  readonly url: string;
  readonly token: string;
  /** Ends every open stream at once. */
  close(): Promise<void>;
}

export async function serveControl(options: ControlServerOptions): Promise<ControlServer> {
  const { root, config, workflows, port = config.control.port, limits } = options;
  const token = randomBytes(32).toString('base64url');
  const controls = (await allParts(workflows)).flatMap(({ control }) => control ?? []);
  const bounds = { ...defaultLimits, ...limits };
  const server = await listen(port, bounds);
  const url = `http://127.0.0.1:${portOf(server)}`;
  const { streams, mcp } = handleRequests(server, options, controls, { token, bounds });
  let closing: Promise<void> | undefined;
  const busy = trackResponses(server);
  const close = () => {
    removeControlFile(controlPath(root, config.stateDir), token);
    streams.close();
    mcp.close();
    return closeServer(server, busy);
  };
  try {
    writeControlFile(root, config.stateDir, { url, pid: process.pid, token });
  } catch (error) {
    await close(); // no client could authenticate without the token file
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

function handleRequests(
  server: Server,
  { root, config, queue, workflows }: ControlServerOptions,
  controls: readonly WorkflowControl[],
  { token, bounds }: { readonly token: string; readonly bounds: ControlLimits },
): { readonly streams: EventStreams; readonly mcp: McpEndpoint } {
  const store = openStore(root);
  const streams = createEventStreams(store, bounds);
  let document: ReturnType<typeof openApiDocument> | undefined;
  const openApi = () => (document ??= openApiDocument(controls));
  const startedAt = new Date().toISOString();
  const analyze = createAnalyzer(root, store);
  const mcp = createMcpEndpoint({ path: root, workflows, language: undefined });
  const app = createApp({ store, queue, startedAt, controls, openApi }, { streams, analyze, mcp });
  const inside = getRequestListener(app.fetch as Parameters<typeof getRequestListener>[0], {
    overrideGlobalObjects: false,
  }) as RequestListener;
  const file = relative(root, controlPath(root, config.stateDir));
  const listener = guardRequests({ port: portOf(server), isToken: tokenCheck(token), file }, inside);
  server.on('request', listener);
  server.on('checkContinue', listener); // refuses an oversized body before it is sent
  return { streams, mcp };
}

/** Compares hashes in constant time: timing reveals neither the length of the token nor a correct prefix. */
function tokenCheck(token: string): (candidate: string) => boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const expected = hash(token);
  return (candidate) => timingSafeEqual(hash(candidate), expected);
}

async function listen(port: number, { headersMs, requestMs }: ControlLimits): Promise<Server> {
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(1_000, headersMs),
    maxHeaderSize: maxHeaderBytes,
  });
  server.maxConnections = maxConnections;
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

/** Responses that are not sent yet. */
function trackResponses(server: Server): ReadonlySet<ServerResponse> {
  const busy = new Set<ServerResponse>();
  const track = (_: IncomingMessage, response: ServerResponse) => {
    busy.add(response);
    response.on('close', () => busy.delete(response));
  };
  server.on('request', track).on('checkContinue', track);
  return busy;
}

/** Sends responses in progress, such as the one to the stop request, and closes all other connections. */
async function closeServer(server: Server, busy: ReadonlySet<ServerResponse>): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  const answered = Promise.all([...busy].map((response) => new Promise((resolve) => response.once('close', resolve))));
  await Promise.race([answered, delay(graceMs, undefined, { ref: false })]);
  server.closeAllConnections();
  await done;
}
