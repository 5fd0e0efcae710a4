/** English texts about add-ons: their purposes, and the results of `harness provider`. */
import type { AddOnName } from '../../providers/add-ons.ts';
import type { Messages } from '../messages.ts';

const purposes: Readonly<Record<AddOnName, string>> = {
  claude: 'to call Claude',
  esbuild: 'to read a configuration that is written as code',
  browser: 'to look at pages with a browser',
  languages: 'to read the code graph of languages other than JavaScript and TypeScript',
};

export const purposeOf = (name: string): string => purposes[name as AddOnName] ?? name;

export const addOnSentences: Messages['addOns'] = {
  purpose: ({ name }) => `needed ${purposeOf(name)}`,
  'is-missing': ({ command }) => `not installed; ${command}`,
  'is-added': ({ version, tested }) =>
    version === tested ? `${version}` : `${version}, but harness is tested with ${tested}`,
  'is-beside': ({ version }) => `${version}, beside harness`,
  confirm: ({ packages, megabytes }) =>
    `Download ${packages} (about ${megabytes} MB) with npm to your home folder? Type yes.`,
  added: ({ packages, path }) => `Installed ${packages} in ${path}.`,
  unneeded: ({ name, path }) => `${name} is already installed in ${path}.`,
  removed: ({ path }) => `Removed ${path}.`,
  'not-there': ({ path }) => `There is nothing to remove: ${path} does not exist.`,
  declined: () => 'Nothing was downloaded.',
  'program-warning': ({ program, version, tested, update }) =>
    `The version of ${program} is ${version}. harness is tested with ${tested} and later; to update: ${update}`,
};
