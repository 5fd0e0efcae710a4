// Puts files that are always loaded together into one chunk. Every chunk is a file that takes time to open and a block of
// the disk, and esbuild makes a chunk for every set of files that are imported lazily.
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/**
 * `loaded.ts` and `machines.ts` of core load all of the first two, and every host of a run loads all parts. Commands that
 * start a run share nearly all of their code, and the parts of providers are small. The commands of the queue and of the
 * issue loop stay apart, because a supervisor must be small and a Stop hook fast.
 */
const groups = {
  logic: /^packages\/core\/src\/workflows\/.*\/logic\.ts$/,
  machines: /^packages\/core\/src\/workflows\/.*\/(?:machine|watch)\.ts$/,
  commands:
    /^packages\/harness\/src\/(?:workflows\/(?!queue\/|issues\/)[\w-]+\/command|cli\/(?:demo|resume|stop))\.ts$/,
  providers: /^packages\/harness\/src\/providers\/[\w-]+\/parts\.ts$/,
  parts: /^packages\/harness\/src\/workflows\/[\w-]+\/parts\.ts$/,
};

/** `files`: the sources of the bundle. `first` is imported before each group. */
export function loadTogether(root, files, first) {
  const namesOf = (group) => files.filter((path) => groups[group].test(path));
  const groupOf = (path) => Object.keys(groups).find((group) => namesOf(group).includes(path));
  const nameOf = (path) => path.replace(/\W/g, '_');
  return {
    name: 'load-together',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^together:/ }, ({ path }) => ({ path, namespace: 'together' }));
      onLoad({ filter: /.*/, namespace: 'together' }, ({ path }) => {
        const exported = namesOf(path.replace('together:', '')).map(
          (file) => `export * as ${nameOf(file)} from ${JSON.stringify(join(root, file))};`,
        );
        return { contents: `import ${JSON.stringify(join(root, first))};${exported.join('')}`, resolveDir: root };
      });
      onLoad(
        { filter: /\/(?:workflows\/[\w-]+\/(?:workflow|logic|index)|providers\/[\w-]+\/index|cli\/commands)\.ts$/ },
        async ({ path }) => {
          const contents = (await readFile(path, 'utf8')).replace(/import\('(\.[^']+)'\)/g, (whole, specifier) => {
            const file = relative(root, join(dirname(path), specifier));
            const group = groupOf(file);
            return group ? `import('together:${group}').then((all) => all.${nameOf(file)})` : whole;
          });
          return { contents, loader: 'ts' };
        },
      );
    },
  };
}
