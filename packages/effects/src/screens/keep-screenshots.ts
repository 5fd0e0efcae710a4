/** Stores screenshots as artifacts and, in a folder that git ignores, as files in the lane for reviewers. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Screens, type Screenshot, screensFolder } from '@harness/core/effects/screens';
import { writeArtifact } from '../artifact/store.ts';
import { resolveInside } from '../checkout/file.ts';
import { refuseUnwritable } from '../file/refuse-unwritable.ts';
import type { ViewedPage } from './view-pages.ts';

interface Target {
  readonly runFolder: string;
  readonly key: string;
  /** `null` if no reviewer reads them. */
  readonly lane: string | null;
}

export async function keepScreenshots(
  viewed: readonly ViewedPage[],
  place: Target,
): Promise<Omit<Screens, 'is' | 'log'>> {
  const { runFolder, key, lane } = place;
  const folder = lane === null ? null : await emptyFolder(lane);
  const shots: Screenshot[] = [];
  for (const [n, { url, viewport, seen }] of viewed.entries()) {
    if (seen.is !== 'seen') continue;
    const name = `${n + 1}-${viewport}.png`;
    const image = await writeArtifact(runFolder, `${key}-${name}`, seen.image);
    if (folder !== null)
      await refuseUnwritable(folder, () => writeFile(join(folder, name), seen.image, { flag: 'wx' }));
    shots.push({ url, viewport, image, file: `${screensFolder}/${name}` });
  }
  const complaints = await writeArtifact(runFolder, `${key}-complaints.txt`, complaintsIn(viewed));
  const outline = await writeArtifact(runFolder, `${key}-outline.txt`, outlinesIn(viewed));
  return { shots, complaints, outline };
}

/** Screenshots of an earlier pass are outdated. */
async function emptyFolder(lane: string): Promise<string> {
  const folder = resolveInside(lane, screensFolder);
  await refuseUnwritable(folder, async () => {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  });
  return folder;
}

function complaintsIn(viewed: readonly ViewedPage[]): string {
  const lines = viewed.flatMap(({ url, viewport, seen }) => {
    const problems =
      seen.is === 'seen'
        ? [...(seen.status >= 400 ? [`it answered with ${seen.status}`] : []), ...seen.complaints]
        : [
            `it could not be shown: ${seen.is === 'unseen' ? seen.why : `it leads to ${seen.to}`}`,
            ...complaintsOf(seen),
          ];
    return problems.map((text) => `${url} (${viewport}): ${text}`);
  });
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

const complaintsOf = (seen: Exclude<ViewedPage['seen'], { is: 'seen' }>) =>
  seen.is === 'unseen' ? seen.complaints : [];

const outlinesIn = (viewed: readonly ViewedPage[]) =>
  viewed
    .flatMap(({ url, viewport, seen }) =>
      seen.is === 'seen' && viewport === 'desktop' ? [`# ${url} "${seen.title}"\n\n${seen.outline}\n`] : [],
    )
    .join('\n');
