/** Patterns of well-known keys, for secrets that are not in the environment; parts of one regular expression. */

/** Only at the start of a word. This also keeps the search linear for text with many key-like parts. */
const start = String.raw`(?<![\w-])`;

/** Body of a block: key lines and headers, also with escaped line ends. Prose ends it, so a review is not redacted. */
const begin = '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----';
const body = String.raw`(?:[A-Za-z0-9+/=\s\\:,.]|-(?!-)){0,20000}`;

/** A block without its end: its lines, and a last short one if it is alone on its line. */
const truncatedBody = String.raw`(?:(?:\s|\\[nr])*[A-Za-z0-9+/=]{16,})*(?:\s*[A-Za-z0-9+/=]{1,15}(?=\n|$))?`;

export const secretPatterns = {
  // requires a digit, because `sk-` also starts ordinary names
  'sk-': String.raw`${start}sk-(?=[\w-]*\d)[\w-]{20,}`,
  github: String.raw`${start}gh[pousr]_[A-Za-z0-9]{36,}|${start}github_pat_\w{22,}`,
  gitlab: String.raw`${start}glpat-[\w-]{20,}`,
  npm: String.raw`${start}npm_[A-Za-z0-9]{36}\b`,
  aws: String.raw`${start}(?:AKIA|ASIA)[0-9A-Z]{16}\b`,
  google: String.raw`${start}AIza[\w-]{35}`,
  slack: `${start}xox[abeoprs]-[A-Za-z0-9-]{10,}`,
  jwt: String.raw`${start}eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*`,
  pem: `${begin}${body}-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|${begin}${truncatedBody}`,
} as const satisfies Record<string, string>;

/** An unfinished block at the end of a text. */
export const openBlock = new RegExp(`${begin}${body}(?:-{1,5}(?:END?[A-Z0-9 ]{0,60}-{0,4})?)?$`);
