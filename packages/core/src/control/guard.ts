/**
 * Who may ask the control server, judged by the letters of a request before anything of it is carried out.
 *
 *   G1. Only this machine: a peer that is not loopback is refused.
 *   G2. Only by our own name: a page of somebody else that made its own name lead here (DNS rebinding) is refused by its `Host`,
 *       one that asks across origins by its `Origin`, and one that hides the origin by what the browser says of the site.
 *   G3. Only with the token of this start, but for `GET /health`. It is never looked for in the address, which ends up in logs.
 *   G4. A cookie is the browser's word and not the page's: with it nothing is changed unless our own page is named as the origin.
 */
import type { ControlRefusalCode } from './refusal.ts';

export interface RequestFacts {
  readonly peer: string | undefined;
  /** Every `Host` there is: two are one too many. */
  readonly hosts: readonly string[];
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`. */
  readonly site: string | undefined;
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly method: string;
  /** As it was sent, not decoded. */
  readonly target: string;
  readonly contentLength: string | undefined;
}

export interface ServerFacts {
  readonly port: number;
  isToken(said: string): boolean;
}

export const maxBodyBytes = 1024 * 1024;
const cookieName = 'harness_token';

export type GuardRefusalCode = Extract<
  ControlRefusalCode,
  `control.${'foreign' | 'unreadable' | 'unauthorized' | 'too-large'}`
>;

/** Undefined if the request may come in. */
export function refuseRequest(asked: RequestFacts, house: ServerFacts): GuardRefusalCode | undefined {
  if (isForeign(asked, house)) return 'control.foreign';
  if (!asked.target.startsWith('/')) return 'control.unreadable'; // a whole address, as for a proxy
  const isHealth = asked.method === 'GET' && asked.target === '/health';
  const shown = credentialIn(asked);
  const isKnown = shown !== undefined && house.isToken(shown.token);
  if (!isHealth && !isKnown) return 'control.unauthorized';
  if (isKnown && shown.by === 'cookie' && !isReading(asked.method) && asked.origin === undefined)
    return 'control.foreign';
  return Number(asked.contentLength ?? 0) > maxBodyBytes ? 'control.too-large' : undefined;
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
  // Whoever shows a token means that one: a wrong one is not made good by a cookie.
  if (authorization !== undefined) return { by: 'bearer', token: /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '' };
  const found = (cookie ?? '').split(/; */).find((one) => one.startsWith(`${cookieName}=`));
  return found === undefined ? undefined : { by: 'cookie', token: found.slice(cookieName.length + 1) };
}
