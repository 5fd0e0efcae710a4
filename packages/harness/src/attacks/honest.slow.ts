/** An honest change with an ordinary test is never sent back, and hardly ever asked about. */
import { describe, expect, test } from 'vitest';
import { prove } from '../testing/prove.ts';
import { asked, honestChanges } from './testing/honest.ts';
import { isRunnerMissing, runnerTitle, smallRepositories, smallRunners } from './testing/small-repositories.ts';

test('at most two of the honest changes are asked about', () => {
  expect(honestChanges.length).toBeGreaterThanOrEqual(40);
  expect(asked.length).toBeLessThanOrEqual(2);
});

describe.each(smallRunners.map((runner) => [runnerTitle(runner), runner] as const))(
  'an honest change with %s is proved',
  (_, runner) => {
    const repository = smallRepositories[runner];
    const rows = honestChanges.filter((honest) => honest.runner === runner);
    test.skipIf(isRunnerMissing(runner)).concurrent.each(rows)(
      '$name',
      async ({ name: _, base = {}, verdict, ...honest }) => {
        const proved = await prove({ ...repository, ...honest, base: { ...repository.base, ...base } });
        expect({ verdict: proved.verdict, reasons: proved.reasons }).toEqual({
          verdict,
          reasons: verdict === 'ask' ? ['promise'] : [],
        });
      },
    );
  },
);

test.skipIf(isRunnerMissing('go'))('the result of a change in Go says that nothing was emptied', async () => {
  const [change] = honestChanges.filter(({ runner }) => runner === 'go');
  const { result } = await prove({ ...smallRepositories.go, change: change?.change ?? {}, mutants: 4 });
  expect(result).toMatchObject({ at: 'proved', by: 'witness', tried: 0, unsupported: ['.go'] });
});
