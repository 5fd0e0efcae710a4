/**
 * Runs a proxy on loopback between the provider's program and its endpoint, which adds the key.
 *
 *   Y1. The program and its commands see only a token that is useless elsewhere; the key stays in this process.
 *   Y2. Requests and responses pass through unchanged.
 *   Y3. It remembers the last error, because the program does not report the retry-after time.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { parseRetryAfter } from './retry-after.ts';

/** The last failed request to the model. */
export interface GatewayError {
  readonly status?: number;
  readonly retryAfterMs?: number;
  /** The error code, if the endpoint could not be reached. */
  readonly unreachable?: string;
}

export interface Gateway {
  readonly url: string;
  /** Replaces the key in the program's environment. */
  readonly token: string;
  trouble(): GatewayError | undefined;
  close(): void;
}

export interface GatewayKey {
  readonly header: 'x-api-key' | 'authorization';
  readonly value: string;
  /** Required start of the token, for programs that validate it; default empty. */
  readonly prefix?: string;
}

const headerValue = ({ header }: GatewayKey, value: string) => (header === 'authorization' ? `Bearer ${value}` : value);

export async function openGateway(endpoint: string, key: GatewayKey): Promise<Gateway> {
  const token = `${key.prefix ?? ''}harness-${randomUUID()}`;
  const { header } = key;
  const [expected, real] = [headerValue(key, token), headerValue(key, key.value)];
  let trouble: GatewayError | undefined;
  const setTrouble = (next: GatewayError | undefined) => {
    trouble = next;
  };
  const server = createServer((incoming, response) => {
    if (incoming.headers[header] !== expected) return void response.writeHead(401).end();
    pass(endpoint, incoming, response, { [header]: real }, setTrouble);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    trouble: () => trouble,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function pass(
  endpoint: string,
  incoming: IncomingMessage,
  response: ServerResponse,
  key: Readonly<Record<string, string>>,
  setTrouble: (trouble: GatewayError | undefined) => void,
): void {
  const base = new URL(endpoint);
  const path = `${base.pathname.replace(/\/$/, '')}${incoming.url ?? ''}`;
  const send = base.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = send(
    new URL(path, base),
    { method: incoming.method ?? 'GET', headers: { ...incoming.headers, ...key, host: base.host } },
    (answer) => {
      const { statusCode: status = 502 } = answer;
      setTrouble(status >= 400 ? { status, ...parseRetryAfter(answer.headers, Date.now()) } : undefined);
      response.writeHead(status, answer.headers);
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    },
  );
  outgoing.once('error', ({ message, code }: NodeJS.ErrnoException) => {
    if (!response.headersSent) setTrouble({ unreachable: code ?? message });
    response.destroy();
  });
  response.once('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}
