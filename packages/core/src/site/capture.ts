/** The captured pages of a site in both viewports, the pages that failed, and their digest for the analyst. */
import type { Viewport } from '../effects/screens.ts';
import { fenceText } from '../role/role.ts';

/** DO-22 */
export const maxPages = 5;

export interface CapturedPage {
  readonly url: string;
  readonly title: string;
  readonly status: number;
  readonly text: string;
  /** The page as a screen reader presents it. */
  readonly outline: string;
  /** Links to pages of the same site. */
  readonly links: readonly string[];
  readonly complaints: readonly string[];
  /** File names in the folder `screenshots`, by viewport; absent if a viewport failed. */
  readonly screenshots: Readonly<Partial<Record<Viewport, string>>>;
}

export interface Capture {
  readonly version: 1;
  readonly url: string;
  readonly capturedAt: string;
  readonly pages: readonly CapturedPage[];
  readonly skipped: readonly { readonly url: string; readonly why: string }[];
}

const mostTextChars = 8_000;
const mostOutlineChars = 8_000;
const mostLinks = 40;

/** The pages as text, shortened for one prompt; each page is fenced as data. */
export const formatDigest = ({ pages }: Capture): string => pages.map(pageText).join('\n\n');

function pageText({ url, title, status, text, outline, links }: CapturedPage): string {
  const parts = [
    `url: ${url}\ntitle: ${title}\nstatus: ${status}`,
    `links:\n${links.slice(0, mostLinks).join('\n')}`,
    `text:\n${cut(text, mostTextChars)}`,
    `accessibility outline:\n${cut(outline, mostOutlineChars)}`,
  ];
  return fenceText(`captured page ${url}`, parts.join('\n\n'));
}

const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most)}\n[… cut]`);

export const screenshotName = (page: number, viewport: Viewport): string => `${page}-${viewport}.png`;
