// Starts the program `harness` for the MCP server and the Stop hook of this plugin. Claude copies a plugin into its cache, so
// the program is elsewhere: in the clone around this file, on PATH, or in the folder of the marketplace.
const { existsSync, readFileSync, realpathSync, writeSync } = process.getBuiltinModule('node:fs');
const { delimiter, dirname, join } = process.getBuiltinModule('node:path');

const program = 'bin/harness.mjs';
const isHook = process.argv[2] === 'issues' && process.argv[3] === 'stop-hook';

/** This folder and the folders above it, nearest first. */
function* foldersAbove(folder) {
  yield folder;
  if (dirname(folder) !== folder) yield* foldersAbove(dirname(folder));
}

/** After most turns no loop is active, and nothing else may be loaded. The program looks at the file itself. */
const mayBeActive = () =>
  [...foldersAbove(process.cwd())].some((folder) => existsSync(join(folder, '.claude', 'harness-state.local.md')));

const inClone = () => join(import.meta.dirname, '..', '..', '..', program);

function* onPath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const found = join(folder, 'harness');
    // A link of npm leads to the script; any other program of this name is not ours.
    if (folder !== '' && existsSync(found)) yield realpathSync(found);
  }
}

/** Claude lists the folders of its marketplaces above its copies of plugins. */
function* inMarketplaces() {
  for (const folder of foldersAbove(import.meta.dirname)) {
    const list = join(folder, 'known_marketplaces.json');
    if (!existsSync(list)) continue;
    for (const { installLocation } of Object.values(JSON.parse(readFileSync(list, 'utf8'))))
      if (typeof installLocation === 'string') yield join(installLocation, program);
  }
}

function findProgram() {
  for (const path of [inClone(), ...onPath(), ...inMarketplaces()])
    if (path.endsWith('harness.mjs') && existsSync(path)) return path;
  return undefined;
}

if (!isHook || mayBeActive()) {
  const found = findProgram();
  if (found === undefined) {
    writeSync(2, 'The program harness was not found. Install it, or add your clone of harness as a marketplace.\n');
    process.exit(isHook ? 0 : 1);
  }
  process.argv[1] = found; // it starts its runs by this path
  await import(process.getBuiltinModule('node:url').pathToFileURL(found).href);
}
