/**
 * Resolves the imports of JavaScript and TypeScript without a native package, for an installation that has none.
 *
 * It has the part of oxc-resolver that the harness calls. The paths of the nearest `tsconfig.json` count, as there.
 */
import {
  existsSync,
  lstat,
  lstatSync,
  readdir,
  readdirSync,
  readFile,
  readFileSync,
  readlink,
  readlinkSync,
  stat,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { CachedInputFileSystem, ResolverFactory as Factory, type ResolveOptionsOptionalFS } from 'enhanced-resolve';

interface Options {
  readonly extensions: readonly string[];
  readonly extensionAlias: Readonly<Record<string, readonly string[]>>;
  readonly conditionNames: readonly string[];
  readonly mainFields: readonly string[];
  readonly tsconfig?: 'auto';
}

interface Resolved {
  readonly path?: string;
}

const reading = {
  lstat,
  lstatSync,
  readdir,
  readdirSync,
  readFile,
  readFileSync,
  readlink,
  readlinkSync,
  stat,
  statSync,
};

/** Long enough for all lookups of one process. */
const cacheMs = 60_000;

/** @public A process of its own imports it, by the address of the bundled file. */
export class ResolverFactory {
  readonly #options: Options;
  readonly #files = new CachedInputFileSystem(reading, cacheMs);
  readonly #resolvers = new Map<string, ReturnType<typeof Factory.createResolver>>();

  constructor(options: Options) {
    this.#options = options;
  }

  resolveFileSync(file: string, specifier: string): Resolved {
    const tsconfig = this.#options.tsconfig === 'auto' ? this.#nearest(dirname(file)) : undefined;
    return this.#resolve(tsconfig, dirname(file), specifier);
  }

  sync(folder: string, specifier: string): Resolved {
    return this.#resolve(undefined, folder, specifier);
  }

  #resolve(tsconfig: string | undefined, folder: string, specifier: string): Resolved {
    try {
      const path = this.#resolver(tsconfig).resolveSync({}, folder, specifier);
      return typeof path === 'string' ? { path: path.replace(/[?#].*$/, '') } : {};
    } catch {
      return {}; // a package that is not here, or a configuration that cannot be read
    }
  }

  #resolver(tsconfig: string | undefined) {
    const known = this.#resolvers.get(tsconfig ?? '');
    if (known) return known;
    const { extensions, extensionAlias, conditionNames, mainFields } = this.#options;
    const options: ResolveOptionsOptionalFS = {
      fileSystem: this.#files,
      useSyncFileSystemCalls: true,
      extensions: [...extensions],
      extensionAlias: Object.fromEntries(Object.entries(extensionAlias).map(([name, list]) => [name, [...list]])),
      conditionNames: [...conditionNames],
      mainFields: [...mainFields],
      ...(tsconfig === undefined ? {} : { tsconfig: { configFile: tsconfig, references: 'auto' as const } }),
    };
    const made = Factory.createResolver(options as Parameters<typeof Factory.createResolver>[0]);
    this.#resolvers.set(tsconfig ?? '', made);
    return made;
  }

  #nearest(folder: string): string | undefined {
    const path = join(folder, 'tsconfig.json');
    if (existsSync(path)) return path;
    return dirname(folder) === folder ? undefined : this.#nearest(dirname(folder));
  }
}
