import { expect, test } from 'vitest';
import { acceptancePaths, parseAcceptance, parseCriteria } from './acceptance.ts';

const text = `# Acceptance

- \`outside\` "not here"

## Release criteria

- \`login\` "A user can log in"
  - Tested by: \`e2e/login\`
  - Covered by plans: \`0001\`, 0002-more
  - **Required connections:** Google, the mail server
  - Tested by:
    - \`npm run e2e -- login\`
* [ ] \`pay.card\`: “By card”
- a remark without a tag
- \`two words\` "no tag"
- \`login\` "again"

\`\`\`
- \`code\` "no criterion"
\`\`\`

### Later
- \`later\` "still a criterion"

- [x] **tag: \`auth/sign-in\`** — in bold

## Environment requirements
- \`API_KEY\` "no criterion"
- DATABASE_URL: where it is
- \`API_KEY\`
- nothing of the kind

## More
- \`OTHER\`
`;

const plain = { testedBy: [], coveredBy: [], connections: [] };

test.each(['\n', '\r\n'])('D-63 reads only the release criteria, with their details (line ending %j)', (end) => {
  expect(parseCriteria(text.replaceAll('\n', end))).toEqual([
    {
      tag: 'login',
      description: 'A user can log in',
      line: 7,
      testedBy: ['e2e/login', 'npm run e2e -- login'],
      coveredBy: ['0001', '0002'],
      connections: ['Google', 'the mail server'],
    },
    { tag: 'pay.card', description: 'By card', line: 13, ...plain },
    { tag: 'later', description: 'still a criterion', line: 23, ...plain },
    { tag: 'auth/sign-in', description: 'in bold', line: 25, ...plain },
  ]);
});

test('DO-18 reads each required variable once', () => {
  expect(parseAcceptance(text).environment).toEqual(['API_KEY', 'DATABASE_URL']);
});

test('a file without the section has no criteria', () => {
  expect(parseCriteria('- `a` "b"')).toEqual([]);
});

test('is next to the spec, with or without the extension of the spec', () => {
  expect(acceptancePaths('docs/product.md')).toEqual(['docs/product.acceptance.md', 'docs/product.md.acceptance.md']);
});
