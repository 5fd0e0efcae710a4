/** Whether there is a browser: without one nobody looks at the running product, and no site is captured. */
import { findBrowser, installBrowser } from '@harness/effects/browser/find';
import { type Examined, fine, wrong } from './check.ts';

export function browser(env: NodeJS.ProcessEnv): Examined {
  const found = findBrowser(env);
  if (found.is === 'found') return fine('browser', false, found.program);
  const meaning = 'the running product is not looked at, and site-reverse cannot work';
  return wrong('browser', false, `${found.detail}: ${meaning}`, installBrowser);
}
