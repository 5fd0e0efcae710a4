import { expect, test } from 'vitest';
import { acceptancePaths, criteriaIn } from './acceptance.ts';

const text = `# Acceptance

- \`outside\` "not here"

## Release criteria

- \`login\` "A user can log in"
  - Tested by: \`e2e/login\`
  - Covered by plans: \`0001\`
* [ ] \`pay.card\`: “By card”
- a remark without a tag
- \`two words\` "no tag"
- \`login\` "again"

\`\`\`
- \`code\` "no criterion"
\`\`\`

### Later
- \`later\` "still a criterion"

## Environment requirements
- \`API_KEY\` "no criterion"
`;

test.each(['\n', '\r\n'])('D-63 the tags of the release criteria are read, and nothing else (line end %j)', (end) => {
  expect(criteriaIn(text.replaceAll('\n', end))).toEqual([
    { tag: 'login', description: 'A user can log in', line: 7 },
    { tag: 'pay.card', description: 'By card', line: 10 },
    { tag: 'later', description: 'still a criterion', line: 20 },
  ]);
});

test('a file without the section has none', () => {
  expect(criteriaIn('- `a` "b"')).toEqual([]);
});

test('it lies beside the spec, with or without its ending', () => {
  expect(acceptancePaths('docs/product.md')).toEqual(['docs/product.acceptance.md', 'docs/product.md.acceptance.md']);
});
