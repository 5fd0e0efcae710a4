/**
 * Keeps a page on one origin. What leads elsewhere is not asked for: neither by a link that a script follows nor by a
 * redirect of the server, which is why the browser itself is asked and not its pages.
 */
import type { BrowserContext, CDPSession, Page } from 'playwright-core';

export interface OriginGuard {
  /** Where it wanted to go. */
  left(): string | undefined;
}

interface Paused {
  readonly requestId: string;
  readonly frameId: string;
  readonly request: { readonly url: string };
}

export async function guardOrigin(context: BrowserContext, page: Page, origin: string): Promise<OriginGuard> {
  let left: string | undefined;
  const session = await context.newCDPSession(page);
  const { frameTree } = (await session.send('Page.getFrameTree')) as { frameTree: { frame: { id: string } } };
  session.on('Fetch.requestPaused', ({ requestId, frameId, request }: Paused) => {
    const isForeign = frameId === frameTree.frame.id && originOf(request.url) !== origin;
    if (isForeign) left ??= request.url;
    void answered(session, requestId, isForeign);
  });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] });
  return { left: () => left };
}

/** A page that is gone by then needs no answer. */
async function answered(session: CDPSession, requestId: string, isForeign: boolean): Promise<void> {
  const settle = isForeign
    ? session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    : session.send('Fetch.continueRequest', { requestId });
  await settle.catch(isOver);
}

function isOver(error: unknown): void {
  if (!/closed|Invalid InterceptionId|detached/i.test((error as Error).message)) throw error;
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : '');
