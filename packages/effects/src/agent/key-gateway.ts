/**
 * A door on loopback between the provider's program and its endpoint: it adds the key.
 *
 *   Y1. The program, and every command that an agent runs, sees a token that is worth nothing elsewhere; the key stays here.
 *   Y2. What is asked and answered passes through as it is.
 *   Y3. It remembers the last trouble, because the program forgets when it was told to come again.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { retryAfterIn } from './retry-after.ts';

/** What went by on the way to the model. */
export interface GatewayTrouble {
  readonly status?: number;
  readonly retryAfterMs?: number;
  /** The endpoint could not be reached, and why. */
  readonly unreachable?: string;
}

export interface Gateway {
  readonly url: string;
  /** What the program is given in place of the key. */
  readonly token: string;
  trouble(): GatewayTrouble | undefined;
  close(): void;
}

/** How a key travels. */
export interface GatewayKey {
  readonly header: 'x-api-key' | 'authorization';
  readonly value: string;
  /** What a token must begin with, for a program that looks. */
  readonly prefix?: string;
}

const worded = ({ header }: GatewayKey, value: string) => (header === 'authorization' ? `Bearer ${value}` : value);

export async function openGateway(endpoint: string, key: GatewayKey): Promise<Gateway> {
  const token = `${key.prefix ?? ''}harness-${randomUUID()}`;
  const { header } = key;
  const [given, real] = [worded(key, token), worded(key, key.value)];
  let trouble: GatewayTrouble | undefined;
  const see = (seen: GatewayTrouble | undefined) => {
    trouble = seen;
  };
  const server = createServer((incoming, response) => {
    if (incoming.headers[header] !== given) return void response.writeHead(401).end();
    pass(endpoint, incoming, response, { [header]: real }, see);
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
  see: (trouble: GatewayTrouble | undefined) => void,
): void {
  const base = new URL(endpoint);
  const path = `${base.pathname.replace(/\/$/, '')}${incoming.url ?? ''}`;
  const send = base.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = send(
    new URL(path, base),
    { method: incoming.method ?? 'GET', headers: { ...incoming.headers, ...key, host: base.host } },
    (answer) => {
      const { statusCode: status = 502 } = answer;
      see(status >= 400 ? { status, ...retryAfterIn(answer.headers, Date.now()) } : undefined);
      response.writeHead(status, answer.headers);
      answer.pipe(response);
      answer.once('error', () => response.destroy()); // cut off there is cut off here
    },
  );
  outgoing.once('error', ({ message, code }: NodeJS.ErrnoException) => {
    if (!response.headersSent) see({ unreachable: code ?? message });
    response.destroy();
  });
  response.once('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}
