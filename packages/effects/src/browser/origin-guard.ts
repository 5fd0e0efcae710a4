/** Keeps a page on one origin. Uses the browser's protocol, because Playwright's page routes do not see redirects. */
import type { BrowserContext, CDPSession, Page } from 'playwright-core';

export interface OriginGuard {
  /** The URL of another origin that the page tried to open; `undefined` if none. */
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
    void answerRequest(session, requestId, isForeign);
  });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] });
  return { left: () => left };
}

/** Ignores the error if the page has closed. */
async function answerRequest(session: CDPSession, requestId: string, isForeign: boolean): Promise<void> {
  const settle = isForeign
    ? session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    : session.send('Fetch.continueRequest', { requestId });
  await settle.catch(ignoreIfClosed);
}

function ignoreIfClosed(error: unknown): void {
  if (!/closed|Invalid InterceptionId|detached/i.test((error as Error).message)) throw error;
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : '');
