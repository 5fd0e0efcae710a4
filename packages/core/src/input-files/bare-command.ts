/**
 * Recognizes a command that was written without backticks, such as `node --test`.
 *
 * A sentence that happens to start with the name of a program ("make sure that …", "go to the page") is no command: the
 * first words must form a usual call, and no later word may belong to a sentence.
 */
const calls: readonly RegExp[] = [
  /^(?:npm|pnpm|yarn|bun) (?:run|test|exec|t)\b/,
  /^npx [\w@./-]+/,
  /^(?:node|deno|python3?|ruby|php|bash|sh) (?:-|\S*[./])/,
  /^(?:deno|go|cargo|dotnet|swift|flutter|mix) (?:test|check|build|run|vet|clippy|lint)\b/,
  /^(?:mvn|gradle) (?:-\S+ )*(?:test|verify|check|build|compile)\b/,
  /^(?:make|just|task|rake|tox) (?:test|check|lint|build|verify|smoke|e2e)\b/,
  /^(?:pytest|vitest|jest|mocha|rspec|phpunit|ctest|tsc|eslint|mypy|ruff)(?: (?:-|\S*[./]|run\b|check\b)|$)/,
  /^(?:uv|poetry|pipenv) run \S+/,
  /^(?:bundle exec|php artisan|composer run) \S+/,
  /^(?:curl|wget|grep|rg|jq|diff|cmp) (?:-|https?:|'|")/,
  /^test (?:! )?-[a-z] \S+$/,
  /^(?:playwright|cypress|bats|nox|bazel) (?:test|run|-|\S*[./])/,
  /^\.{1,2}\/\S+/,
];

const sentenceWord =
  /^(?:a|an|and|or|then|that|the|it|its|is|are|was|be|should|must|will|with|without|shows?|prints?|answers?|fails?|works?|returns?|responds?|contains?|displays?|outputs?|gives?|to|of|in|on|see|look|open|for|from|when|if|not|no)[,.;:]?$/i;

/** Words after a command which mean that its exit code decides. */
const success = /\s+(?:(?:exits|returns|ends)(?:\s+with)?\s+0|passes|succeeds|is green)$/;

export function bareCommand(text: string): string | null {
  const command = text
    .trim()
    .replace(/(?<=\w)\.$/, '')
    .replace(success, '');
  if (!calls.some((call) => call.test(command))) return null;
  return command
    .split(/\s+/)
    .slice(1)
    .some((word) => sentenceWord.test(word))
    ? null
    : command;
}
