/** All languages of the code graph. JavaScript and TypeScript have their own parser and resolver. */
import type { SourceLanguage } from '../language.ts';
import { cSharp } from './c-sharp.ts';
import { cpp } from './cpp.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { rust } from './rust.ts';

export const languages: readonly SourceLanguage[] = [python, go, rust, java, ruby, php, cSharp, cpp];

const byExtension = new Map(
  languages.flatMap((language) => language.extensions.map((ext) => [ext, language] as const)),
);
const javaScript = /\.(?:[jt]sx?|[cm][jt]s)$/;

/** `undefined` if the file is no module of the graph. Packages that are committed belong to other people. */
export function findLanguage(path: string): SourceLanguage | 'javascript' | undefined {
  if (/(^|\/)node_modules\//.test(path) || /\.min\.[cm]?js$/.test(path)) return undefined;
  if (javaScript.test(path)) return 'javascript';
  return byExtension.get(path.slice(path.lastIndexOf('.') + 1));
}

/** Files that name packages and their folders. */
export const isConfigFile = (path: string): boolean =>
  /(^|\/)(package\.json|[jt]sconfig[^/]*\.json|pnpm-workspace\.yaml|go\.mod|Cargo\.toml)$/.test(path) &&
  !/(^|\/)node_modules\//.test(path);
