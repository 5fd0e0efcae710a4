/** Finds a Chromium that is installed: the one that was named, else one of the usual names and places. None is downloaded. */
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { findProgram } from '../process/find.ts';

export const browserVariable = 'HARNESS_CHROMIUM';
/** Without fonts a picture is blank although the page is right. */
export const installBrowser =
  process.platform === 'darwin' ? 'brew install --cask chromium' : 'apt-get install chromium fonts-dejavu-core';

const names = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'chrome-headless-shell'],
  ...['microsoft-edge', 'brave-browser'],
];
const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'];

export type Found =
  | { readonly is: 'found'; readonly program: string }
  | { readonly is: 'missing'; readonly detail: string };

/** One that was named and is not there is missing, whatever else is installed: somebody wanted exactly that one. */
export function findBrowser(env: NodeJS.ProcessEnv): Found {
  const named = env[browserVariable]?.trim();
  if (named) {
    const program = findProgram(basename(named), dirname(named));
    return program ? { is: 'found', program } : { is: 'missing', detail: `${browserVariable} is no program: ${named}` };
  }
  const program = [
    ...names.map((name) => findProgram(name, env['PATH'])),
    ...(process.platform === 'darwin' ? places().map((place) => findProgram(basename(place), dirname(place))) : []),
  ].find((found) => found !== undefined);
  return program ? { is: 'found', program } : { is: 'missing', detail: 'no Chromium or Chrome is installed' };
}

const places = () =>
  ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
    apps.map((app) => join(folder, `${app}.app`, 'Contents', 'MacOS', app)),
  );
