/** What a secret looks like that nobody told us: the forms of well-known keys, one row each. Parts of one regular expression. */

/** Not within a longer word; and so every word is looked at once, however it was made to look like many keys. */
const start = String.raw`(?<![\w-])`;

/** The body of a block: lines of a key and its headers, also with escaped line ends. Prose ends it, so that a review is not swallowed. */
const begin = '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----';
const body = String.raw`(?:[A-Za-z0-9+/=\s\\:,.]|-(?!-)){0,20000}`;

/** A block whose end is missing: its lines, and a last short one if it stands alone. */
const torn = String.raw`(?:(?:\s|\\[nr])*[A-Za-z0-9+/=]{16,})*(?:\s*[A-Za-z0-9+/=]{1,15}(?=\n|$))?`;

export const secretPatterns = {
  // A digit somewhere: `sk-` also begins ordinary names.
  'sk-': String.raw`${start}sk-(?=[\w-]*\d)[\w-]{20,}`,
  github: String.raw`${start}gh[pousr]_[A-Za-z0-9]{36,}|${start}github_pat_\w{22,}`,
  gitlab: String.raw`${start}glpat-[\w-]{20,}`,
  npm: String.raw`${start}npm_[A-Za-z0-9]{36}\b`,
  aws: String.raw`${start}(?:AKIA|ASIA)[0-9A-Z]{16}\b`,
  google: String.raw`${start}AIza[\w-]{35}`,
  slack: `${start}xox[abeoprs]-[A-Za-z0-9-]{10,}`,
  jwt: String.raw`${start}eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*`,
  pem: `${begin}${body}-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|${begin}${torn}`,
} as const satisfies Record<string, string>;

/** A block at the end of a text, of which more may come. */
export const openBlock = new RegExp(`${begin}${body}(?:-{1,5}(?:END?[A-Z0-9 ]{0,60}-{0,4})?)?$`);
