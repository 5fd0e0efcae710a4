/** Parses the address of a site and names the places of its files (DO-22). */
import { slug } from '../text/slug.ts';

export type SiteAddress =
  | { readonly ok: true; readonly url: string; readonly slug: string }
  | { readonly ok: false; readonly why: 'not-an-address' | 'scheme' | 'password' };

/** Refuses a password, because the address appears in every file about the site. */
export function parseSiteAddress(text: string): SiteAddress {
  const parsed = parseUrl(text.trim());
  if (parsed === null) return { ok: false, why: 'not-an-address' };
  const { protocol, host, username, password, pathname } = parsed;
  if (protocol !== 'http:' && protocol !== 'https:') return { ok: false, why: 'scheme' };
  if (username !== '' || password !== '') return { ok: false, why: 'password' };
  const name = slug(`${host.replace(/^www\./, '')}${pathname}`.replace(/[.:/[\]]+/g, ' '));
  return { ok: true, url: pageUrl(parsed), slug: name };
}

type UrlPart = 'protocol' | 'host' | 'origin' | 'username' | 'password' | 'pathname' | 'search';
type UrlParts = Readonly<Record<UrlPart, string>>;

/** `core` has no platform types, but every platform it runs on has `URL`. */
declare const URL: { new (text: string): UrlParts; canParse(text: string): boolean };

export const parseUrl = (text: string): UrlParts | null => (URL.canParse(text) ? new URL(text) : null);

export const originOf = (url: string): string => parseUrl(url)?.origin ?? '';

/** Without the fragment: it names the same page. */
export const pageUrl = ({ origin, pathname, search }: Pick<UrlParts, 'origin' | 'pathname' | 'search'>): string =>
  `${origin}${pathname}${search}`;

/** Paths in the repository: folder, spec, and context file. */
export interface SitePaths {
  readonly folder: string;
  readonly spec: string;
  readonly drop: string;
}

export const sitePaths = (name: string, contextDir: string): SitePaths => ({
  folder: `${contextDir}/site-reverse/${name}`,
  spec: `docs/product-specs/${name}.md`,
  drop: `${contextDir}/site-${name}.md`,
});
