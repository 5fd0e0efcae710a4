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
import type { KeyName } from './credential.ts';
import type { Trouble } from './failure.ts';
import { retryAfterIn } from './retry-after.ts';

export interface Gateway {
  readonly url: string;
  /** What the program is given in place of the key. */
  readonly token: string;
  trouble(): Trouble | undefined;
  close(): void;
}

/** The keys that travel in a header of their own. A token of a subscription is more than a header: the program keeps it. */
const headers = {
  ANTHROPIC_API_KEY: (value: string) => ['x-api-key', value],
  ANTHROPIC_AUTH_TOKEN: (value: string) => ['authorization', `Bearer ${value}`],
} as const satisfies Partial<Record<KeyName, (value: string) => readonly [string, string]>>;

export async function openGateway(
  endpoint: string,
  key: { readonly name: keyof typeof headers; readonly value: string },
): Promise<Gateway> {
  const token = `harness-${randomUUID()}`;
  const [header = '', given = ''] = headers[key.name](token);
  const [, real = ''] = headers[key.name](key.value);
  let trouble: Trouble | undefined;
  const see = (seen: Trouble | undefined) => {
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
  see: (trouble: Trouble | undefined) => void,
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
