/** The one line of an output that says most about what went wrong, for a sentence that has room for one. */
const longest = 200;

const tells =
  /(?:^|[^a-z])(?:errors?|fail(?:ed|ure|s)?|assert\w*|exception|expected|panic(?:ked)?|not ok|undefined|cannot|could not|unable)(?:[^a-z]|$)|[✗✖×❌]/i;
/** A runner's own frame, and counts of nothing. */
const saysNothing = /^npm (?:err|error|warn)|^> |\b0 (?:errors?|fail(?:ed|ures?|ing)?)\b|^[-=_*~\s]+$/i;

export function findErrorLine(output: string): string | null {
  const lines = output
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/[\p{Cc}\s]+/gu, ' ').trim())
    .filter((line) => line !== '' && !saysNothing.test(line));
  const line = lines.find((each) => tells.test(each)) ?? lines.at(-1);
  return line === undefined ? null : shortenLine(line);
}

export const shortenLine = (line: string): string => (line.length > longest ? `${line.slice(0, longest)}…` : line);
