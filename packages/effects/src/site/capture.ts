/**
 * Captures a few pages of one site, breadth first from an address.
 *
 *   C1. Only pages of the same origin are visited: other links and redirects are not followed.
 *   C2. Pages and tries are limited, so that a site of dead links ends too.
 *   C3. The content of a page is stored as data and never executed as instructions.
 */

import { type Viewport, viewports } from '@harness/core/effects/screens';
import type { SiteCapture } from '@harness/core/effects/site';
import { fail, type Outcome, ok } from '@harness/core/failure/failure';
import { originOf } from '@harness/core/site/address';
import { type Capture, type CapturedPage, formatDigest, screenshotName } from '@harness/core/site/capture';
import { selectPageLinks } from '@harness/core/site/links';
import { writeArtifact } from '../artifact/store.ts';
import type { Browser } from '../browser/browser.ts';
import type { VisitedPage, VisitResult } from '../browser/visit.ts';

const triesPerPage = 3;

interface Work {
  readonly browser: Browser;
  readonly runFolder: string;
  readonly key: string;
  now(): Date;
}

interface CaptureRequest {
  readonly url: string;
  readonly most: number;
}

interface CapturedEntry {
  readonly page: CapturedPage;
  readonly images: readonly { readonly name: string; readonly image: Buffer }[];
}

export async function performCaptureSite(work: Work, { url, most }: CaptureRequest): Promise<Outcome<SiteCapture>> {
  const origin = originOf(url);
  const taken: CapturedEntry[] = [];
  const skipped: { url: string; why: string }[] = [];
  const queue = [url];
  const known = new Set(queue);
  for (let tries = 0; queue.length > 0 && taken.length < most && tries < most * triesPerPage; tries++) {
    const next = queue.shift() ?? url;
    const seen = await show(work.browser, next, origin, 'desktop');
    const why = skipReason(seen, taken);
    if (why !== null || seen.is !== 'seen') {
      skipped.push({ url: next, why: why ?? '' });
      if (isUnreachable(seen, next, url)) return fail('site.unreachable', { url, detail: why ?? '' });
      continue;
    }
    const links = selectPageLinks(seen.links, origin);
    taken.push(await captureBothSizes(work.browser, seen, links, { origin, number: taken.length + 1 }));
    for (const link of links.filter((one) => !known.has(one))) {
      known.add(link);
      queue.push(link);
    }
  }
  if (taken.length === 0) return fail('site.no-pages', { url, detail: skipped.map(({ why }) => why).join('; ') });
  const pages = taken.map(({ page }) => page);
  return ok(await storeCapture(work, taken, { version: 1, url, capturedAt: work.now().toISOString(), pages, skipped }));
}

const show = (browser: Browser, url: string, origin: string, viewport: Viewport): Promise<VisitResult> =>
  browser.show({ url, viewport: viewports[viewport], staysOn: origin });

/** If the first page cannot be shown, no other page of the site can. */
const isUnreachable = (seen: VisitResult, page: string, url: string) => page === url && seen.is === 'unseen';

function skipReason(seen: VisitResult, taken: readonly CapturedEntry[]): string | null {
  if (seen.is === 'left') return `it redirects to ${seen.to}, another site`;
  if (seen.is === 'unseen') return seen.why;
  if (seen.status >= 400) return `it answered with ${seen.status}`;
  return taken.some(({ page }) => page.url === seen.url)
    ? `it redirects to ${seen.url}, which is already captured`
    : null;
}

async function captureBothSizes(
  browser: Browser,
  { image, url, title, status, text, outline, complaints }: VisitedPage,
  links: readonly string[],
  { origin, number }: { readonly origin: string; readonly number: number },
): Promise<CapturedEntry> {
  const phone = await show(browser, url, origin, 'phone');
  const images = [
    { viewport: 'desktop', image } as const,
    ...(phone.is === 'seen' ? [{ viewport: 'phone', image: phone.image } as const] : []),
  ].map((one) => ({ ...one, name: screenshotName(number, one.viewport) }));
  const screenshots = Object.fromEntries(images.map(({ viewport, name }) => [viewport, `screenshots/${name}`]));
  return { page: { url, title, status, text, outline, links, complaints, screenshots }, images };
}

async function storeCapture(
  { runFolder, key }: Work,
  taken: readonly CapturedEntry[],
  capture: Capture,
): Promise<SiteCapture> {
  const store = (name: string, content: string | Uint8Array) => writeArtifact(runFolder, `${key}-${name}`, content);
  const shots: { name: string; image: SiteCapture['capture'] }[] = [];
  for (const { name, image } of taken.flatMap(({ images }) => images))
    shots.push({ name, image: await store(name, image) });
  return {
    capture: await store('capture.json', `${JSON.stringify(capture, null, 2)}\n`),
    digest: await store('digest.txt', formatDigest(capture)),
    pages: capture.pages.map(({ url }) => url),
    shots,
  };
}
