/** What a person is told of what was looked at in a browser. */
import type { ScreensResult } from '../effects/screens.ts';
import type { SiteCapture } from '../effects/site.ts';
import type { NewLine } from './line-codes.ts';

/** Nothing of a look that was skipped (that is noted), nor of files that were written (those are told at the end). */
export function browserAnswered(value: unknown): NewLine | undefined {
  const { is, shots = [], pages } = value as Partial<Extract<ScreensResult, { is: 'seen' }>> & Partial<SiteCapture>;
  if (is === 'seen') return { code: 'screens.taken', mark: 'plain', params: { count: shots.length } };
  return pages === undefined ? undefined : { code: 'site.captured', mark: 'plain', params: { count: pages.length } };
}
