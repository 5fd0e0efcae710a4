/** Raises the caps of a run that reached one: a resume takes a higher cap from the configuration. */
import type { Params } from '@harness/core/codes';
import type { Entry } from '@harness/core/journal/journal';
import { foldJournal } from '@harness/core/journal/journal';
import { haltReasonOf } from '../run/halt-reason.ts';
import { loadConfig } from './config.ts';

/** Settings of a run hold on resume, so a lower cap, or none, changes nothing. */
export async function readRaisedCaps(root: string, run: string, entries: readonly Entry[]): Promise<Params> {
  const { settings, ended } = foldJournal(entries);
  if (ended?.end !== 'capped' && haltReasonOf([{ run, entries }]) !== 'capped') return {};
  const { budget } = await loadConfig(root, {}, process.env);
  const raised = (['capUsd', 'capTokens'] as const).flatMap((name): readonly (readonly [string, number])[] => {
    const [before, now] = [settings[name], budget[name]];
    return before !== undefined && now !== undefined && now > Number(before) ? [[name, now]] : [];
  });
  return Object.fromEntries(raised);
}
