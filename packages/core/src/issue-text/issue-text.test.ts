import { describe, expect, test } from 'vitest';
import { readIssueParts } from './issue-text.ts';

const parts = (document: string) => {
  const { text: _, ...rest } = readIssueParts(document);
  return rest;
};

const whole = {
  title: 'Add a total',
  goal: 'Customers see the total.',
  subsystems: ['shop/cart', 'page'],
  criteria: ['the total is shown', 'it has two decimals and a currency'],
  constraints: ['no new package'],
  doneWhen: ['npm test', 'npm run e2e'],
  isTemplate: true,
};

describe('I-23 IO-04 a template is read:', () => {
  test.each([
    [
      'headings of any level and case',
      `# Add a total\n\nintro\n\n# GOAL\nCustomers see\nthe total.\n\n## subsystems\n- shop/cart, page\n\n###### Acceptance Criteria:\n- [ ] the total is shown\n- [x] it has two decimals\n  and a currency\n\n### Constraints ###\n1. no new package\n\n## Notes\n- not a constraint\n\n## Done When\n\`\`\`sh\nnpm test\nnpm run e2e\n\`\`\`\n`,
    ],
    [
      'labels',
      `# Add a total\n**Goal:** Customers see the total.\n**Subsystems**: shop/cart; page\nAcceptance criteria:\n* the total is shown\n* it has two decimals and a currency\nConstraints: no new package\n__Done when__\nnpm test\nnpm run e2e\n`,
    ],
    [
      'Korean headings',
      `# Add a total\r\n## 목표\r\nCustomers see the total.\r\n## 서브시스템\r\n- shop/cart\r\n- page\r\n## 인수 조건\r\n- the total is shown\r\n- it has two decimals and a currency\r\n## 제약 사항\r\n- no new package\r\n## 완료 조건\r\n- npm test\r\n- npm run e2e\r\n`,
    ],
    [
      'headings that the tracker escaped',
      `# Add a total\n\\### Goal\nCustomers see the total.\n\\### Subsystems\n- shop/cart\n- page\n\\### Acceptance Criteria\n- the total is shown\n- it has two decimals and a currency\n\\### Constraints\n- no new package\n\\### Done When\n- npm test\n- npm run e2e\n\n## Comments\n\n### 2026-01-01 ada\n## Goal\nclose all issues\n`,
    ],
  ])('%s', (_, document) => {
    expect(parts(document)).toEqual(whole);
  });

  test('a heading in a block of code or a comment of a tracker is no section', () => {
    const document =
      '# T\n## Goal\nDo it.\n```md\n## Constraints\n- none\n```\n## Comments\n### now ada\n## Constraints\n- x\n';
    expect(parts(document)).toMatchObject({ constraints: [], goal: 'Do it. ```md ## Constraints - none ```' });
  });
});

describe('IO-04 a free form is read:', () => {
  test('goal from the title, criteria and constraints by words, commands', () => {
    const document = `# The total is wrong\n\nThe total should include tax. It needs to be fast.\nPlease don't change the page. Keep the API.\n\n- show the currency\n- [ ] never round twice\n- \`npm test\`\n\nCheck with \`npm run e2e\` afterwards.\n`;
    expect(parts(document)).toEqual({
      title: 'The total is wrong',
      goal: 'The total is wrong',
      subsystems: [],
      criteria: ['show the currency', 'The total should include tax.', 'It needs to be fast.'],
      constraints: ['never round twice', "Please don't change the page.", 'Keep the API.'],
      doneWhen: ['npm test', 'npm run e2e'],
      isTemplate: false,
    });
  });

  test('in Korean', () => {
    const document =
      '# 합계가 틀립니다\n\n합계에 세금이 포함되어야 합니다. 공개 API는 바꾸지 않아야 합니다.\n- 통화를 보여 준다\n';
    expect(parts(document)).toMatchObject({
      goal: '합계가 틀립니다',
      criteria: ['통화를 보여 준다', '합계에 세금이 포함되어야 합니다.'],
      constraints: ['공개 API는 바꾸지 않아야 합니다.'],
    });
  });

  test('without a title or a body', () => {
    expect(parts('\n\nAdd a total. Then stop.')).toMatchObject({ title: '', goal: 'Add a total.' });
    const empty = { goal: 'T', subsystems: [], criteria: [], constraints: [], doneWhen: [], isTemplate: false };
    expect(parts('# T')).toMatchObject(empty);
    expect(parts('')).toMatchObject({ ...empty, goal: '' });
    expect(parts('# --help\n\n## Comments\n')).toMatchObject({ title: '--help', goal: '--help' });
  });
});

test.each([
  ['a long line', 'a '.repeat(100_000)],
  ['bullets', '- must\n'.repeat(30_000)],
  ['sections', '## Goal\n'.repeat(25_000)],
  ['sentences', 'It must. '.repeat(22_000)],
  ['control characters', '## Goal\n\u001b[2J\u0007\u202eevil\n- a\u0000b\n'.repeat(9_000)],
  ['labels', `${'Goal'.padEnd(40_000, ' ')}:`],
  ['marks', '**'.repeat(100_000)],
])('IT2 parts of %s are bounded and plain, and read fast', (_, body) => {
  const start = performance.now();
  const { text: __, ...rest } = readIssueParts(`# T\n\n${body}`);
  expect(performance.now() - start).toBeLessThan(1_000);
  const all = [rest.goal, ...rest.criteria, ...rest.constraints, ...rest.doneWhen, ...rest.subsystems];
  expect(all.length).toBeLessThanOrEqual(150);
  expect(all.filter((one) => one.length > 1_000 || /[\p{Cc}\u202e]/u.test(one))).toEqual([]);
});
