/** A browser that cannot be had; with a real Chromium see `browser.slow.ts`. */
import { describe, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { browserVariable, findBrowser } from './find.ts';

describe('a browser that is not there', () => {
  test('is a value, and one that was named is not replaced by another', async () => {
    const environment = { ...process.env, [browserVariable]: '/nowhere/chromium' };
    const { signal } = new AbortController();
    expect(await openBrowser({ mark: 'm', signal, environment, runFolder: '/nowhere' })).toEqual({
      is: 'missing',
      detail: 'HARNESS_CHROMIUM is no program: /nowhere/chromium',
    });
    expect(findBrowser({ PATH: '/nowhere' })).toEqual({ is: 'missing', detail: 'no Chromium or Chrome is installed' });
  });

  test('nor is one that does not start', async () => {
    const environment = { ...process.env, [browserVariable]: '/bin/false' };
    const { signal } = new AbortController();
    expect(await openBrowser({ mark: 'm', signal, environment, runFolder: '/nowhere' })).toMatchObject({
      is: 'unusable',
    });
  });
});
