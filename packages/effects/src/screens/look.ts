/** The pages of a running product, each in both sizes. */
import { type Viewport, viewportNames, viewports } from '@harness/core/effects/screens';
import type { Browser } from '../browser/browser.ts';
import type { Seen } from '../browser/visit.ts';

export interface Viewed {
  readonly url: string;
  readonly viewport: Viewport;
  readonly seen: Seen;
}

export async function lookAt(browser: Browser, url: string, paths: readonly string[]): Promise<readonly Viewed[]> {
  const viewed: Viewed[] = [];
  for (const page of paths.length === 0 ? [url] : paths.map((path) => new URL(path, url).href))
    for (const viewport of viewportNames) {
      const seen = await browser.show({ url: page, viewport: viewports[viewport], trustsAnyCertificate: true });
      viewed.push({ url: page, viewport, seen });
    }
  return viewed;
}
