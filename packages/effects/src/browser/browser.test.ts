/** Tests a browser that is missing or does not start; `browser.slow.ts` uses a real Chromium. */
import { describe, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { browserVariable, findBrowser } from './find.ts';

describe('a missing browser', () => {
  test('is a value, and a configured one is not replaced by another', async () => {
    const environment = { ...process.env, [browserVariable]: '/nowhere/chromium' };
    const { signal } = new AbortController();
    expect(await openBrowser({ mark: 'm', signal, environment, runFolder: '/nowhere' })).toEqual({
      is: 'missing',
      detail: 'HARNESS_CHROMIUM is not a program: /nowhere/chromium',
      install: expect.stringContaining('chromium'),
    });
    expect(findBrowser({ PATH: '/nowhere' })).toMatchObject({
      is: 'missing',
      detail: 'no Chromium or Chrome is installed',
    });
  });

  test('one that does not start is a value too', async () => {
    const environment = { ...process.env, [browserVariable]: '/bin/false' };
    const { signal } = new AbortController();
    expect(await openBrowser({ mark: 'm', signal, environment, runFolder: '/nowhere' })).toMatchObject({
      is: 'unusable',
    });
  });
});
