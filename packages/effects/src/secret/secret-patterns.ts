/** Patterns of well-known keys, for secrets that are not in the environment; parts of one regular expression. */

/** Only at the start of a word. This also keeps the search linear for text with many key-like parts. */
const start = String.raw`(?<![\w-])`;

/** Body of a block: key lines and headers, also with escaped line ends. Prose ends it, so a review is not redacted. */
const begin = '-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----';
const end = '-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----';
const body = String.raw`(?:[A-Za-z0-9+/=\s\\:,.]|-(?!-)){0,20000}`;

/** A block without its end: its lines, and a last short one if it is alone on its line. */
const truncatedBody = String.raw`(?:(?:\s|\\[nr])*[A-Za-z0-9+/=]{16,})*(?:\s*[A-Za-z0-9+/=]{1,15}(?=\n|$))?`;

/** A digit within ten letters and digits: no ordinary word has one. */
const random = String.raw`(?=[\w.~+/-]*?(?=[A-Za-z]{0,40}\d)[A-Za-z0-9]{10})`;

/** An ordinary word, words with hyphens, and a placeholder such as `$PASSWORD`, `<password>` and `***`. */
const noPassword = String.raw`(?:[A-Za-z]{1,15}(?:[-_][A-Za-z]{1,15}){0,9}@|[$<{*\[]|%[^0-9A-Fa-f])`;

/** Forms at the start of a word. */
const words = {
  // requires a digit, because `sk-` also starts ordinary names
  'sk-': String.raw`sk-(?=[\w-]*\d)[\w-]{20,}`,
  github: String.raw`gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{22,}`,
  gitlab: String.raw`glpat-[\w-]{20,}`,
  npm: String.raw`npm_[A-Za-z0-9]{36}\b`,
  aws: String.raw`(?:AKIA|ASIA)[0-9A-Z]{16}\b`,
  google: String.raw`AIza[\w-]{35}|GOCSPX-[\w-]{20,}`,
  slack: 'xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[0-9]-[A-Za-z0-9-]{20,}',
  jwt: String.raw`eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*`,
  stripe: '[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,}',
  'hugging face': 'hf_[A-Za-z0-9]{30,}',
  sendgrid: String.raw`SG\.[\w-]{16,}\.[\w-]{32,}`,
  pypi: String.raw`pypi-(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{32,}`,
  linear: 'lin_(?:api|oauth|wh)_[A-Za-z0-9]{20,}',
  groq: 'gsk_[A-Za-z0-9]{40,}',
  docker: String.raw`dckr_pat_[\w-]{20,}`,
  shopify: 'shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}',
  'digital ocean': 'do[opr]_v1_[a-f0-9]{64}',
  bearer: String.raw`(?:bearer|Bearer|BEARER) ${random}[\w.~+/-]{16,}=*`,
} as const satisfies Record<string, string>;

const urlPassword = String.raw`(?<=[A-Za-z0-9]://[^\s:@/]{0,100}:)(?!${noPassword})[^\s@/"'<>]{6,200}(?=@(?!sha\d))`;
const block = `${begin}${body}${end}|${begin}${truncatedBody}`;

/** The source of a regular expression for all forms. The start is tested once, not once per form. */
export const secretForms = `${start}(?:${Object.values(words).join('|')})|${urlPassword}|${block}`;

/** `Bearer` at the end of a text, or with an unfinished token. */
export const openBearer = /bearer(?: \S*)?$/i;

/** An unfinished block at the end of a text. */
export const openBlock = new RegExp(`${begin}${body}(?:-{1,5}(?:END?[A-Z0-9 ]{0,60}-{0,4})?)?$`);
