/** Selects the links of a page to other pages of the same site, in page order. */
import { pageUrl, parseUrl } from './address.ts';

/** Files that a browser downloads or shows without a page. */
const files =
  /\.(?:pdf|zip|gz|tar|dmg|exe|png|jpe?g|gif|svg|webp|ico|mp[34]|webm|csv|xlsx?|docx?|xml|json|txt|css|js)$/i;

export const selectPageLinks = (links: readonly string[], origin: string): readonly string[] => {
  const pages = links.flatMap((link) => {
    const parsed = parseUrl(link);
    return parsed === null || parsed.origin !== origin || files.test(parsed.pathname) ? [] : [pageUrl(parsed)];
  });
  return [...new Set(pages)];
};
