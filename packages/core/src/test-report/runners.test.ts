import { expect, test } from 'vitest';
import { reportVariables } from './runners.ts';

test('variables ask the runners for reports, and keep the options that a command has already', () => {
  const places = { preload: '/run/programs/preload.cjs', reports: '/run/reports' };
  expect(reportVariables(places, { NODE_OPTIONS: '--no-warnings', PYTEST_ADDOPTS: '-q', GOFLAGS: '-mod=mod' })).toEqual(
    {
      NODE_OPTIONS: '--no-warnings --require=/run/programs/preload.cjs',
      PYTEST_ADDOPTS: "-q '--junitxml=/run/reports/pytest.xml' -o junit_family=xunit1 -v",
      GOFLAGS: '-mod=mod -v',
    },
  );
});

test('paths with spaces and quotes are quoted', () => {
  const places = { preload: '/a "b"/preload.cjs', reports: "/it's here" };
  expect(reportVariables(places, {})).toMatchObject({
    NODE_OPTIONS: '--require="/a \\"b\\"/preload.cjs"',
    PYTEST_ADDOPTS: `'--junitxml=/it'"'"'s here/pytest.xml' -o junit_family=xunit1 -v`,
  });
});
