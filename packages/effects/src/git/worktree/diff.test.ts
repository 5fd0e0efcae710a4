import { afterAll, expect, test } from 'vitest';
import { clearScratch, scratch } from '../scratch.ts';
import { diffBetween, diffOfFiles } from './diff.ts';

afterAll(clearScratch);

test('a .gitattributes of the change hides no change from a reviewer', async () => {
  const repo = scratch();
  const base = repo.git('rev-parse', 'HEAD');
  repo.write('.gitattributes', '* -diff\n*.js binary\n');
  repo.write('evil.js', 'steal();\n');
  repo.write('image', '\0\u0001');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '-m', 'hide');
  const { text, changedFiles } = await diffBetween(repo.root, base, 'HEAD');
  const some = await diffOfFiles(repo.root, base, 'HEAD', ['evil.js']);
  expect(changedFiles).toBe(3);
  for (const shown of [text, some]) expect(Buffer.from(shown).toString()).toContain('+steal();');
  expect(Buffer.from(text).toString()).toContain('Binary files /dev/null and b/image differ');
});
