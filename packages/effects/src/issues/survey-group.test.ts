/** Tests which saved files count as planned. */
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readArtifact } from '../artifact/store.ts';
import { clearScratch } from '../git/scratch.ts';
import { answerOf, type IssueScratch, issueScratch } from './scratch.ts';
import { performSurveyGroup } from './survey-group.ts';

afterAll(clearScratch);

async function survey(repo: IssueScratch, files: readonly string[]) {
  const context = repo.contextOf('3/survey');
  const found = await answerOf(repo, async () =>
    performSurveyGroup(context, { lane: repo.lane, checkpoint: await repo.save(), files }),
  );
  if (typeof found === 'string') throw new Error(found);
  return { ...found, diff: readArtifact(context.runFolder, found.diff, 100_000) };
}

describe('I-66 the files of a group', () => {
  test('are those that its globs name; others are outside, and the diff has both', async () => {
    const repo = issueScratch();
    repo.write('src/main.ts', 'export const one = 1;\n');
    repo.write('src/deep/new.ts', 'export const two = 2;\n');
    repo.write('docs/a.md', 'a\n');
    const { diff, ...found } = await survey(repo, ['src/**']);
    expect(found).toEqual({ changed: ['docs/a.md', 'src/deep/new.ts', 'src/main.ts'], outside: ['docs/a.md'] });
    expect(diff).toContain('+export const two = 2;');
    expect((await survey(repo, ['src/', '{docs,x}/?.md'])).outside).toEqual([]);
    expect((await survey(repo, ['src/*', 'docs/a.md'])).outside).toEqual(['src/deep/new.ts']);
    expect((await survey(repo, [])).outside).toHaveLength(3);
  });

  test('are none if nothing was saved', async () => {
    expect(await survey(issueScratch(), ['**'])).toMatchObject({ changed: [], outside: [] });
  });

  test('include both names of a moved file, deleted files, modes, links and folders in place of files', async () => {
    const repo = issueScratch();
    for (const name of ['a', 'b', 'c', 'd', 'e']) repo.write(`old/${name}.txt`, `${name}\n`.repeat(20));
    repo.git('add', '.');
    repo.git('commit', '--quiet', '--message=files');
    const lane = { ...repo.lane, base: repo.git('rev-parse', 'HEAD') };
    const at = (path: string) => join(repo.root, path);
    mkdirSync(at('new'));
    renameSync(at('old/a.txt'), at('new/a.txt'));
    rmSync(at('old/b.txt'));
    chmodSync(at('old/c.txt'), 0o755);
    rmSync(at('old/d.txt'));
    symlinkSync('../readme.md', at('old/d.txt'));
    rmSync(at('old/e.txt'));
    repo.write('old/e.txt/inside', 'x\n');
    const found = await survey({ ...repo, lane }, ['new/**', 'old/{c,d}.txt']);
    const changed = ['new/a.txt', 'old/a.txt', 'old/b.txt', 'old/c.txt', 'old/d.txt', 'old/e.txt', 'old/e.txt/inside'];
    expect(found).toMatchObject({ changed, outside: ['old/a.txt', 'old/b.txt', 'old/e.txt', 'old/e.txt/inside'] });
  });

  test('have any name: quotes, newlines, Korean, bytes that are no text, characters of a glob; case matters', async () => {
    const repo = issueScratch();
    const names = [
      'src/"q" \'s\'.ts',
      'src/two\nlines.ts',
      'src/가나다.ts',
      'src/[id]/{page}.ts',
      'src/-n.ts',
      'SRC/main.ts',
    ];
    for (const name of names) repo.write(name, 'x\n');
    const bytes = Buffer.concat([Buffer.from(join(repo.root, 'src/')), Buffer.from([0xff, 0xfe])]);
    writeFileSync(bytes, 'x\n');
    const all = await survey(repo, ['src/**']);
    expect(all.changed).toEqual([...names, 'src/\udcff\udcfe'].sort());
    expect(all.outside).toEqual(['SRC/main.ts']);
    expect((await survey(repo, [...names, 'src/??'])).outside).toEqual([]);
    expect((await survey(repo, ['src/[id]/*', 'src/{page}.ts'])).outside).not.toContain('src/[id]/{page}.ts');
  });

  test('include a submodule that was moved to another commit or added', async () => {
    const repo = issueScratch();
    const commit = repo.lane.base;
    repo.git('update-index', '--add', '--cacheinfo', `160000,${commit},vendor/lib`);
    repo.git('commit', '--quiet', '--message=submodule');
    const lane = { ...repo.lane, base: repo.git('rev-parse', 'HEAD') };
    repo.git('update-index', '--add', '--cacheinfo', `160000,${lane.base},vendor/lib`);
    const moved = repo.git('commit-tree', '-p', 'HEAD', '-m', 'x', repo.git('write-tree'));
    const context = repo.contextOf('3/survey');
    const found = await answerOf(repo, () =>
      performSurveyGroup(context, { lane, checkpoint: moved, files: ['src/**'] }),
    );
    expect(found).toMatchObject({ changed: ['vendor/lib'], outside: ['vendor/lib'] });
  });
});
