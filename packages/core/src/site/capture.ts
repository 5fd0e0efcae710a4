/** What was captured of a site: its pages in both sizes, and what could not be captured, with why. */
import type { Viewport } from '../effects/screens.ts';
import { fenceText } from '../role/role.ts';

/** DO-22 */
export const mostPages = 5;

export interface CapturedPage {
  readonly url: string;
  readonly title: string;
  readonly status: number;
  readonly text: string;
  /** As a screen reader is told. */
  readonly outline: string;
  /** Pages of the same site that it leads to. */
  readonly links: readonly string[];
  readonly complaints: readonly string[];
  /** The pictures, by their names in the folder `screenshots`; a size that could not be shown has none. */
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

/** As much of it as one answer can be made of: each page as data of its own. */
export const digestOf = ({ pages }: Capture): string => pages.map(pageText).join('\n\n');

function pageText({ url, title, status, text, outline, links }: CapturedPage): string {
  const parts = [
    `url: ${url}\ntitle: ${title}\nstatus: ${status}`,
    `links:\n${links.slice(0, mostLinks).join('\n')}`,
    `text:\n${cut(text, mostTextChars)}`,
    `as a screen reader is told:\n${cut(outline, mostOutlineChars)}`,
  ];
  return fenceText(`captured page ${url}`, parts.join('\n\n'));
}

const cut = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most)}\n[… cut]`);

export const shotName = (page: number, viewport: Viewport): string => `${page}-${viewport}.png`;
