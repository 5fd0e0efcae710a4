/**
 * Builds the command of a proof from the checks: it builds and runs the tests, without linters and type checks.
 *
 * Emptied code is wrong for a linter, which would hide the result of the tests.
 */
import { mayRunTests } from '../test-report/read.ts';
import { shellQuote } from '../text/shell-quote.ts';

const checkers =
  /^(?:npx |yarn |pnpm (?:exec )?|npm exec |bunx? |python3? -m |uv run |poetry run )?(?:--\S+ )*(?:eslint|biome|prettier|oxlint|oxfmt|xo|standard|stylelint|tslint|knip|depcruise|publint|ruff|black|flake8|mypy|pyright|pylint|isort|golangci-lint|gofmt|clippy|shellcheck|commitlint|cspell|tsc\b.*--noEmit|vue-tsc|tsd)\b/;

const checkerScript =
  /^(?:npm|yarn|pnpm|bun)(?: run)?(?: -\S+)* (?:lint|format|fmt|prettier|eslint|types?|type-?check|check-?types|tsc|knip|deps)(?:[:\w-]*)\s*$/;

/** Whether a command only reads the code, so that it says nothing about tests. */
const isChecker = (command: string): boolean => checkers.test(command.trim()) || checkerScript.test(command.trim());

/** `test -f x` is a condition of the shell. */
const runsTests = (command: string): boolean => mayRunTests(command) && !/^\s*(?:test|\[)\s/.test(command);

const isOnlyChecker = (command: string): boolean => command.split('&&').every(isChecker);

/**
 * `scripts` are those of `package.json` on the base. `e2e` replaces the commands that run tests. `null` if none runs tests.
 */
export function proofCommand(
  checks: readonly string[],
  scripts: Readonly<Record<string, string>>,
  e2e?: string,
): string | null {
  const own = checks.filter((command) => runsTests(command) && !isOnlyChecker(command));
  const firstTest = checks.findIndex((command) => own.includes(command));
  const before = own.length === 0 ? checks : checks.slice(0, firstTest);
  const builds = before.filter((command) => !isOnlyChecker(command));
  const tests = e2e === undefined ? own : [e2e];
  const commands = [...builds, ...tests].map((command) => withoutCheckers(command, scripts));
  const [only] = commands;
  if (tests.length === 0 || only === undefined) return null;
  if (commands.length === 1) return only;
  // All run, and any red one makes the whole red.
  return `s=0; ${commands.map((command) => `sh -c ${shellQuote(command)} || s=$?`).join('; ')}; exit $s`;
}

/** Replaces a script by its text if it also runs a checker. */
function withoutCheckers(command: string, scripts: Readonly<Record<string, string>>): string {
  const name = /^(?:npm|yarn|pnpm|bun)(?: run)?(?: -s| --silent)? ([\w:-]+)$/.exec(command.trim())?.[1];
  const script = name === undefined ? undefined : scripts[name === 't' ? 'test' : name];
  if (script === undefined || name === undefined) return withoutCheckerParts(command);
  const parts = [scripts[`pre${name}`], script, scripts[`post${name}`]].filter((text) => text !== undefined);
  if (!parts.some((text) => text.split('&&').some(isChecker))) return command;
  const text = parts
    .map(withoutCheckerParts)
    .filter((part) => part !== '')
    .join(' && ');
  return `PATH="$PWD/node_modules/.bin:$PATH"; ${text}`;
}

const withoutCheckerParts = (text: string): string =>
  text
    .split('&&')
    .map((part) => part.trim())
    .filter((part) => !isChecker(part))
    .join(' && ');
