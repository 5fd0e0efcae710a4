import { describe, expect, test } from 'vitest';
import { commandOf, contractText, isAssertionId, kindOf, parseAssertions } from './validation-contract.ts';

const contract = `# Contract

### VAL-AUTH-001: Whoever has an account can log in
- Verify: \`npm run smoke -- login\`
- Evidence: the exit code
- Status: pending

**VAL-AUTH-002**: A wrong password is refused
Verify: try one

- [ ] VAL-UI-010 — The page has a title

\`\`\`
### VAL-NOT-001: an example
\`\`\`
`;

test('M-04 reads assertions from headings, bullets and bare lines, with Verify, Evidence and Status', () => {
  expect(parseAssertions(contract)).toEqual([
    {
      id: 'VAL-AUTH-001',
      text: 'Whoever has an account can log in',
      verify: '`npm run smoke -- login`',
      evidence: 'the exit code',
      status: 'pending',
    },
    { id: 'VAL-AUTH-002', text: 'A wrong password is refused', verify: 'try one', evidence: '', status: 'pending' },
    { id: 'VAL-UI-010', text: 'The page has a title', verify: '', evidence: '', status: 'pending' },
  ]);
});

test('reads a written contract back unchanged', () => {
  const assertions = parseAssertions(contract);
  expect(parseAssertions(contractText(assertions))).toEqual(assertions);
});

describe('recognizes a claim that is only a command, also without backticks', () => {
  test.each([
    ['`npm test`', 'npm test'],
    ['`node check.js`.', 'node check.js'],
    ['`npm test` exits with 0', 'npm test'],
    ['`GET /health` answers 200', null],
    ['run npm test', null],
    ['node --test', 'node --test'],
    ['node check.js --port 80.', 'node check.js --port 80'],
    ['npm test passes', 'npm test'],
    ['npm run smoke -- login exits with 0', 'npm run smoke -- login'],
    ['go test ./...', 'go test ./...'],
    ['python -m pytest tests/test_a.py', 'python -m pytest tests/test_a.py'],
    ['pytest', 'pytest'],
    ['./check.sh', './check.sh'],
    ['make test', 'make test'],
    ['curl -fsS http://127.0.0.1:3000/health', 'curl -fsS http://127.0.0.1:3000/health'],
    ['grep -q two src/two.js', 'grep -q two src/two.js'],
    ['test -f two.js', 'test -f two.js'],
    ['uv run pytest', 'uv run pytest'],
    ['curl http://127.0.0.1:3000/ returns 200', null],
    ['test -f it by hand', null],
    ['make sure that it starts', null],
    ['go to the page and log in', null],
    ['npm run build, then open the page', null],
    ['npm test prints 3 passed', null],
    ['node is installed', null],
    ['test that it works', null],
    ['`a` and `b`', null],
    ['', null],
  ])('%s', (verify, command) => {
    expect(commandOf({ verify })).toBe(command);
  });
});

test('the kind of an assertion comes from its id', () => {
  expect([isAssertionId('VAL-AUTH-001'), isAssertionId('AUTH-1'), kindOf('VAL-AUTH-001')]).toEqual([
    true,
    false,
    'auth',
  ]);
});
