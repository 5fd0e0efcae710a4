/** Operations on a web site: capture some of its pages, and write the documents about them (DO-22). */
import { type Artifact, sampleArtifact } from '../journal/artifact.ts';
import type { Analysis } from '../site/analysis.ts';
import { operationsOf } from './operation.ts';

const siteOperation = operationsOf('site', 'browser.missing', 'browser.failed', 'site.unreachable', 'site.no-pages');

/** A capture: the document, its digest for the analyst, and the screenshots. */
export interface SiteCapture {
  readonly capture: Artifact;
  readonly digest: Artifact;
  /** URLs of its pages. */
  readonly pages: readonly string[];
  readonly shots: readonly { readonly name: string; readonly image: Artifact }[];
}

const sampleCaptured: SiteCapture = {
  capture: sampleArtifact,
  digest: sampleArtifact,
  pages: ['https://shop.example/'],
  shots: [{ name: '1-desktop.png', image: sampleArtifact }],
};

/** Captures pages of one origin, breadth first. It only reads, so it can be repeated. */
export const captureSite = siteOperation<{ url: string; most: number }, SiteCapture>('capture-site', [sampleCaptured]);

export interface WriteSiteArgs {
  readonly url: string;
  readonly slug: string;
  readonly contextDir: string;
  readonly captured: SiteCapture;
  readonly analysis: Analysis;
  /** Whether existing files may be overwritten. */
  readonly force: boolean;
}

/** Writes all documents and pictures into the checkout, or none. */
export const writeSite = siteOperation<WriteSiteArgs, { readonly files: readonly string[]; readonly spec: string }>(
  'write-site',
  [{ files: ['docs/product-specs/shop-example.md'], spec: 'docs/product-specs/shop-example.md' }],
  ['path.outside', 'site.exists'],
);
