/** 100 secrets, and 100 texts that look like one. */
import { expect, test } from 'vitest';
import { findSecrets } from './known-secrets.ts';
import { redactorFor } from './redactor.ts';

const value = 'Zq7-not-a-word-42';
const isSecretIn = (name: string) => findSecrets({ [name]: value }).includes(value);

const secretNames = [
  ...['PGPASSWORD', 'DB_PASS', 'TOKEN_PROD', 'ACCESS_TOKEN_V2', 'MYAPIKEY', 'MYSQL_PWD', 'SSHPASS', 'DBPASS'],
  ...['OPENAI_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'GITHUB_TOKEN', 'GH_TOKEN', 'NPM_TOKEN', 'HF_TOKEN', 'SECRET_KEY_BASE'],
  ...['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'STRIPE_KEY', 'STRIPE_KEY_LIVE', 'API_KEY_2', 'TOKEN2', 'APIKEYS'],
  ...['CLIENT_SECRET', 'CLIENT_SECRETS', 'VAULT_SECRET_ID', 'JWT_SECRET_PROD', 'SESSION_SECRET', 'apiKey'],
  ...['npm_config_//registry.npmjs.org/:_authToken', 'SMTP_PASS_STAGING', 'REDIS_PASSWORD', 'REDIS_PASSWD', 'DB_PWD'],
  ...['GPG_PASSPHRASE', 'WIFI_PASSCODE', 'AZURE_CREDENTIALS', 'DB_CREDS', 'GITLAB_PAT', 'PAT', 'TOKEN_ACME', 'TOKENS'],
  ...['SIGNING_KEY', 'ENCRYPTION_KEY_BASE64', 'PRIVATE_KEY', 'PRIVATEKEY', 'MASTER_KEY_OLD', 'ACCESS_KEY_V2', 'KEY_1'],
  ...['API_KEY_ACME', 'BASIC_AUTH', 'MYSECRET', 'GITHUBTOKEN', 'githubToken'],
];

const harmlessNames = [
  ...['KEYBOARD', 'MONKEY', 'TOKENIZER', 'TOKENIZERS_PARALLELISM', 'COMPASS', 'BYPASS', 'SSL_BYPASS', 'PASS_THROUGH'],
  ...['TOKEN_FILE', 'PASSWORD_FILE', 'TOKEN_TYPE', 'SECRET_NAME', 'OAUTH_TOKEN_URL', 'TOKEN_ENDPOINT', 'TOKEN_TTL'],
  ...['PASSWORD_MIN_LENGTH', 'MAX_TOKENS', 'CLAUDE_CODE_MAX_OUTPUT_TOKENS', 'TOKEN_BUDGET', 'TOKEN_LIMIT', 'PWD'],
  ...['AWS_ACCESS_KEY_ID', 'PUBLIC_KEY', 'STRIPE_PUBLISHABLE_KEY', 'PRIMARY_KEY', 'SORT_KEY', 'CACHE_KEY', 'GPG_KEY'],
  ...['KEY_BINDINGS', 'KEY_REPEAT_RATE', 'OLDPWD', 'SSH_ASKPASS', 'GIT_ASKPASS', 'SSH_AUTH_SOCK', 'AUTHOR'],
  ...['PATH', 'XPATH', 'PATTERN', 'PASSENGER_APP_ENV', 'SECRETARY', 'PASSWORD_POLICY', 'SECRET_STORE', 'HOTKEY'],
  ...['COMPASS_HOME', 'CREDENTIAL_HELPER', 'TOKEN_ISSUER', 'SECRET_ARN', 'KEYCLOAK_HOST', 'GIT_AUTHOR'],
];

/** A text with the part that must go between « and ». */
const secretTexts = [
  'url postgres://app:«s3cr3t-pw»@db.example.com:5432/app',
  'postgresql+asyncpg://app:«Tr0ub4dor&3»@db/app',
  'redis://:«p4ssw0rd9»@cache:6379',
  'mongodb+srv://u:«Zx81!qwe»@a.mongodb.net,b.mongodb.net/x',
  'https://bot:«f00ba4ba2»@github.com/o/r.git',
  'amqp://guest:«gu3st-pass»@mq/%2f',
  '"url":"mysql://root:«pa%40ss1»@h/db"',
  `«sk_live_${'51HxYz'.repeat(4)}»`,
  `«sk_test_${'51HxYz'.repeat(4)}»`,
  `«rk_live_${'51HxYz'.repeat(4)}»`,
  `«whsec_${'a1B2c3'.repeat(5)}»`,
  `«hf_${'AbCdEfGhIj'.repeat(3)}KlMn»`,
  `«SG.${'aB3-_'.repeat(4)}xy.${'aB3-_'.repeat(8)}abc»`,
  `«pypi-AgEIcHlwaS5vcmc${'CJDU1_'.repeat(10)}»`,
  `«lin_api_${'aB3dE'.repeat(8)}»`,
  `«lin_oauth_${'0a1b2c3d'.repeat(8)}»`,
  'Authorization: «Bearer abcdef0123456789abcdef»',
  'curl -H "authorization: «bearer 4f9a7c2e-1b3d-4e5f-8a9b-0c1d2e3f4a5b»"',
  '«Bearer ya29.a0AfH6SMBx1234567890_abcdefg»',
  '«BEARER QWxhZGRpbjpvcGVuIHNlc2FtZTEyMw==»',
  '«sk-ant-api03-planted0123456789abcdef»',
  '«sk-proj-0123456789abcdefABCDEF»',
  `«ghp_${'a1B2'.repeat(9)}»`,
  `«github_pat_${'a1B2_'.repeat(8)}»`,
  '«glpat-abcdefghij0123456789»',
  `«npm_${'a1B2'.repeat(9)}»`,
  'id «AKIAIOSFODNN7EXAMPLE» here',
  `«AIza${'a1B2c'.repeat(7)}»`,
  '«xoxb-1234567890-abcdefghij»',
  '«eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl»',
  `«xapp-1-${'A0B1C'.repeat(5)}»`,
  `«dckr_pat_${'a1-B_'.repeat(5)}»`,
  `«shpat_${'0a1b'.repeat(8)}»`,
  `«dop_v1_${'0a1b'.repeat(16)}»`,
  `«GOCSPX-${'a1-B_'.repeat(5)}»`,
  `«gsk_${'a1B2c'.repeat(10)}»`,
  '«-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----»',
  '«-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQOYBGPx0123456789abcdef\n-----END PGP PRIVATE KEY BLOCK-----»',
];

const harmlessTexts = [
  'postgres://postgres:postgres@localhost:5432/test',
  'postgres://user:password@host/db',
  'postgres://user:your-password@host/db',
  `postgres://user:\${DB_PASSWORD}@host/db`,
  'postgres://user:$PGPASSWORD@host/db',
  'https://user:<password>@host',
  'https://user:{password}@host',
  'https://user:********@host',
  'https://u:[redacted]@host',
  'printf "redis://%s:%s@%s"',
  'http://localhost:3000/@scope/name',
  'http://127.0.0.1:54321/a@b.c',
  'ssh://git@example.com:2222/o/r.git',
  'git@github.com:org/repo-12345678.git',
  'docker://alpine:3.19.1@sha256:c5b1261d6d3e43071626931fc004f70149baeba2c8ec672bd4f27761f8e1ad6b',
  'http://[::1]:8080/x@y',
  'mail to a:b12345@c.de',
  'Bearer authentication is used',
  'the bearer of this message from 2024',
  'Bearer <token>',
  `Bearer \${token}`,
  'Bearer YOUR_TOKEN_HERE_PLEASE',
  'Bearer token-based-authentication-v2',
  'WWW-Authenticate: Bearer realm="service1"',
  'Bearer docs/auth/oauth2/README.md',
  'forbearer 0123456789abcdef0123',
  'd119b7d7c5b1261d6d3e43071626931fc004f701',
  'c5b1261d6d3e43071626931fc004f70149baeba2c8ec672bd4f27761f8e1ad6b',
  'sha512-aB3/dE5+gH7jK9mN1pQ3sT5vX7zA9cE1gI3kM5oQ7sU9wY1aC3eG5iK7mO9qS1uW3yA5cE7gI9kM1oQ3sU5wY7aC==',
  '123e4567-e89b-12d3-a456-426614174000',
  '01HV6ZK4QW8Y3X2N1M0P9R7T5S',
  'd41d8cd98f00b204e9800998ecf8427e  file.txt',
  'pk_live_51HxYzABCDEFGHIJKLMNOP',
  'sk_live_',
  'risk_test_0123456789abcdef',
  'hf_model_name_with_parts_and_more_parts',
  'pypi-publish-workflow-for-python-3-packages',
  'lin_api_key',
  'lin_api_reference_of_all_the_endpoints',
  'SG.short.one',
  'MSG.abcdefghijklmnopqrst.abcdefghijklmnopqrstuvwxyzabcdefgh',
  'task-1234567890-abcdefghijklmnop',
  'sk-learn-is-not-a-secret-name',
  'the token is long',
  'AKIA',
  'eyJ.eyJ.',
  'npm_config_registry',
  '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----',
];

/** Values of variables, with the part that must go; without one, the variable holds no secret. */
const variables: readonly (readonly [string, string, string | null])[] = [
  ['DATABASE_URL', 'postgres://app:hunter22@db/app', 'hunter22'],
  ['DATABASE_URL', 'postgres://app:p%40ss%2Fw0rd@db/app', 'p@ss/w0rd'],
  ['REDIS_URL', 'redis://:abcd1234efgh@h:6379', 'abcd1234efgh'],
  ['CELERY_BROKER', 'amqp://u:wOrk3r-pw@mq', 'wOrk3r-pw'],
  ['CONNECTION', 'Server=db;User Id=sa;Password=S3rver!Pw;', 'S3rver!Pw'],
  ['JDBC', 'jdbc:postgresql://h/db?user=u&password=jd8c-Pass', 'jd8c-Pass'],
  ['HEADERS', 'Authorization: Bearer abcdef0123456789abcdef', 'abcdef0123456789abcdef'],
  ['STRIPE', `sk_live_${'51HxYz'.repeat(4)}`, `sk_live_${'51HxYz'.repeat(4)}`],
  ['MONGO', 'mongodb://u:m0ng0-pw/x@h1:1,h2:2/db', 'm0ng0-pw/x'],
  ['DATABASE_URL', 'postgres://postgres:postgres@localhost/test', null],
  ['DATABASE_URL', 'postgres://localhost:5432/test', null],
  ['COMMIT', 'd119b7d7c5b1261d6d3e43071626931fc004f701', null],
];

const marked = /«([\s\S]*)»/;
const { text } = redactorFor({});

test('has 200 cases, half of them false alarms', () => {
  const without = variables.filter(([, , secret]) => secret === null).length;
  expect(new Set([...secretNames, ...secretTexts]).size + variables.length - without).toBe(100);
  expect(new Set([...harmlessNames, ...harmlessTexts]).size + without).toBe(100);
});

test.each(secretNames)('the value of %s is a secret', (name) => expect(isSecretIn(name)).toBe(true));

test.each(harmlessNames)('the value of %s is no secret', (name) => expect(isSecretIn(name)).toBe(false));

test.each(secretTexts)('%s is redacted', (given) => {
  const whole = given.replace(marked, '$1');
  expect(text(whole)).toBe(given.replace(marked, '[redacted]'));
  expect(text(text(whole))).toBe(text(whole));
});

test.each(harmlessTexts)('%s is kept', (given) => expect(text(given)).toBe(given));

test.each(variables)('%s=%s holds %s', (name, given, secret) => {
  const found = findSecrets({ [name]: given });
  if (secret === null) expect(found).toEqual([]);
  else expect(found).toContain(secret);
});
