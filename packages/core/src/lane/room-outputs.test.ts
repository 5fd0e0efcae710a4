import { expect, test } from 'vitest';
import { isAroundOutputFolder, isInOutputFolder, outputFolders } from './room-outputs.ts';

test('whole ignored folders stay, but no folder of packages, no cache of code and no file', () => {
  const ignored = ['dist/', 'packages/a/build/', 'node_modules/', 'test/node_modules/', '.env', 'src/__pycache__/'];
  expect(outputFolders([...ignored, '.venv/', 'VENDOR/', 'target/', '.next/'])).toEqual([
    'dist/',
    'packages/a/build/',
    'target/',
    '.next/',
  ]);
});

test('a path is inside or around an output folder by whole names', () => {
  const folders = ['packages/a/build/'];
  expect(isInOutputFolder('packages/a/build/x.js', folders)).toBe(true);
  expect(isInOutputFolder('packages/a/build', folders)).toBe(true);
  expect(isInOutputFolder('packages/a/build-2', folders)).toBe(false);
  expect(isAroundOutputFolder('packages/a', folders)).toBe(true);
  expect(isAroundOutputFolder('packages/ab', folders)).toBe(false);
});
