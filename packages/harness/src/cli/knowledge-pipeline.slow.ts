import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Repository, repository } from '../testing/command.ts';

interface Result {
  readonly verdict: string;
  readonly missing: readonly string[];
  readonly drafts: readonly string[];
}

/** Two modules with three public names, and a test. */
function billing(): Repository {
  const repo = repository();
  repo.write('repo/src/billing/invoice.ts', 'export const createInvoice = 1;\nexport type Invoice = 1;\n');
  repo.write('repo/src/billing/tax.py', 'def tax_rate(): pass\ndef _hidden(): pass\n');
  repo.write('repo/src/billing/invoice.test.ts', 'export const onlyForTests = 1;\n');
  repo.write('repo/src/other.ts', 'export const other = 1;\n');
  repo.git('add', '--all');
  repo.git('commit', '--quiet', '--message=Billing');
  return repo;
}

const document = (repo: Repository, text: string, name = 'a.md') =>
  repo.write(`repo/docs/knowledge/billing/${name}`, text);

describe('harness knowledge-pipeline', () => {
  test('AO-35 without a folder of documents there is no verdict', async () => {
    const repo = billing();
    const { exitCode, stdout } = await repo.run('knowledge-pipeline', '--domain', 'billing', '--ci', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      domain: 'billing',
      verdict: 'abstain',
      driftScore: null,
      gaps: { totalEntries: 0, totalExtracted: 0, totalGaps: 0 },
      missing: [],
      unread: [],
      drafts: [],
    });
    expect((await repo.run('knowledge-pipeline')).stdout).toBe(
      'no verdict: the folder docs/knowledge does not exist\n',
    );
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  test.each([
    ['pass', 'createInvoice makes an Invoice with its `tax_rate`.', 0, []],
    ['warn', 'createInvoice and tax_rate, but not invoices', 1 / 3, ['Invoice']],
    ['fail', 'A createInvoiceNow and the xtax_rate, of Invoice', 2 / 3, ['createInvoice', 'tax_rate']],
  ])('AO-35 %s: a public export that no document names is a gap', async (verdict, text, drift, missing) => {
    const repo = billing();
    document(repo, text, 'deep/b.md');
    const { exitCode, stdout } = await repo.run('knowledge-pipeline', '--domain', 'billing', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      verdict,
      driftScore: Math.round(drift * 1000) / 1000,
      gaps: { totalEntries: 1, totalExtracted: 3, totalGaps: missing.length },
      missing,
    });
    expect(exitCode).toBe(verdict === 'fail' ? 1 : 0);
    expect((await repo.run('knowledge-pipeline', '--ci')).exitCode).toBe(verdict === 'pass' ? 0 : 1);
  });

  test('--fix writes drafts that name the gaps, and never over a file', async () => {
    const repo = billing();
    document(repo, 'mine: createInvoice', 'invoice.md');
    const fixed = await repo.json<Result>('knowledge-pipeline', '--domain', 'billing', '--fix');
    expect(fixed).toMatchObject({ verdict: 'pass', missing: [] });
    expect(fixed.drafts).toEqual(['docs/knowledge/billing/invoice-2.md', 'docs/knowledge/billing/tax.md']);
    expect(readFileSync(join(repo.path, 'docs/knowledge/billing/invoice.md'), 'utf8')).toBe('mine: createInvoice');
    expect(readFileSync(join(repo.path, 'docs/knowledge/billing/tax.md'), 'utf8')).toBe(
      '---\nstatus: draft\nsource: "src/billing/tax.py"\n---\n\n# tax\n\n## tax_rate\n\nDescribe the purpose of `tax_rate`.\n',
    );
    expect(await repo.json<Result>('knowledge-pipeline', '--fix')).toMatchObject({ verdict: 'pass', drafts: [] });
  });

  test('--fix starts the documents of a domain that has none, as the example of the help shows', async () => {
    const repo = billing();
    const { stdout } = await repo.run('knowledge-pipeline', '--domain', 'billing', '--fix', '--lang', 'ko');
    expect(stdout).toContain('초안을 썼습니다: docs/knowledge/billing/invoice.md');
    expect(stdout).toContain('통과: docs/knowledge/billing의 문서 2개');
    expect(existsSync(join(repo.path, 'docs/knowledge/other'))).toBe(false);
  });

  test('links are not followed, and a domain cannot leave its folder', async () => {
    const repo = billing();
    mkdirSync(join(repo.path, 'docs/knowledge'), { recursive: true });
    mkdirSync(join(repo.path, '..', 'outside'));
    symlinkSync('../../../outside', join(repo.path, 'docs/knowledge/billing'));
    expect((await repo.json<Result>('knowledge-pipeline', '--domain', 'billing')).verdict).toBe('abstain');
    expect(await repo.run('knowledge-pipeline', '--domain', 'billing', '--fix')).toMatchObject({ exitCode: 2 });
    expect(readdirSync(join(repo.path, '..', 'outside'))).toEqual([]);
    for (const name of ['..', '../outside', 'a/b', '', '.git'])
      expect(await repo.run('knowledge-pipeline', '--domain', name)).toMatchObject({ exitCode: 2 });
  });

  test('a file that does not parse is named', async () => {
    const repo = billing();
    repo.write('repo/src/billing/broken.ts', 'export const = ;\n');
    repo.git('add', '--all');
    repo.git('commit', '--quiet', '--message=Broken');
    document(repo, 'createInvoice Invoice tax_rate');
    const { stdout } = await repo.run('knowledge-pipeline', '--domain', 'billing');
    expect(stdout).toBe(
      'pass: 1 document in docs/knowledge/billing, 3 public exports, 0 not named in a document\n' +
        '  not read, because it is too large or does not parse: src/billing/broken.ts\n',
    );
  });
});
