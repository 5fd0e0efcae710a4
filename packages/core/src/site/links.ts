/** Which links of a page lead to more pages of the same site, in the order in which they stand there. */
import { pageUrl, parseUrl } from './address.ts';

/** What a browser would save instead of showing, or show without a page around it. */
const files =
  /\.(?:pdf|zip|gz|tar|dmg|exe|png|jpe?g|gif|svg|webp|ico|mp[34]|webm|csv|xlsx?|docx?|xml|json|txt|css|js)$/i;

export const linksWithin = (links: readonly string[], origin: string): readonly string[] => {
  const pages = links.flatMap((link) => {
    const parsed = parseUrl(link);
    return parsed === null || parsed.origin !== origin || files.test(parsed.pathname) ? [] : [pageUrl(parsed)];
  });
  return [...new Set(pages)];
};
