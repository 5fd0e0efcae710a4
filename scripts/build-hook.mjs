// Bundles the Stop hook, for which an agent waits after every answer.
//
// 1. It is CommonJS in three files, each loaded by the one before if it is needed: the first `import()` of a process loads
//    the loader of ES modules, which takes longer than these files themselves.
// 2. V8 keeps the functions that one call has compiled, because compiling them takes as long as running them. V8 compares
//    only its own version and the length of the text, so the name of a file has the hash of its content.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { build } from 'esbuild';

/** By their names in the bundle, in the order in which they load each other. */
const files = {
  'stop-hook': 'packages/harness/src/stop-hook-main.ts',
  'stop-hook-session': 'packages/harness/src/workflows/issues-session/lead-session.ts',
  'stop-hook-document': 'packages/core/src/issue-loop/read-document.ts',
};

/** Part of the first file. V8 offers no `import()` to a text that it compiles with its cache, so the texts get this one. */
const loader = `const __import=(name)=>import(name);
const __load=(name)=>{
const{existsSync,readFileSync,renameSync,writeFileSync}=require("node:fs"),{Script}=require("node:vm");
const file=require("node:path").join(__dirname,name),cache=file+".cache";
const text="(function(exports,require,module,__load,__import){"+readFileSync(file,"utf8")+"\\n})";
const script=new Script(text,{filename:file,cachedData:existsSync(cache)?readFileSync(cache):undefined});
const loaded={exports:{}};
script.runInThisContext()(loaded.exports,require,loaded,__load,__import);
if(process.env.HARNESS_BUILD_CODE_CACHE)process.once("exit",()=>{
const draft=cache+"."+process.pid;writeFileSync(draft,script.createCachedData());renameSync(draft,cache)});
return loaded.exports};
`;

/** Returns the sources and the files of the bundle, the first one last. */
export async function buildHook({ root, common, plugins }) {
  const { metafile, outputFiles } = await build({
    ...common,
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    sourcemap: false,
    entryPoints: files,
    plugins: [loadEachOther(root), ...plugins],
  });
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path, '.cjs'), text]));
  const named = [];
  for (const name of Object.keys(files).reverse()) {
    const text = withLoads(name, texts.get(name), named);
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 10);
    named.push({ name, path: name === 'stop-hook' ? `${name}.cjs` : `${name}-${hash}.cjs`, contents: text });
  }
  return { metafile, outputFiles: named };
}

/** `loaded`: the files that this one may load. */
function withLoads(name, text, loaded) {
  const changed = loaded.reduce(
    (before, { name, path }) => before.replaceAll(`import("./${name}.cjs")`, `Promise.resolve(__load("./${path}"))`),
    text.replace(/import\(("node:[^"]+")\)/g, 'Promise.resolve(require($1))'),
  );
  const isFirst = name === 'stop-hook';
  return isFirst ? `${loader}${changed}` : changed.replace(/import\((?="\.\/)/g, '__import(');
}

const loadEachOther = (root) => ({
  name: 'load-each-other',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^(\.|@harness\/)/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === 'resolving') return undefined;
      const { path: source } = await resolve(path, { kind, resolveDir, pluginData: 'resolving' });
      const found = Object.entries(files).find(([, file]) => file === relative(root, source));
      return found && { path: `./${found[0]}.cjs`, external: true };
    });
  },
});

/** Compiles the files by two calls of the hook, which use all of them. Returns the names of the caches. */
export async function cacheHook(outdir, outputFiles) {
  const caches = outputFiles.filter(({ name }) => name !== 'stop-hook').map(({ path }) => `${path}.cache`);
  if (caches.every((name) => existsSync(join(outdir, name)))) return caches;
  const repo = await mkdtemp(join(tmpdir(), 'harness-build-'));
  await mkdir(join(repo, '.git'));
  await mkdir(join(repo, '.claude'));
  const file = join(repo, '.claude', 'harness-state.local.md');
  await writeFile(file, '---\nactive: true\niteration: 1\nmax_iterations: 9\n---\nGo on.\n');
  for (const issue of ['A-1', 'A-2']) {
    const input = JSON.stringify({ cwd: repo, last_assistant_message: `[ISSUE_COMPLETE: ${issue}]` });
    const env = { ...process.env, HARNESS_BUILD_CODE_CACHE: '1' };
    spawnSync(process.execPath, [join(outdir, 'stop-hook.cjs')], { input, env });
  }
  await rm(repo, { recursive: true, force: true });
  return caches;
}
