/** Finds an installed Chromium: the configured one, otherwise one of the usual names and folders; downloads none. */
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { addOnCommand, mainPackage } from '@harness/core/providers/add-ons';
import { findAddOn } from '../add-ons/find.ts';
import { findProgram } from '../process/find.ts';

export const browserVariable = 'HARNESS_CHROMIUM';
/** Includes fonts, because without them screenshots are blank. */
const installBrowser =
  process.platform === 'darwin' ? 'brew install --cask chromium' : 'apt-get install chromium fonts-dejavu-core';

const names = [
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'chrome-headless-shell'],
  ...['microsoft-edge', 'brave-browser'],
];
const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'];

/** `install`: the command that installs the missing part. */
export type FindBrowserResult =
  | { readonly is: 'found'; readonly program: string }
  | { readonly is: 'missing'; readonly detail: string; readonly install: string };

/** A browser, and the package that controls it. */
export function findBrowser(env: NodeJS.ProcessEnv): FindBrowserResult {
  if (findAddOn('browser') !== undefined) return findProgramOfBrowser(env);
  const detail = `${mainPackage('browser')}, which controls a browser, is not installed`;
  return { is: 'missing', detail, install: addOnCommand('browser') };
}

/** If the variable names a missing browser, no other one is used: the user wants exactly this one. */
function findProgramOfBrowser(env: NodeJS.ProcessEnv): FindBrowserResult {
  const missing = (detail: string) => ({ is: 'missing', detail, install: installBrowser }) as const;
  const named = env[browserVariable]?.trim();
  if (named) {
    const program = findProgram(basename(named), dirname(named));
    return program ? { is: 'found', program } : missing(`${browserVariable} is not a program: ${named}`);
  }
  const program = [
    ...names.map((name) => findProgram(name, env['PATH'])),
    ...(process.platform === 'darwin' ? places().map((place) => findProgram(basename(place), dirname(place))) : []),
  ].find((found) => found !== undefined);
  return program ? { is: 'found', program } : missing('no Chromium or Chrome is installed');
}

const places = () =>
  ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
    apps.map((app) => join(folder, `${app}.app`, 'Contents', 'MacOS', app)),
  );
