/**
 * Opens an installed Chromium, headless, and visits pages with it.
 *
 *   B1. A browser that is missing or does not start is a value. A later breakdown throws a `BrowserError`.
 *   B2. Every wait has a limit: the visit of a page that never finishes ends, and the next page can be shown.
 *   B3. It ends with the call that opened it, and all its processes carry the mark of the effect.
 *   B4. With a sandbox it runs in a box, because it shows pages of strangers and agents.
 *   B5. Every page has its own context: pages share no cookies, workers or dialogs.
 */

import type { Browser as Playwright } from 'playwright-core';
import { loadAddOn } from '../add-ons/find.ts';
import { childEnvironment } from '../process/environment.ts';
import { effectVariable } from '../process/orphans.ts';
import { withTimeout } from '../process/with-timeout.ts';
import { findBrowser } from './find.ts';
import type { BrowserPlace } from './launch-command.ts';
import { type LaunchCommand, launchCommandFor } from './launch-command.ts';
import { type VisitInput, type VisitResult, visitPage } from './visit.ts';

const launchMs = 30_000;
const closeMs = 5_000;

export interface BrowserOptions extends BrowserPlace {
  /** Marks all its processes (see orphans). */
  readonly mark: string;
  readonly signal: AbortSignal;
  readonly environment?: NodeJS.ProcessEnv;
}

export interface Browser {
  /** Rejects if the browser breaks down or the signal aborts; a page that cannot be shown is a result. */
  show(page: VisitInput): Promise<VisitResult>;
  close(): Promise<void>;
}

export type OpenBrowserResult =
  | { readonly is: 'open'; readonly browser: Browser }
  | { readonly is: 'missing' | 'unusable'; readonly detail: string };

export class BrowserError extends Error {
  override readonly name = 'BrowserError';
}

export async function openBrowser(options: BrowserOptions): Promise<OpenBrowserResult> {
  const { mark, signal, environment = process.env } = options;
  signal.throwIfAborted();
  const found = findBrowser(environment);
  if (found.is === 'missing') return found;
  const env = childEnvironment(environment, { [effectVariable]: mark, ...(options.sandbox ? { TMPDIR: '/tmp' } : {}) });
  const command = await launchCommandFor(found.program, options);
  try {
    return { is: 'open', browser: createBrowser(await launch(command, env), signal, command.clear) };
  } catch (error) {
    await command.clear();
    signal.throwIfAborted();
    return { is: 'unusable', detail: `${found.program}: ${firstLine(error)}` };
  }
}

/** The package is loaded only when needed: it is large, and few commands visit pages. */
async function launch({ program, isBoxed }: LaunchCommand, env: NodeJS.ProcessEnv): Promise<Playwright> {
  const { chromium } = await loadAddOn<typeof import('playwright-core')>('browser', 'index.js');
  const isRoot = process.getuid?.() === 0; // Chromium's own sandbox does not start for root
  return chromium.launch({
    executablePath: program,
    env: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    chromiumSandbox: !isBoxed && !isRoot && process.platform === 'linux',
    timeout: launchMs,
    args: ['--disable-dev-shm-usage', '--no-first-run', '--disable-background-networking'],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false, // the harness ends it itself
  });
}

function createBrowser(playwright: Playwright, signal: AbortSignal, clear: () => Promise<void>): Browser {
  const close = async () => {
    signal.removeEventListener('abort', abort);
    await withTimeout(playwright.close(), closeMs); // later the remaining processes are found by their mark
    await clear();
  };
  const abort = () => void close();
  signal.addEventListener('abort', abort);
  // Without it a visit would wait for its limit if the browser is killed at an unlucky moment.
  const ended = new Promise<never>((_, reject) => {
    playwright.once('disconnected', () => reject(new Error('the browser ended')));
  });
  ended.catch(() => undefined); // it also ends while no page is shown
  return {
    close,
    async show(page) {
      try {
        return await Promise.race([visitPage(playwright, page), ended]);
      } catch (error) {
        signal.throwIfAborted();
        throw new BrowserError(firstLine(error), { cause: error });
      } finally {
        signal.throwIfAborted();
      }
    },
  };
}

const firstLine = (error: unknown): string => String((error as Error).message ?? error).split('\n')[0] ?? '';
