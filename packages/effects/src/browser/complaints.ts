/** Collects the errors of a page during a visit: console and script errors, failed requests. */
import type { Page } from 'playwright-core';

const maxComplaints = 50;
const maxChars = 300;

export interface PageErrors {
  add(text: string): void;
  /** Each text once, in order of appearance. */
  all(): readonly string[];
}

export function collectPageErrors(page: Page): PageErrors {
  const texts = new Set<string>();
  const add = (text: string) => {
    if (texts.size < maxComplaints) texts.add(text.replace(/\s+/g, ' ').slice(0, maxChars));
  };
  page.on('console', (message) => {
    // A failed resource is reported by its request, with its URL.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      add(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => add(`script: ${error.message}`));
  page.on('crash', () => add('the page crashed'));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? 'failed';
    if (why !== 'net::ERR_ABORTED') add(`request: ${request.method()} ${request.url()}: ${why}`); // cancelled by the page
  });
  page.on('response', (response) => {
    if (response.status() >= 400)
      add(`request: ${response.request().method()} ${response.url()}: ${response.status()}`);
  });
  return { add, all: () => [...texts] };
}
