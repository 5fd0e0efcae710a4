/**
 * Decides from the headers of a request whether the control server accepts it, before it does any work.
 *
 *   G1. It accepts only this machine: a peer that is not loopback is refused.
 *   G2. It accepts only our own pages: `Host` reveals DNS rebinding, `Origin` a request from another page, and
 *       `Sec-Fetch-Site` a page that hides its origin.
 *   G3. It requires the token of this start, except for `GET /health`. It is never read from the URL, because URLs end up in logs.
 *   G4. Browsers add cookies by themselves: a request with a cookie may write only if its `Origin` is our own page.
 */
import type { ControlRefusalCode } from './refusal.ts';

export interface RequestFacts {
  readonly peer: string | undefined;
  /** All `Host` headers; more than one is refused. */
  readonly hosts: readonly string[];
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`. */
  readonly site: string | undefined;
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly method: string;
  /** As sent, not decoded. */
  readonly target: string;
  readonly contentLength: string | undefined;
}

export interface ServerFacts {
  readonly port: number;
  isToken(token: string): boolean;
}

export const maxBodyBytes = 1024 * 1024;
const cookieName = 'harness_token';

export type GuardRefusalCode = Extract<
  ControlRefusalCode,
  `control.${'foreign' | 'unreadable' | 'unauthorized' | 'too-large'}`
>;

/** Returns `undefined` if the request is accepted. */
export function refuseRequest(request: RequestFacts, server: ServerFacts): GuardRefusalCode | undefined {
  if (isForeign(request, server)) return 'control.foreign';
  if (!request.target.startsWith('/')) return 'control.unreadable'; // an absolute URL, as sent to a proxy
  const isHealth = request.method === 'GET' && request.target === '/health';
  const credential = credentialIn(request);
  const isValid = credential !== undefined && server.isToken(credential.token);
  if (!isHealth && !isValid) return 'control.unauthorized';
  if (isValid && credential.by === 'cookie' && !isReading(request.method) && request.origin === undefined)
    return 'control.foreign';
  return Number(request.contentLength ?? 0) > maxBodyBytes ? 'control.too-large' : undefined;
}

const isReading = (method: string) => method === 'GET' || method === 'HEAD';

function isForeign({ peer, hosts, origin, site }: RequestFacts, { port }: ServerFacts): boolean {
  const names = ['127.0.0.1', 'localhost', '[::1]'].flatMap((name) => [
    `${name}:${port}`,
    ...(port === 80 ? [name] : []),
  ]);
  const [host = '', ...others] = hosts.map((one) => one.toLowerCase());
  if (!isLoopback(peer) || others.length > 0 || !names.includes(host)) return true;
  if (origin !== undefined && !names.some((name) => origin.toLowerCase() === `http://${name}`)) return true;
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

const isLoopback = (peer = '') => /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/.test(peer);

function credentialIn({
  authorization,
  cookie,
}: RequestFacts): { readonly by: 'bearer' | 'cookie'; readonly token: string } | undefined {
  // Authorization wins over the cookie: a valid cookie does not make up for a wrong token.
  if (authorization !== undefined) return { by: 'bearer', token: /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '' };
  const found = (cookie ?? '').split(/; */).find((one) => one.startsWith(`${cookieName}=`));
  return found === undefined ? undefined : { by: 'cookie', token: found.slice(cookieName.length + 1) };
}
