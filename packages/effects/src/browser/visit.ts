/** One visit of one page in one size: what it shows, says, links to and complains about. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { complaintsOf } from './complaints.ts';
import { guardOrigin, type OriginGuard } from './origin-guard.ts';
import { withTimeout } from './with-timeout.ts';

const navigationMs = 15_000;
const settlingMs = 10_000;
const quietMs = 1_500;
const readingMs = 10_000;
const visitMs = 60_000;
const closeMs = 5_000;
const maxHeight = 6_000;
const maxTextChars = 20_000;
const maxOutlineChars = 20_000;
const maxLinks = 200;

export interface VisitInput {
  readonly url: string;
  readonly viewport: { readonly width: number; readonly height: number };
  /** Go nowhere else, not even when the page leads there by itself. */
  readonly staysOn?: string;
  /** A server of one's own may be its own witness. */
  readonly trustsAnyCertificate?: boolean;
}

export interface PageSeen {
  readonly is: 'seen';
  /** Where one is after redirects. */
  readonly url: string;
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly links: readonly string[];
  /** As a screen reader is told. */
  readonly outline: string;
  readonly complaints: readonly string[];
  readonly image: Buffer;
}

export type VisitResult =
  | PageSeen
  | { readonly is: 'unseen'; readonly why: string; readonly complaints: readonly string[] }
  | { readonly is: 'left'; readonly to: string };

export async function visitPage(browser: Browser, wanted: VisitInput): Promise<VisitResult> {
  const context = await browser.newContext({
    viewport: wanted.viewport,
    acceptDownloads: false,
    serviceWorkers: 'block',
    ignoreHTTPSErrors: wanted.trustsAnyCertificate ?? false,
  });
  try {
    const seen = await withTimeout(look(context, wanted), visitMs);
    return seen.came ? seen.value : { is: 'unseen', why: `it did not come to an end in ${visitMs} ms`, complaints: [] };
  } finally {
    if (browser.isConnected()) await withTimeout(context.close(), closeMs);
  }
}

async function look(context: BrowserContext, { url, staysOn }: VisitInput): Promise<VisitResult> {
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const fence = staysOn === undefined ? undefined : await guardOrigin(context, page, staysOn);
  try {
    const answer = await page.goto(url, { waitUntil: 'domcontentloaded', timeout: navigationMs });
    await settled(page, complaints.add);
    const status = answer?.status() ?? 0;
    return leftOr(fence, await read(page, status, complaints.all));
  } catch (error) {
    if (page.isClosed() || !isOfPage(error)) throw error;
    const why = (error as Error).message.split('\n')[0] ?? '';
    return leftOr(fence, { is: 'unseen', why, complaints: complaints.all() });
  }
}

/** A page that wanted to lead elsewhere is none of the site's, whatever it showed meanwhile. */
const leftOr = (fence: OriginGuard | undefined, seen: VisitResult): VisitResult => {
  const to = fence?.left();
  return to === undefined ? seen : { is: 'left', to };
};

/** A time that is over, a server that is not there, a page that crashed: about the page, not about the browser. */
const isOfPage = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'TimeoutError' ||
    /net::ERR_|Page crashed|Download is starting|Navigation|interrupted by another|Execution context/.test(
      error.message,
    ));

/** Everything has come, or enough time has passed: what is there then is what somebody would see. */
async function settled(page: Page, complain: (text: string) => void): Promise<void> {
  const [loaded] = [await inTime(page.waitForLoadState('load', { timeout: settlingMs }))];
  if (!loaded) complain(`it was still loading after ${settlingMs} ms`);
  await inTime(page.waitForLoadState('networkidle', { timeout: quietMs }));
}

async function inTime(waiting: Promise<void>): Promise<boolean> {
  try {
    await waiting;
    return true;
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') throw error;
    return false;
  }
}

async function read(page: Page, status: number, complaints: () => readonly string[]): Promise<PageSeen> {
  const text = String(await page.evaluate('document.body ? document.body.innerText : ""'));
  const links = (await page.evaluate(
    'Array.from(document.querySelectorAll("a[href]"), (a) => a.href).filter((href) => typeof href === "string")',
  )) as readonly string[];
  const outline = await page.locator('body').ariaSnapshot({ timeout: readingMs });
  const image = await picture(page);
  return {
    is: 'seen',
    url: page.url(),
    status,
    title: (await page.title()).slice(0, 300),
    image,
    text: text.slice(0, maxTextChars),
    outline: outline.slice(0, maxOutlineChars),
    links: [...new Set(links)].slice(0, maxLinks),
    complaints: complaints(),
  };
}

/** The whole page; of an endless one, as much as somebody would scroll. */
async function picture(page: Page): Promise<Buffer> {
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  const { width } = page.viewportSize() ?? { width: 0 };
  const clip = height > maxHeight ? { clip: { x: 0, y: 0, width, height: maxHeight } } : {};
  return page.screenshot({ fullPage: true, animations: 'disabled', timeout: readingMs, ...clip });
}
