import { expect, test } from 'vitest';
import { judgeVersion, versionIn } from './program-version.ts';

test('a version is compared by its numbers', () => {
  const range = { least: '2.0.0', tested: '2.1.205' };
  const verdicts = ['1.99.0', '2.0.0', '2.1.99', '2.1.205', '2.10.0', '10.0.0'].map((one) => judgeVersion(one, range));
  expect(verdicts).toEqual(['too-old', 'old', 'old', 'tested', 'tested', 'tested']);
  expect(judgeVersion(undefined, range)).toBe('unknown');
});

test('the version is found in what the programs print', () => {
  expect(versionIn('2.1.205 (Claude Code)\n')).toBe('2.1.205');
  expect(versionIn('codex-cli 0.163.0')).toBe('0.163.0');
  expect(versionIn('Segmentation fault')).toBeUndefined();
});
