/**
 * Decides by its name whether a variable holds a secret: `PGPASSWORD`, `TOKEN_PROD`, `stripeApiKey2`.
 *
 *   N1. A telling word counts anywhere in a name, also joined to another word (`MYAPIKEY`).
 *   N2. A word that is common in other names too (`KEY`, `PASS`) counts only at the end, or before a stage or version.
 *   N3. A name that ends in an attribute is no secret: `TOKEN_FILE`, `PASSWORD_MIN_LENGTH`.
 */

/** Words in capitals, with `_` before and after each. */
const capitalWords = (name: string): string =>
  `_${name.replace(/([a-z\d])([A-Z])/g, '$1_$2').replace(/[^A-Za-z\d]+/g, '_')}_`.toUpperCase().replace(/_+/g, '_');

const keyKinds = 'API|ACCESS|PRIVATE|ENCRYPTION|SIGNING|AUTH|MASTER';
const telling = new RegExp(
  `(?:PASSWORD|PASSWD|PASSPHRASE|PASSCODE|SECRET|TOKEN|_CRED|CREDENTIAL|(?:${keyKinds})_?KEY)S?\\d*_|_BASIC_AUTH_`,
);

const stages =
  'PROD|PRODUCTION|LIVE|STAGING|STAGE|DEV|DEVELOPMENT|TEST|LOCAL|CI|OLD|NEW|PRIMARY|SECONDARY|BACKUP|EU|US';
const common = new RegExp(`_(?:KEYS?|PATS?|[A-Z\\d]*(?:PASS|PWD))\\d*_(?:(?:${stages}|B(?:ASE)?64|V?\\d+)_)*$`);

/** Keys of tables and caches, public keys, programs that ask for a password, the current folder, words of English. */
const harmless = [
  /_(?:PUBLIC|PUBLISHABLE|PRIMARY|FOREIGN|SORT|PARTITION|CACHE|HOT|GPG)_KEYS?_$/,
  /_(?:[A-Z]*ASK|BY|COM|ENCOM|OVER|SUR|TRES|UNDER)PASS_$/,
  /^_(?:OLD)?PWD_$/,
  /_(?:MAX|MIN)_(?:\w+_)?TOKENS_$/,
];

const attributes = [
  ...['FILES?', 'PATH', 'DIR', 'FOLDER', 'NAMES?', 'TYPE', 'FORMAT', 'HEADER', 'PREFIX', 'FIELD', '(?:KEY|TOKEN)_ID'],
  ...['URL', 'URI', 'ENDPOINT', 'HOST', 'PORT', 'REGION', 'ARN', 'USER', 'USERNAME', 'ISSUER', 'AUDIENCE', 'SCOPES?'],
  ...['TTL', 'EXPIRY', 'EXPIRES', 'EXPIRATION', 'LIFETIME', 'TIMEOUT', 'LENGTH', 'SIZE', 'LIMIT', 'COUNT', 'BUDGET'],
  ...['ALGORITHM', 'POLICY', 'MODE', 'PROVIDER', 'STORE', 'BACKEND', 'HELPER', 'MANAGER'],
  ...['ENABLED', 'DISABLED', 'REQUIRED'],
];
const attribute = new RegExp(`_(?:${attributes.join('|')})_$`);

export function isSecretName(name: string): boolean {
  const words = capitalWords(name);
  if (attribute.test(words) || harmless.some((pattern) => pattern.test(words))) return false;
  return telling.test(words) || common.test(words);
}
