/** Checks for a browser. Without one, screenshots are skipped and no site is captured. */
import { findBrowser, installBrowser } from '@harness/effects/browser/find';
import { type Diagnosis, failedWith, passed } from './diagnosis.ts';

export function browser(env: NodeJS.ProcessEnv): Diagnosis {
  const found = findBrowser(env);
  if (found.is === 'found') return passed('browser', false, found.program);
  const meaning = 'no screenshots of the running product are taken, and site-reverse does not work';
  return failedWith('browser', false, `${found.detail}: ${meaning}`, installBrowser);
}
