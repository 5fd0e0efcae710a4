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

/** A form at the start of a word. `asked` is the strict form that is asked about before a commit; absent if none is. */
interface KeyForm {
  readonly redacted: string;
  readonly asked?: string;
}

const both = (form: string): KeyForm => ({ redacted: form, asked: form });

const words = {
  // requires a digit, because `sk-` also starts ordinary names
  'sk-': { redacted: String.raw`sk-(?=[\w-]*\d)[\w-]{20,}`, asked: String.raw`sk-(?:ant|proj)-[\w-]{30,}` },
  github: both('gh[pousr]_[A-Za-z0-9]{36,}'),
  'github pat': { redacted: String.raw`github_pat_\w{22,}`, asked: String.raw`github_pat_\w{40,}` },
  gitlab: both(String.raw`glpat-[\w-]{20,}`),
  npm: both(String.raw`npm_[A-Za-z0-9]{36}\b`),
  aws: both(String.raw`(?:AKIA|ASIA)[0-9A-Z]{16}\b`),
  google: both(String.raw`AIza[\w-]{35}`),
  'google client': { redacted: String.raw`GOCSPX-[\w-]{20,}` },
  slack: {
    redacted: 'xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[0-9]-[A-Za-z0-9-]{20,}',
    asked: String.raw`xox[bp]-\d{8,}-[A-Za-z0-9-]{20,}`,
  },
  jwt: { redacted: String.raw`eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*` },
  stripe: {
    redacted: '[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,}',
    asked: '[sr]k_live_[A-Za-z0-9]{20,}',
  },
  'hugging face': both('hf_[A-Za-z0-9]{30,}'),
  sendgrid: { redacted: String.raw`SG\.[\w-]{16,}\.[\w-]{32,}`, asked: String.raw`SG\.[\w-]{20,}\.[\w-]{40,}` },
  pypi: both(String.raw`pypi-(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{32,}`),
  linear: { redacted: 'lin_(?:api|oauth|wh)_[A-Za-z0-9]{20,}', asked: 'lin_(?:api|oauth)_[A-Za-z0-9]{30,}' },
  groq: { redacted: 'gsk_[A-Za-z0-9]{40,}' },
  docker: { redacted: String.raw`dckr_pat_[\w-]{20,}` },
  shopify: { redacted: 'shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}' },
  'digital ocean': { redacted: 'do[opr]_v1_[a-f0-9]{64}' },
  bearer: { redacted: String.raw`(?:bearer|Bearer|BEARER) ${random}[\w.~+/-]{16,}=*` },
} as const satisfies Record<string, KeyForm>;

const forms: readonly KeyForm[] = Object.values(words);

const urlPassword = String.raw`(?<=[A-Za-z0-9]://[^\s:@/]{0,100}:)(?!${noPassword})[^\s@/"'<>]{6,200}(?=@(?!sha\d))`;
const block = `${begin}${body}${end}|${begin}${truncatedBody}`;

/** The source of a regular expression for all forms. The start is tested once, not once per form. */
export const secretForms = `${start}(?:${forms.map(({ redacted }) => redacted).join('|')})|${urlPassword}|${block}`;

/** The same for the strict forms. */
export const askedForms = `${start}(?:${forms.flatMap(({ asked }) => asked ?? []).join('|')})`;

export const blockStart = new RegExp(begin);

/** `Bearer` at the end of a text, or with an unfinished token. */
export const openBearer = /bearer(?: \S*)?$/i;

/** An unfinished block at the end of a text. */
export const openBlock = new RegExp(`${begin}${body}(?:-{1,5}(?:END?[A-Z0-9 ]{0,60}-{0,4})?)?$`);
