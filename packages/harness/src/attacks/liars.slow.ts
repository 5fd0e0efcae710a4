/** A change that pretends to do something is never proved, however it pretends. */
import { describe, expect, test } from 'vitest';
import { prove } from '../testing/prove.ts';
import { liars } from './testing/liars.ts';
import { isRunnerMissing, runnerTitle, smallRepositories, smallRunners } from './testing/small-repositories.ts';

describe.each(smallRunners.map((runner) => [runnerTitle(runner), runner] as const))(
  'a liar with %s is not proved',
  (_, runner) => {
    const repository = smallRepositories[runner];
    const rows = liars.filter((liar) => liar.runner === runner);
    test.skipIf(isRunnerMissing(runner)).concurrent.each(rows)(
      '$name',
      async ({ name: _, base = {}, reason, ...liar }) => {
        const proved = await prove({ ...repository, ...liar, base: { ...repository.base, ...base } });
        expect({ verdict: proved.verdict, reasons: proved.reasons }).toEqual({
          verdict: expect.stringMatching(/^(?:back|ask)$/),
          reasons: expect.arrayContaining([reason]),
        });
      },
    );
  },
);
