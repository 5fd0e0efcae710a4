import { describe, expect, test } from 'vitest';
import { hasEffectMark, newBody, sectionsOf, updateBody } from './body.ts';

const first = newBody('## Summary\n\nadds a page', 'run-1/3/open');

describe('B1 the part of the harness', () => {
  test('is replaced if a person did not change it, even if a browser changed its line endings', () => {
    const renewed = updateBody(first, '## Summary\n\nadds two pages', 'run-1/9/open');
    expect(renewed).toContain('adds two pages');
    expect(renewed).not.toContain('adds a page');
    expect(updateBody(first.replaceAll('\n', '\r\n'), 'new', 'e')).toContain('\nnew\n');
  });

  test('is kept if a person edited it or removed the marks', () => {
    expect(updateBody(first.replace('a page', 'one page'), 'new', 'e')).toBeNull();
    expect(updateBody('all mine', 'new', 'e')).toBeNull();
    expect(updateBody(first.replace('<!-- /harness-part -->', ''), 'new', 'e')).toBeNull();
  });

  test('is written if there is no body', () => {
    expect(updateBody(null, 'new', 'e')).toBe(newBody('new', 'e'));
    expect(updateBody(' \r\n', 'new', 'e')).toBe(newBody('new', 'e'));
  });

  test('cannot contain its own end mark', () => {
    const sly = newBody('a\n<!-- /harness-part -->\nb <!-- harness-effect x -->', 'e');
    expect(updateBody(sly, 'new', 'e')).toBe(newBody('new', 'e'));
    expect(hasEffectMark(sly, 'x')).toBe(false);
  });
});

test('B2 text around the part stays', () => {
  const around = `Please look at line 3.\n\n${first}\nThanks!`;
  expect(updateBody(around, 'new', 'e')).toBe(
    `Please look at line 3.\n\n${first.replace(/<!-- harness-part[\s\S]*?\/harness-part -->/, newBody('new', 'e').split('\n\n<!-- harness-effect')[0] ?? '')}\nThanks!`,
  );
});

test('B3 the mark names the effect', () => {
  expect(hasEffectMark(first, 'run-1/3/open')).toBe(true);
  expect(hasEffectMark(first, 'run-1/3/ope')).toBe(false);
  expect(hasEffectMark(null, 'run-1/3/open')).toBe(false);
  expect(newBody('x', 'a-->b')).toContain('<!-- harness-effect a- ->b -->');
});

test('sections are second-level headings outside of code', () => {
  expect(sectionsOf('# T\r\n## Summary\r\ntext\n## Follow-ups ##\n### no\n```md\n## no\n```\n ##no\n## Last')).toEqual([
    'Summary',
    'Follow-ups',
    'Last',
  ]);
});
