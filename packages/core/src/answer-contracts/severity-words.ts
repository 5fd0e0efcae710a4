/**
 * Recognises lines that report a problem in another form than a finding, such as `(critical) a.ts: it leaks`. Such a line
 * beside a sentinel makes a review unreadable, because the objection would be lost.
 */
const words = [
  'critical|high|medium|moderate|low|blockers?|blocking|severe|fatal|urgent|major|minor|nit|error|warning|p[0-4]|sev-?[0-4]',
  '심각|치명적?|높음|중간|보통|낮음|차단|긴급|중대|경미',
].join('|');

/** A severity in brackets, such as `[ critical ]`, `(critical/high)` or `【심각】`. */
const bracketed = new RegExp(
  String.raw`[[({<【〔「［（]\W{0,4}(?:${words})(?:\W{1,4}(?:${words})){0,5}[^\p{L}\p{N}[(]{0,4}[\])}>】〕」］）]`,
  'iu',
);
/** A severity as a field, such as `"severity": "critical"` or an assigned level. */
const field = new RegExp(
  String.raw`(?:severity|심각도)["'\x60*_]{0,4}\s{0,4}[:=：]|[:=]\s{0,4}["'](?:${words})["']`,
  'iu',
);

export const namesSeverity = (line: string): boolean => bracketed.test(line) || field.test(line);

/** A bracket before the first letter, unless it is a Markdown link: `- [blocker] …`, `1. [심각] …`, `- [hig`. */
const openingBracket = /^[^\p{L}[【［]{0,16}[[【［](?![^\]]{1,300}\]\()/u;
/** A severity as the first word of a line, such as `Critical: …`, `| high | …` or `## Medium`. */
const openingSeverity = new RegExp(
  String.raw`^[^\p{L}]{0,16}(?:${words})(?:\W{1,4}(?:${words})){0,5}\s{0,4}[*_\x60"']{0,3}\s{0,4}(?:[:：|)\]—–]|-\s|$)`,
  'iu',
);
/** A list item that begins with a file position: `- src/a.ts:3: …`. */
const openingPosition = /^(?:[-*+•–—]|\d{1,9}[.)])\s{1,4}\S{1,300}:\d{1,9}(?::|\s{1,4}[—–-])/u;

export const looksLikeFinding = (line: string): boolean =>
  openingBracket.test(line) || openingSeverity.test(line) || openingPosition.test(line);
