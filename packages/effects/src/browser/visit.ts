/** Visits one page in one viewport, and returns its content, links, outline, errors and a screenshot. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { withTimeout } from '../process/with-timeout.ts';
import { collectPageErrors } from './complaints.ts';
import { guardOrigin, type OriginGuard } from './origin-guard.ts';

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
  /** Origin that the page must not leave, not even by itself; default: no limit. */
  readonly staysOn?: string;
  /** Accepts self-signed certificates; default false. */
  readonly trustsAnyCertificate?: boolean;
}

export interface VisitedPage {
  readonly is: 'seen';
  /** URL after redirects. */
  readonly url: string;
  readonly status: number;
  readonly title: string;
  readonly text: string;
  readonly links: readonly string[];
  /** Accessibility tree of the page, as for a screen reader. */
  readonly outline: string;
  readonly complaints: readonly string[];
  readonly image: Buffer;
}

export type VisitResult =
  | VisitedPage
  | { readonly is: 'unseen'; readonly why: string; readonly complaints: readonly string[] }
  | { readonly is: 'left'; readonly to: string };

export async function visitPage(browser: Browser, input: VisitInput): Promise<VisitResult> {
  const context = await browser.newContext({
    viewport: input.viewport,
    acceptDownloads: false,
    serviceWorkers: 'block',
    ignoreHTTPSErrors: input.trustsAnyCertificate ?? false,
  });
  try {
    const seen = await withTimeout(visit(context, input), visitMs);
    return seen.came ? seen.value : { is: 'unseen', why: `it did not finish within ${visitMs} ms`, complaints: [] };
  } finally {
    if (browser.isConnected()) await withTimeout(context.close(), closeMs);
  }
}

async function visit(context: BrowserContext, { url, staysOn }: VisitInput): Promise<VisitResult> {
  const page = await context.newPage();
  const complaints = collectPageErrors(page);
  const guard = staysOn === undefined ? undefined : await guardOrigin(context, page, staysOn);
  try {
    const answer = await page.goto(url, { waitUntil: 'domcontentloaded', timeout: navigationMs });
    await waitUntilSettled(page, complaints.add);
    return leftOr(guard, await read(page, answer?.status() ?? 0, complaints.all));
  } catch (error) {
    if (page.isClosed() || !isPageError(error)) throw error;
    const why = (error as Error).message.split('\n')[0] ?? '';
    return leftOr(guard, { is: 'unseen', why, complaints: complaints.all() });
  }
}

/** A page that tried to leave its origin counts as left, whatever it showed. */
const leftOr = (fence: OriginGuard | undefined, seen: VisitResult): VisitResult => {
  const to = fence?.left();
  return to === undefined ? seen : { is: 'left', to };
};

/** A timeout, an unreachable server, a crashed page: errors of the page, not of the browser. */
const isPageError = (error: unknown) =>
  error instanceof Error &&
  (error.name === 'TimeoutError' ||
    /net::ERR_|Page crashed|Download is starting|Navigation|interrupted by another|Execution context/.test(
      error.message,
    ));

/** Waits until the page has loaded, or long enough: then it looks as a user would see it. */
async function waitUntilSettled(page: Page, complain: (text: string) => void): Promise<void> {
  const loaded = await finishesInTime(page.waitForLoadState('load', { timeout: settlingMs }));
  if (!loaded) complain(`it was still loading after ${settlingMs} ms`);
  await finishesInTime(page.waitForLoadState('networkidle', { timeout: quietMs }));
}

async function finishesInTime(waiting: Promise<void>): Promise<boolean> {
  try {
    await waiting;
    return true;
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') throw error;
    return false;
  }
}

async function read(page: Page, status: number, complaints: () => readonly string[]): Promise<VisitedPage> {
  const text = String(await page.evaluate('document.body ? document.body.innerText : ""'));
  const links = (await page.evaluate(
    'Array.from(document.querySelectorAll("a[href]"), (a) => a.href).filter((href) => typeof href === "string")',
  )) as readonly string[];
  const outline = await page.locator('body').ariaSnapshot({ timeout: readingMs });
  const image = await takeScreenshot(page);
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

/** The whole page, up to a maximum height. */
async function takeScreenshot(page: Page): Promise<Buffer> {
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  const { width } = page.viewportSize() ?? { width: 0 };
  const clip = height > maxHeight ? { clip: { x: 0, y: 0, width, height: maxHeight } } : {};
  return page.screenshot({ fullPage: true, animations: 'disabled', timeout: readingMs, ...clip });
}
