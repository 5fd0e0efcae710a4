/** Finds the most informative line of an output that failed. */
const maxLength = 200;

const errorWords =
  /(?:^|[^a-z])(?:errors?|fail(?:ed|ure|s)?|assert\w*|exception|expected|panic(?:ked)?|not ok|undefined|cannot|could not|unable)(?:[^a-z]|$)|[✗✖×❌]/i;
/** Matches lines of the test runner itself, and counts of zero. */
const noise = /^npm (?:err|error|warn)|^> |\b0 (?:errors?|fail(?:ed|ures?|ing)?)\b|^[-=_*~\s]+$/i;

export function findErrorLine(output: string): string | null {
  const lines = output
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/[\p{Cc}\s]+/gu, ' ').trim())
    .filter((line) => line !== '' && !noise.test(line));
  const line = lines.find((each) => errorWords.test(each)) ?? lines.at(-1);
  return line === undefined ? null : shortenLine(line);
}

export const shortenLine = (line: string): string => (line.length > maxLength ? `${line.slice(0, maxLength)}…` : line);
