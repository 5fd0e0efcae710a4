/**
 * The one door to a browser: an installed Chromium, headless, that shows pages and tells what was on them.
 *
 *   B1. A browser that is not there, or does not start, is a value. One that breaks down later is a `BrokenBrowser`.
 *   B2. Nothing waits without a limit: a page that never comes to an end is given up, and the next one is shown.
 *   B3. It ends with the call that opened it, and everything it started carries the mark of the effect.
 *   B4. Where there is a sandbox it is in a box: it shows what strangers and agents wrote.
 *   B5. Every page has a context of its own: no cookie, worker or dialog of one is seen by another.
 */
import type { Browser as Playwright } from 'playwright-core';
import { childEnvironment } from '../process/environment.ts';
import { effectVariable } from '../process/orphans.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { findBrowser } from './find.ts';
import { type LaunchCommand, launchCommandFor } from './launch-command.ts';
import { type VisitInput, type VisitResult, visitPage } from './visit.ts';
import { withTimeout } from './with-timeout.ts';

const launchMs = 30_000;
const closeMs = 5_000;

export interface BrowserOptions {
  /** What everything that it starts is found by (see orphans). */
  readonly mark: string;
  readonly signal: AbortSignal;
  /** The absolute folder of the run: its own is made in it, and goes with it. */
  readonly runFolder: string;
  /** What it runs in; nothing where there is no sandbox. */
  readonly sandbox?: Pick<Sandbox, 'forBrowser'> | undefined;
  readonly environment?: NodeJS.ProcessEnv;
}

export interface Browser {
  /** Rejects when the browser broke down or the signal was given; a page that cannot be shown is an answer. */
  show(page: VisitInput): Promise<VisitResult>;
  close(): Promise<void>;
}

export type OpenBrowserResult =
  | { readonly is: 'open'; readonly browser: Browser }
  | { readonly is: 'missing' | 'unusable'; readonly detail: string };

export class BrowserError extends Error {
  override readonly name = 'BrokenBrowser';
}

export async function openBrowser(opening: BrowserOptions): Promise<OpenBrowserResult> {
  const { mark, signal, environment = process.env } = opening;
  signal.throwIfAborted();
  const found = findBrowser(environment);
  if (found.is === 'missing') return found;
  const env = childEnvironment(environment, { [effectVariable]: mark, ...(opening.sandbox ? { TMPDIR: '/tmp' } : {}) });
  const stand = await launchCommandFor(found.program, opening);
  try {
    return { is: 'open', browser: doorTo(await launched(stand, env), signal, stand.clear) };
  } catch (error) {
    await stand.clear();
    signal.throwIfAborted();
    return { is: 'unusable', detail: `${found.program}: ${firstLine(error)}` };
  }
}

/** Its package is loaded only now: it is large, and few commands look at pages. */
async function launched({ program, isBoxed }: LaunchCommand, env: NodeJS.ProcessEnv): Promise<Playwright> {
  const { chromium } = await import('playwright-core');
  const isRoot = process.getuid?.() === 0; // its own sandbox does not start for root
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

function doorTo(playwright: Playwright, signal: AbortSignal, clear: () => Promise<void>): Browser {
  const close = async () => {
    signal.removeEventListener('abort', cut);
    await withTimeout(playwright.close(), closeMs); // what is left after that is found by its mark
    await clear();
  };
  const cut = () => void close();
  signal.addEventListener('abort', cut);
  return {
    close,
    async show(page) {
      try {
        return await visitPage(playwright, page);
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
