/** Visits the pages of a running product, each in both sizes. */
import { type Viewport, viewportNames, viewports } from '@harness/core/effects/screens';
import type { Browser } from '../browser/browser.ts';
import type { VisitResult } from '../browser/visit.ts';

export interface ViewedPage {
  readonly url: string;
  readonly viewport: Viewport;
  readonly seen: VisitResult;
}

export async function viewPages(
  browser: Browser,
  url: string,
  paths: readonly string[],
): Promise<readonly ViewedPage[]> {
  const viewed: ViewedPage[] = [];
  for (const page of paths.length === 0 ? [url] : paths.map((path) => new URL(path, url).href))
    for (const viewport of viewportNames) {
      const seen = await browser.show({ url: page, viewport: viewports[viewport], trustsAnyCertificate: true });
      viewed.push({ url: page, viewport, seen });
    }
  return viewed;
}
