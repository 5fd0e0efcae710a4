/** Describes viewed pages for a proof, which compares them with those of another commit. */
import { createHash } from 'node:crypto';
import type { ProductLook } from '@harness/core/trust/product-look';
import type { ViewedPage } from './view-pages.ts';

/** A page with a script error, or an error of the server, is never right. */
export function lookAtPages(viewed: readonly ViewedPage[]): ProductLook {
  const rows = (isRight: boolean) =>
    viewed.flatMap(({ url, viewport, seen }) =>
      seen.is === 'seen' && isWorking(seen) === isRight ? [[`${url} (${viewport})`, shownBy(seen)] as const] : [],
    );
  return { right: Object.fromEntries(rows(true)), wrong: Object.fromEntries(rows(false)) };
}

type Seen = Extract<ViewedPage['seen'], { is: 'seen' }>;

const isWorking = ({ status, complaints }: Seen): boolean =>
  status >= 200 && status < 400 && !complaints.some((text) => text.startsWith('script:') || text.includes('crashed'));

/** The image and the text: either may differ. */
const shownBy = ({ status, image, title, text, outline }: Seen): string =>
  [status, digest(image), digest([title, text, outline].join('\0'))].join(' ');

const digest = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex').slice(0, 16);
