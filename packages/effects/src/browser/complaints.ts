/** What a page complains about while it is looked at: errors of its console and scripts, requests that failed. */
import type { Page } from 'playwright-core';

const most = 50;
const mostChars = 300;

export interface Complaints {
  add(text: string): void;
  /** Each once, in the order in which they came. */
  all(): readonly string[];
}

export function complaintsOf(page: Page): Complaints {
  const said = new Set<string>();
  const add = (text: string) => {
    if (said.size < most) said.add(text.replace(/\s+/g, ' ').slice(0, mostChars));
  };
  page.on('console', (message) => {
    // That a resource failed is told by its request, with its address.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      add(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => add(`script: ${error.message}`));
  page.on('crash', () => add('the page crashed'));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? 'failed';
    if (why !== 'net::ERR_ABORTED') add(`request: ${request.method()} ${request.url()}: ${why}`); // it changed its mind itself
  });
  page.on('response', (response) => {
    if (response.status() >= 400)
      add(`request: ${response.request().method()} ${response.url()}: ${response.status()}`);
  });
  return { add, all: () => [...said] };
}
