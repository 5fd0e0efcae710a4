/** Checks the source files against the package rules of ARCHITECTURE.md and the conventions of this repository. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { controlRefusals } from '@harness/core/control/refusal';
import { questions } from '@harness/core/effects/question';
import { failureCodes } from '@harness/core/failure/failure';
import { refusals } from '@harness/core/failure/refusal';
import { en } from '@harness/core/messages/en';
import { lineCodes } from '@harness/core/views/line-codes';
import type { Workflow } from '@harness/core/workflow';
import { modules } from '@harness/core/workflows/list';
import { describe, expect, test } from 'vitest';
import { providerNames } from './packages/core/src/providers/providers.ts';
import { roleIds } from './packages/core/src/role/role-ids.ts';
import { version } from './packages/harness/src/version.ts';
import { isolatedTests } from './scripts/isolated-tests.ts';

const root = import.meta.dirname;
/** The packages that each package may import. No package imports web. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  engine: ['core'],
  effects: ['core'],
  harness: ['core', 'engine', 'effects'],
  web: ['core'],
};
const packages = Object.keys(mayImport);

interface Source {
  readonly pkg: string;
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Readonly<Record<string, unknown>>;
const isTypeScript = (path: string) => /\.tsx?$/.test(path);
/** Tests and files that only tests use: shared suites, fixtures and slow tests. */
const isForTests = (path: string) =>
  /\.(test|slow|contract|suite)\.tsx?$|\/testing\/|(^|\/)(test-[^/]+|scratch)\.tsx?$/.test(path);

const files = packages.flatMap((pkg) => {
  const folder = join(root, 'packages', pkg, 'src');
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return names.filter(isTypeScript).map((name): Source => {
    const text = readFileSync(join(folder, name), 'utf8');
    return { pkg, path: `packages/${pkg}/src/${name}`, text, imports: importsIn(text) };
  });
});
const sources = files.filter(({ path }) => !isForTests(path));

/** The modules that a file imports, re-exports or loads lazily. */
function importsIn(text: string): readonly string[] {
  const forms = [/^(?:import|export)\b[^'"`;]*?\bfrom '([^']+)'/gm, /^import '([^']+)'/gm, /\bimport\('([^']+)'\)/g];
  return forms.flatMap((form) => [...text.matchAll(form)].map(([, name = '']) => name));
}

/** Lists every violation of a rule as `path: violation`; empty if there is none. */
const breaches = (checked: readonly Source[], violationsIn: (source: Source) => readonly string[]) =>
  checked.flatMap((source) => violationsIn(source).map((violation) => `${source.path}: ${violation}`));
const packageOf = (name: string) => /^@harness\/([^/]+)/.exec(name)?.[1];
const isRelative = (name: string) => name.startsWith('.');
const isNode = (name: string) => name.startsWith('node:') || builtinModules.includes(name);
const isThirdParty = (name: string) => !isRelative(name) && !isNode(name) && packageOf(name) === undefined;
const moduleOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
const dependenciesOf = (pkg: string) =>
  Object.keys((json(`packages/${pkg}/package.json`)['dependencies'] ?? {}) as object);

/**
 * Matches a literal that is a role id, a prefix of role ids with its dot (also in a regular expression), or a workflow id.
 * `plan`, `fidelity` and `proof` are excluded, because an answer and effects have these names. Codes such as `plans.conflict` do
 * not match.
 */
const workflowName = (() => {
  const folders = readdirSync(join(root, 'packages/core/src/workflows'), { withFileTypes: true });
  const workflows = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const ids = workflows.filter((name) => !['plan', 'fidelity', 'proof'].includes(name));
  const prefixes = [...new Set([...roleIds.map((id) => id.split('.')[0]), ...workflows])];
  const whole = [...roleIds, ...prefixes.map((name) => `${name}.`), ...ids].map((name) => name.replace('.', '\\.'));
  return new RegExp(`(['"\`])(?:${whole.join('|')})\\1|/\\^?(?:${prefixes.join('|')})\\\\\\.`, 'g');
})();
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

/** The only files that write a draft and rename it. */
const replacing = [
  'engine/src/store/durable-file.ts',
  'effects/src/file/replace-file.ts',
  'effects/src/file/place-files.ts',
];
/** Files that rename an existing file or folder: into its place, into the archive, or aside. */
const moving = [
  'effects/src/add-ons/install.ts', // an installed add-on
  'effects/src/check/runner-reports.ts', // a report of pytest, aside
  'effects/src/features/plan-edit.ts', // an edited plan, aside
  'effects/src/forge/local/local-repository.ts', // a new bare repository
  'effects/src/git/dependencies/install-dependencies.ts', // a folder of packages
  'effects/src/git/dependencies/lane-dependencies.ts', // a folder of packages
  'effects/src/git/worktree/snapshot-cache.ts', // an index that git wrote
  'effects/src/git/worktree/worktree.ts', // a removed lane, and a foreign .git, aside
  'effects/src/issues/uncovered-files.ts', // outputs of a discarded group, aside
  'effects/src/room/kept-dependencies.ts', // a copy of packages
  'engine/src/store/file-inbox.ts', // an unreadable message, aside
  'engine/src/store/run-folders.ts', // a run, to the archive
  'engine/src/store/socket-lock.ts', // a link to the socket of a lock
  'harness/src/run/live-file.ts', // a full log, aside
  'harness/src/workflows/autopilot/state-file.ts',
  'harness/src/workflows/mission/archive-mission.ts', // the files of a mission, to the archive
  'harness/src/workflows/queue/queue-state-file.ts', // a corrupt state, aside
  'harness/src/workflows/task/find-session.ts', // a corrupt state, aside
];

test('the source files and their imports are found', () => {
  expect(sources.length).toBeGreaterThanOrEqual(60);
  expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(200);
});

test('every form of import is recognised', () => {
  const text = `import 'a';\nimport b from 'b';\nimport {\n  c,\n} from 'c';\nexport * from 'd';\nconst e = () => import('e');\nconst no = "from 'x'";`;
  expect([...importsIn(text)].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

describe('packages', () => {
  test.each(packages)('%s imports only its allowed packages', (pkg) => {
    const own = files.filter((file) => file.pkg === pkg);
    const strays = breaches(own, ({ imports }) =>
      imports.filter((name) => packageOf(name) !== undefined && !mayImport[pkg]?.includes(packageOf(name) ?? '')),
    );
    expect(strays).toEqual([]);
  });

  test.each(packages)('no relative import leaves %s', (pkg) => {
    const home = join(root, 'packages', pkg, 'src');
    const strays = breaches(
      files.filter((file) => file.pkg === pkg),
      ({ path, imports }) =>
        imports.filter((name) => isRelative(name) && relative(home, resolve(root, path, '..', name)).startsWith('..')),
    );
    expect(strays).toEqual([]);
  });

  test('core uses neither Node nor the DOM and imports only zod, transliteration, tinyld and yaml', () => {
    const own = sources.filter(({ pkg }) => pkg === 'core');
    const strays = breaches(own, ({ imports }) =>
      imports.filter((name) => !isRelative(name) && !['zod', 'transliteration', 'tinyld/light', 'yaml'].includes(name)),
    );
    expect(strays).toEqual([]);
    expect(json('packages/core/tsconfig.json')).toMatchObject({ compilerOptions: { types: [], lib: ['es2023'] } });
  });

  test('E4 the engine imports no workflow', () => {
    const own = sources.filter(({ pkg }) => pkg === 'engine');
    expect(
      breaches(own, ({ imports }) => imports.filter((name) => name.startsWith('@harness/core/workflows'))),
    ).toEqual([]);
  });

  test('effects and engine name no workflow and no role: they use the capabilities of a role', () => {
    const strays = breaches(
      sources.filter(({ pkg }) => pkg === 'effects' || pkg === 'engine'),
      ({ text }) => [...withoutComments(text).matchAll(workflowName)].map(([name]) => name),
    );
    expect(strays).toEqual([]);
  });

  test('the pattern matches workflow ids, role ids and their prefixes', () => {
    const named = [
      "role === 'task.evaluator'",
      "role.startsWith('mission.')",
      "machine !== 'converge'",
      '/^mission\\./',
    ];
    const free = [
      "kind: 'fidelity'",
      "is: 'plan'",
      "fail('plans.conflict')",
      "code === 'site.exists'",
      "// 'mission.'",
    ];
    expect(named.filter((line) => withoutComments(line).match(workflowName) === null)).toEqual([]);
    expect(free.filter((line) => withoutComments(line).match(workflowName) !== null)).toEqual([]);
  });

  test('product code imports no test code', () => {
    const strays = breaches(sources, ({ path, imports }) =>
      imports.filter((name) => name === 'vitest' || (isRelative(name) && isForTests(resolve('/', path, '..', name)))),
    );
    expect(strays).toEqual([]);
  });
});

describe('provider modules', () => {
  const names = providerNames.join('|');
  const isProviderFile = new RegExp(
    `^packages/(core/src/providers/((${names})|list|add-ons)|effects/src/agent/(${names})/|harness/src/providers/(${names})/)`,
  );

  test('name their provider only in their own files and in the list', () => {
    const literal = new RegExp(`'(${names})'`, 'g');
    const others = sources.filter(({ path }) => !isProviderFile.test(path));
    expect(breaches(others, ({ text }) => text.match(literal) ?? [])).toEqual([]);
    expect(sources.filter(({ path }) => isProviderFile.test(path)).length).toBeGreaterThan(50);
  });

  test('import neither packages nor implementations in the files that every command loads', () => {
    const light = sources.filter(({ path }) =>
      /^packages\/(core\/src\/providers\/(?!acp-choice)|harness\/src\/providers\/([\w-]+\/index|list)\.ts$)/.test(path),
    );
    const heavy = (text: string) =>
      [...text.matchAll(/^import (?!type )[^;]*? from '([^']+)';/gm)].map(([, name = '']) => name);
    const strays = breaches(light, ({ text }) =>
      heavy(text).filter((name) => isThirdParty(name) || name.startsWith('@harness/effects/')),
    );
    expect(strays).toEqual([]);
    expect(light.length).toBeGreaterThan(10);
  });
});

describe('dependencies', () => {
  test.each(packages)('%s imports every dependency that it declares', (pkg) => {
    const imported = files.filter((file) => file.pkg === pkg).flatMap(({ imports }) => imports.map(moduleOf));
    expect(dependenciesOf(pkg).filter((name) => !imported.includes(name))).toEqual([]);
  });

  test.each(packages)('%s declares every dependency that it imports', (pkg) => {
    const strays = breaches(
      sources.filter((file) => file.pkg === pkg),
      ({ imports }) =>
        imports
          .filter(isThirdParty)
          .map(moduleOf)
          .filter((name) => !dependenciesOf(pkg).includes(name)),
    );
    expect(strays).toEqual([]);
  });

  test('all packages have the version that the command prints', () => {
    for (const path of ['package.json', ...packages.map((pkg) => `packages/${pkg}/package.json`)])
      expect([path, json(path)['version']]).toEqual([path, version]);
  });
});

describe('exports', () => {
  /** Exports of lazily loaded modules; a list uses these names. */
  const loaded = ['run', 'logic', 'parts'];
  const exceptions: Readonly<Record<string, string>> = {
    entrySchema: 'the type of an entry is inferred from it, and tests check journals with it',
    createClock: 'creates the system clock, and clocks of tests',
    ask: 'for the questions of a new workflow',
    either: 'passed to the facts of providers, with the other kinds of settings',
    progressOf: 'for the progress lines of a new workflow',
    mutantKinds: 'tests use each kind',
    issuesOperations: 'the explorer of the issue loop samples each',
    trackerOperations: 'the explorer of the issue loop samples each',
    parseSync: 'a process of its own imports it, by the address of the bundled file',
    ResolverFactory: 'a process of its own imports it, by the address of the bundled file',
    helpPages: 'scripts/build.mjs writes them into the bundle',
  };
  const others = ['scripts', '.'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter(isTypeScript)
      .map((name) => ({ path: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') })),
  );
  const fileOf = (path: string, name: string) => {
    const [, pkg, file] = /^@harness\/([^/]+)\/(.+)$/.exec(name) ?? [];
    return pkg === undefined ? relative(root, resolve(root, path, '..', name)) : `packages/${pkg}/src/${file}.ts`;
  };
  const importers = new Map<string, { readonly path: string; readonly text: string }[]>();
  for (const user of [...sources, ...others])
    for (const name of importsIn(user.text)) {
      const file = fileOf(user.path, name);
      importers.set(file, [...(importers.get(file) ?? []), user]);
    }
  /** The texts of all importers, including importers of files that re-export the module. */
  const usersOf = (path: string): readonly string[] =>
    (importers.get(path) ?? []).flatMap((user) =>
      user.text.includes('export * from') ? [user.text, ...usersOf(user.path)] : [user.text],
    );

  test('are used by another product file, not only by tests', () => {
    const unused = breaches(sources, ({ path, text }) => {
      const users = usersOf(path);
      const isUsed = (name: string) => users.some((user) => new RegExp(`\\b${name}\\b`).test(user));
      return [...text.matchAll(/^export (?:async )?(?:const|class|function\*?) (\w+)/gm)]
        .map(([, name = '']) => name)
        .filter((name) => !loaded.includes(name) && !(name in exceptions) && !isUsed(name));
    });
    expect(unused).toEqual([]);
  });
});

describe('settings', () => {
  interface Schema {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly items?: Schema;
    readonly anyOf?: readonly Schema[];
    readonly enum?: readonly string[];
  }
  interface Setting {
    readonly path: readonly string[];
    readonly choices: readonly string[];
  }
  const settingsIn = (schema: Schema, path: readonly string[] = []): readonly Setting[] => {
    const forms = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
    const below = [
      ...Object.entries(schema.properties ?? {}).flatMap(([key, one]) => settingsIn(one, [...path, key])),
      ...forms.flatMap((form) => settingsIn(form, path)),
    ];
    return schema.enum || below.length === 0 ? [{ path, choices: schema.enum ?? [] }, ...below] : below;
  };
  const all = settingsIn(json('schema/harness.config.schema.json') as Schema).filter(
    ({ path }) => path[0] !== '$schema',
  );
  const readers = sources
    .filter(
      ({ path }) => !/^packages\/core\/src\/(config|messages)\/|\/workflows\/[^/]+\/(config|en|ko)\.ts$/.test(path),
    )
    .map(({ text }) => withoutComments(text).replace(/^import [^;]*;$/gm, ''));
  const has = (text: string, word: string) => new RegExp(`\\b${word}\\b`).test(text);
  /** A common word counts only beside the names of its sections; a long one is passed on with its section. */
  const isRead = ({ path }: Setting) =>
    readers.some(
      (text) =>
        path.every((key) => has(text, key)) || ((path.at(-1)?.length ?? 0) > 12 && has(text, path.at(-1) ?? '')),
    );

  test('are read by code, each of them', () => {
    expect(all.length).toBeGreaterThan(80);
    expect(all.filter((setting) => !isRead(setting)).map(({ path }) => path.join('.'))).toEqual([]);
  });

  test('have no choice that no code names, but for one that is the default', () => {
    /** Passed to the providers as they are. */
    const passedOn = ['reasoningEffort'];
    const unnamed = all
      .filter(({ path }) => !passedOn.includes(path.at(-1) ?? ''))
      .map(({ path, choices }) => ({
        path,
        choices: choices.filter((one) => !readers.some((text) => text.includes(`'${one}'`))),
      }));
    expect(unnamed.filter(({ choices }) => choices.length > 1)).toEqual([]);
  });
});

describe('source files', () => {
  const lines = (text: string) => text.trimEnd().split('\n').length;
  const vague = /(^|[/-])(utils?|helpers?|common|types?|managers?|services?)([./-]|$)/i;
  const unsafe = /\bas any\b|:\s*any\b(?=\s*[,;)=\]}>|&])|<any\b|\bany\[\]|@ts-(?:ignore|nocheck)/;

  test('start with a comment', () => {
    expect(breaches(sources, ({ text }) => (text.startsWith('/**') ? [] : ['no first comment']))).toEqual([]);
  });

  test('have specific names: no utils, helpers, types, managers or services', () => {
    expect(files.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([]);
  });

  test('have at most 300 lines', () => {
    expect(breaches(sources, ({ text }) => (lines(text) > 300 ? [`${lines(text)} lines`] : []))).toEqual([]);
  });

  test('rename files only in the listed places', () => {
    const naming = /^import [^;]*\b(?:rename|link)(?:Sync)?\b[^;]* from 'node:fs|^import [^{;]* from 'node:fs/m; // by name, or all of it
    const named = sources.filter(({ text }) => naming.test(text)).map(({ path }) => path);
    expect(named.sort()).toEqual([...replacing, ...moving].map((path) => `packages/${path}`).sort());
  });

  test('print only in the listed places, which make text printable', () => {
    const printing = /\bconsole\.|\b(stdout|stderr)\.write\(|\bwriteSync\((1|2)\b/;
    const places = ['cli/output', 'cli/program', 'control/refusal-response', 'main'];
    const named = sources.filter(({ pkg, text }) => pkg === 'harness' && printing.test(text)).map(({ path }) => path);
    expect(named.sort()).toEqual(places.map((name) => `packages/harness/src/${name}.ts`));
  });

  test('run alone if they are tests that mock a module', () => {
    const replaces = files.filter(({ path, text }) => path.endsWith('.test.ts') && text.includes('vi.mock('));
    expect(replaces.map(({ path }) => path).filter((path) => !isolatedTests.includes(path))).toEqual([]);
    expect(isolatedTests.filter((path) => !files.some((file) => file.path === path))).toEqual([]);
  });

  test('contain no any and no @ts-ignore', () => {
    expect(breaches(files, ({ text }) => text.split('\n').filter((line) => unsafe.test(line)))).toEqual([]);
  });
});

describe('workflow modules', () => {
  /** The lists, and the questions that journals contained before workflows became modules. */
  const exempt = [
    ...['core', 'harness'].map((pkg) => `packages/${pkg}/src/workflows/list.ts`),
    'packages/core/src/effects/question.ts',
  ];
  /** Shared codes, even if a module has a code of the same name. */
  const sharedCodes = new Set<string>([...failureCodes, ...Object.keys(lineCodes), ...Object.keys(controlRefusals)]);
  const folderOf = (id: string) => new RegExp(`^packages/(core|harness)/src/workflows/${id}/`);
  const shared = (id: string) => sources.filter(({ path }) => !folderOf(id).test(path) && !exempt.includes(path));
  const codesOf = ({ codes }: Workflow) =>
    [codes.refusals, codes.questions, codes.progress].flatMap((table) => Object.keys(table ?? {}));
  /** Only names with a dot or a hyphen are checked, because `plan` is also an ordinary word. */
  const isUnmistakable = (name: string) => /[.-]/.test(name);

  test.each(modules.map((module) => [module.id, module] as const))(
    'only %s names its roles, codes and machines',
    (id, module) => {
      const names = [...module.roles, ...codesOf(module), ...module.machines].filter(
        (name) => isUnmistakable(name) && !sharedCodes.has(name),
      );
      const named = new RegExp(`'(?:${names.map((name) => name.replaceAll('.', '\\.')).join('|')})'`);
      const compared = new RegExp(
        `\\b(?:machine|workflow)\\b[^\\n]{0,12}(?:===|!==) '(?:${module.machines.join('|')})'`,
      );
      expect(
        breaches(shared(id), ({ text }) =>
          text.split('\n').filter((line) => (names.length > 0 && named.test(line)) || compared.test(line)),
        ),
      ).toEqual([]);
    },
  );

  test('import no file that is computed from the list, and no description or logic of another module', () => {
    const computed = /\/(workflows\/(list|loaded|machines)|messages\/index|config\/schema|role\/role-ids)\.ts$/;
    const own = sources.filter(({ path }) => /^packages\/core\/src\/workflows\/[^/]+\//.test(path));
    const strays = breaches(own, ({ path, imports }) =>
      imports
        .filter((name) => !(path.endsWith('/workflow.ts') && name === './logic.ts'))
        .filter((name) => computed.test(resolve('/', path, '..', name)) || /(^|\/)(logic|workflow)\.ts$/.test(name))
        .filter((name) => resolve('/', path, '..', name) !== '/packages/core/src/workflow.ts'),
    );
    expect(strays).toEqual([]);
  });

  test('load only their command descriptions at start', () => {
    const light =
      /^(\.\.\/\.\.\/cli\/(command|options)\.ts|@harness\/core\/(failure\/refusal|plans\/phases|trust\/work-kind|workflows\/[^/]+\/codes))$/;
    const own = sources.filter(({ path }) => /^packages\/harness\/src\/workflows\/[^/]+\/index\.ts$/.test(path));
    expect(own.length).toBeGreaterThanOrEqual(modules.length - 4); // deliver, base-checks, acceptance and proof have no command
    const strays = breaches(own, ({ text, imports }) =>
      imports.filter((name) => !light.test(name) && !text.includes(`import('${name}')`)),
    );
    expect(strays).toEqual([]);
  });

  test('start and host runs only in the listed files', () => {
    const uses = (call: RegExp) =>
      sources
        .filter(({ text }) => call.test(text))
        .map(({ path }) => path)
        .sort();
    expect(uses(/\.own\(/).filter((path) => path.startsWith('packages/harness'))).toEqual([
      'packages/harness/src/run/host-run.ts',
      'packages/harness/src/workflows/issues-session/lead-session.ts', // a Stop hook has no time for other workflows
      'packages/harness/src/workflows/task/folder.ts', // finds out whether another process owns a run
    ]);
    expect(uses(/\bstartAndDriveRun\(/).filter((path) => path.startsWith('packages/harness'))).toEqual([
      'packages/harness/src/run/start-run.ts',
      'packages/harness/src/workflows/queue/drive-queue-run.ts',
    ]);
  });

  test('keep their own codes: the shared tables do not grow', () => {
    expect(Object.keys(questions)).toHaveLength(5);
    expect(Object.keys(refusals).length).toBeLessThanOrEqual(63);
    expect(Object.keys(en).length).toBeLessThanOrEqual(25);
  });
});
