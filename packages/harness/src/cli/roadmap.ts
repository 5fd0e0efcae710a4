/** `harness roadmap sync`: writes the statuses of the sessions into `docs/roadmap.md`. */
import { Refusal } from '@harness/core/failure/refusal';
import { messagesFor } from '@harness/core/messages/index';
import type { Messages } from '@harness/core/messages/messages';
import { type RoadmapSync, requireRoadmap, syncRoadmapFile } from '@harness/effects/roadmap/sync';
import { printResult } from '../render/screen.ts';
import { findRepositoryRoot } from '../repository/repository.ts';
import { withClaim } from '../runs/claim.ts';
import type { Invocation } from './command.ts';
import { resolveRepo } from './repo.ts';

export async function run({ args: [action = ''], options, output }: Invocation): Promise<number> {
  if (action !== 'sync')
    throw new Refusal('usage.invalid', {
      detail: `the only action of roadmap is sync, not "${action}"`,
      command: 'roadmap',
    });
  const root = findRepositoryRoot(resolveRepo(options));
  requireRoadmap(root); // before the claim creates a folder
  const { changed, kept, unreadable } = await withClaim(root, 'roadmap', () => syncRoadmapFile(root, new Date()));
  const { documents: words } = messagesFor(output.language);
  for (const path of unreadable) output.tell(`${words['sessions.unreadable']({ path })}\n`);
  const reasons = kept.map(({ feature, because }) => ({ feature, because: words[`roadmap.${because}`]({}) }));
  return printResult(output, { changed, kept: reasons }, () => describe(changed, reasons, words));
}

function describe(
  changed: RoadmapSync['changed'],
  kept: readonly { readonly feature: string; readonly because: string }[],
  words: Messages['documents'],
): string {
  const lines = [
    ...changed.map(({ feature, from, to }) => `  ${feature}: ${from} → ${to}`),
    ...kept.map(({ feature, because }) => `  ${words['roadmap.kept']({ name: feature })} ${because}`),
  ];
  const head =
    changed.length === 0 ? words['roadmap.unchanged']({}) : words['roadmap.changed']({ count: changed.length });
  return `${[head, ...lines].join('\n')}\n`;
}
