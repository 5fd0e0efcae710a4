// Makes the package that `npm install --global` installs: one tarball in `dist`, without a dependency or an install script.
//
// Everything in it is listed here. Users add further parts with `harness provider add`.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPackagedCli } from './build.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

/** The last two exist once there is a plugin. */
const copied = ['bin', 'examples', 'schema', 'README.md', 'LICENSE', 'plugins', '.claude-plugin'];
const completions = { bash: 'harness.bash', zsh: '_harness', fish: 'harness.fish' };

await mkdir(dist, { recursive: true });
const folder = await mkdtemp(join(dist, 'package-')); // two processes may make one at once
try {
  const sources = await buildPackagedCli(join(folder, 'dist', 'cli'));
  for (const name of copied.filter((one) => existsSync(join(root, one))))
    await cp(join(root, name), join(folder, name), { recursive: true });
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`);
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES.txt'), await licences(sources));
  await mkdir(join(folder, 'completions'));
  for (const [shell, name] of Object.entries(completions))
    await writeFile(
      join(folder, 'completions', name),
      run(process.execPath, [join(folder, 'bin', 'harness.mjs'), 'completion', shell]),
    );
  const [packed] = JSON.parse(run('npm', ['pack', folder, '--pack-destination', folder, '--json', '--ignore-scripts']));
  await rename(join(folder, packed.filename), join(dist, packed.filename));
  console.log(
    `dist/${packed.filename}: ${packed.size} bytes, ${packed.unpackedSize} bytes in ${packed.entryCount} files when installed`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Without dependencies and scripts. The Claude Agent SDK has no free licence, so a user installs it, or not. */
async function manifest() {
  const read = async (path) => JSON.parse(await readFile(join(root, path), 'utf8'));
  const { version, license, engines } = await read('package.json');
  const { dependencies } = await read('packages/effects/package.json');
  const sdk = '@anthropic-ai/claude-agent-sdk';
  return {
    name: 'harness',
    version,
    description: 'Runs coding agents on a repository: implement, check, review and repair. Every run can be resumed.',
    license,
    type: 'module',
    bin: { harness: 'bin/harness.mjs' },
    engines: { node: engines.node },
    peerDependencies: { [sdk]: `~${dependencies[sdk]}` },
    peerDependenciesMeta: { [sdk]: { optional: true } },
  };
}

/** The licences of all packages that are part of the bundle. */
async function licences(sources) {
  const folders = new Set(sources.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
  const texts = await Promise.all([...folders].sort().map(licenceOf));
  return `harness contains parts of these packages.\n\n${texts.join('\n')}`;
}

async function licenceOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'));
  const files = (await readdir(join(root, folder))).filter((file) => /^(licen[cs]e|notice)/i.test(file)).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(root, folder, file), 'utf8')));
  return `${'='.repeat(80)}\n${name} ${version} (${license})\n\n${texts.join('\n')}`;
}

function run(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}
