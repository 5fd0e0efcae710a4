/** Checks every request before its route: first the sender, then the size of the body. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type GuardRefusalCode, maxBodyBytes, refuseRequest, type ServerFacts } from '@harness/core/control/guard';
import { ControlRefusal } from '@harness/core/control/refusal';
import { toRefusalResponse } from './refusal-response.ts';

/** How long a refused client may keep sending before the connection is closed. */
const drainMs = 2_000;

export type RequestListener = (incoming: IncomingMessage, response: ServerResponse) => Promise<void>;
type NodeListener = (incoming: IncomingMessage, response: ServerResponse) => void;

export interface ListenerOptions extends ServerFacts {
  /** Path of the control file, relative to the repository root. */
  readonly file: string;
}

export const guardRequests =
  (options: ListenerOptions, next: RequestListener): NodeListener =>
  (incoming, response) => {
    handle(options, next, incoming, response).catch((error: unknown) => {
      toRefusalResponse(error); // writes the stack to standard error; one request must not end the server
      response.destroy();
    });
  };

async function handle(
  options: ListenerOptions,
  next: RequestListener,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  harden(response);
  const refusal = refuseRequest(describeRequest(incoming), options);
  if (refusal) return refuse(incoming, response, refusal, options);
  if (isExpecting(incoming)) response.writeContinue();
  const body = await bodyOf(incoming);
  if (body === 'cut') return;
  if (body === 'too-large') return refuse(incoming, response, 'control.too-large', options);
  await next(Object.assign(incoming, { rawBody: body }), response);
}

/** Answers are not for other pages or caches, and browsers must not guess their type: they contain text written by agents. */
const hardening = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

function harden(response: ServerResponse): void {
  for (const [name, value] of Object.entries(hardening)) response.setHeader(name, value);
}

function describeRequest({ headers, rawHeaders, method = '', url = '', socket }: IncomingMessage) {
  return {
    peer: socket.remoteAddress,
    hosts: rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'host'),
    origin: headers.origin,
    site: headers['sec-fetch-site'] as string | undefined,
    authorization: headers.authorization,
    cookie: headers.cookie,
    method,
    target: url,
    contentLength: headers['content-length'],
  };
}

const isExpecting = ({ headers }: IncomingMessage) => headers.expect?.toLowerCase() === '100-continue';

/** Counts bytes as they arrive, because `content-length` may be missing or wrong. */
async function bodyOf(incoming: IncomingMessage): Promise<Buffer | 'too-large' | 'cut'> {
  const parts: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    incoming.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes <= maxBodyBytes) return void parts.push(part);
      parts.length = 0;
      incoming.removeAllListeners('data');
      resolve('too-large');
    });
    incoming.on('end', () => resolve(Buffer.concat(parts)));
    incoming.on('close', () => resolve('cut'));
    incoming.on('error', () => resolve('cut')); // the client has left
  });
}

function refuse(
  incoming: IncomingMessage,
  response: ServerResponse,
  code: GuardRefusalCode,
  options: ListenerOptions,
): void {
  const { status, body } = toRefusalResponse(guardRefusal(code, options));
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  });
  response.end(incoming.method === 'HEAD' ? undefined : JSON.stringify(body));
  if (incoming.complete) return;
  // Discard the rest of the request, so that the client receives the answer before the connection closes.
  incoming.resume();
  const cut = setTimeout(() => incoming.socket.destroy(), drainMs).unref();
  incoming.on('close', () => clearTimeout(cut));
}

function guardRefusal(code: GuardRefusalCode, { file }: ListenerOptions): ControlRefusal {
  switch (code) {
    case 'control.foreign':
      return new ControlRefusal(code);
    case 'control.unreadable':
      return new ControlRefusal(code, { detail: 'it is not addressed to this server' });
    case 'control.unauthorized':
      return new ControlRefusal(code, { file });
    case 'control.too-large':
      return new ControlRefusal(code, { maximum: maxBodyBytes });
  }
}

const socketRefusals: Readonly<Record<string, ControlRefusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new ControlRefusal('control.late'),
  HPE_HEADER_OVERFLOW: new ControlRefusal('control.long-headers'),
};

/** Answers bytes that are no valid request, in the same format, and closes the connection. */
export function refuseSocket(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const { status, body } = toRefusalResponse(
    socketRefusals[error.code ?? ''] ?? new ControlRefusal('control.unreadable', { detail: 'it is not HTTP' }),
  );
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}
