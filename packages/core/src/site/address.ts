/** The address of a site that is to be captured, and where what is known of it will lie (DO-22). */
import { slug } from '../text/slug.ts';

export type SiteAddress =
  | { readonly ok: true; readonly url: string; readonly slug: string }
  | { readonly ok: false; readonly why: 'not-an-address' | 'scheme' | 'password' };

/** A password has no place in it: it would stand in every file that tells of the site. */
export function parseSiteAddress(given: string): SiteAddress {
  const parsed = parseUrl(given.trim());
  if (parsed === null) return { ok: false, why: 'not-an-address' };
  const { protocol, host, username, password, pathname } = parsed;
  if (protocol !== 'http:' && protocol !== 'https:') return { ok: false, why: 'scheme' };
  if (username !== '' || password !== '') return { ok: false, why: 'password' };
  const name = slug(`${host.replace(/^www\./, '')}${pathname}`.replace(/[.:/[\]]+/g, ' '));
  return { ok: true, url: pageUrl(parsed), slug: name };
}

interface Parsed {
  readonly protocol: string;
  readonly host: string;
  readonly origin: string;
  readonly username: string;
  readonly password: string;
  readonly pathname: string;
  readonly search: string;
}

/** `core` knows no platform; every one that it runs on has this. */
declare const URL: { new (text: string): Parsed; canParse(text: string): boolean };

export const parseUrl = (text: string): Parsed | null => (URL.canParse(text) ? new URL(text) : null);

export const originOf = (url: string): string => parseUrl(url)?.origin ?? '';

/** A page is the same page wherever in it one looks. */
export const pageUrl = ({ origin, pathname, search }: Pick<Parsed, 'origin' | 'pathname' | 'search'>): string =>
  `${origin}${pathname}${search}`;

/** Where a site lies in the repository: its folder, its spec, and the drop that tells of it. */
export interface SitePlaces {
  readonly folder: string;
  readonly spec: string;
  readonly drop: string;
}

export const sitePlaces = (name: string, contextDir: string): SitePlaces => ({
  folder: `${contextDir}/site-reverse/${name}`,
  spec: `docs/product-specs/${name}.md`,
  drop: `${contextDir}/site-${name}.md`,
});
