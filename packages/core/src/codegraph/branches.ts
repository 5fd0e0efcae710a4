/**
 * Counts the branches in a source text, for the complexity of the timeline: words and operators that decide, outside of
 * comments and strings. No syntax tree is needed, which takes most of the time of a code graph.
 */

/** Languages with comments that start with `#`. */
const isHashCommented = (path: string): boolean => /\.(?:py|pyi|rb|rake|gemspec)$/.test(path);

/** A string without an end ends with its line, everything else with the text: so no character is read twice. */
const strings = String.raw`"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?`;
const words = String.raw`\b(?:if|elif|elsif|unless|for|foreach|while|until|case|when|match|catch|except|rescue)\b`;
const operators = String.raw`&&|\|\||\?\?|\s\?\s`;

/** The first alternatives are skipped: a word in them decides nothing. */
const inSlashed = new RegExp(
  String.raw`\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|${strings}|\x60(?:\\[\s\S]|[^\x60\\])*\x60?|(${words}|${operators})`,
  'g',
);
const inHashed = new RegExp(
  String.raw`"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|#[^\n]*|${strings}|(${words}|\b(?:and|or)\b|${operators})`,
  'g',
);

export function countBranches(text: string, path: string): number {
  let branches = 0;
  for (const match of text.matchAll(isHashCommented(path) ? inHashed : inSlashed)) if (match[1]) branches++;
  return branches;
}
