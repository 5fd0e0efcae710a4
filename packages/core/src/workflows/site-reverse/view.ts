/** Reads the files and pages of a site-reverse run from its journal; `null` for another run, or if it wrote nothing. */

import type { RunTree } from '../../journal/run-tree.ts';
import type { SiteReverseResult } from './machine.ts';

export interface SiteView {
  readonly files: readonly string[];
  readonly spec: string;
  readonly pages: readonly string[];
}

export function siteView([{ entries }]: RunTree): SiteView | null {
  const [first] = entries;
  const ended = entries.findLast((entry) => entry.type === 'ended');
  if (first?.type !== 'started' || first.machine !== 'site-reverse' || ended === undefined) return null;
  const result = ended.result as SiteReverseResult | null;
  if (result === null || result.at === 'failed' || result.at === 'stopped') return null;
  const { files, spec, pages } = result;
  return { files, spec, pages };
}
