import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectLanguage } from './language.ts';

describe('W-11 the language of a text', () => {
  test.each([
    ['ko', '로그인 페이지를 추가해 주세요'],
    ['ko', '로그인 고쳐줘'],
    ['ko', '로그인 API의 NullPointerException 고쳐줘'],
    ['ko', 'src/login.ts 파일의 버그를 고치고 테스트를 추가하세요'],
    ['ja', 'ログインページを追加してください'],
    ['ja', '認証を修正する'],
    ['zh', '添加登录页面并编写测试'],
    ['en', 'Add a login page with tests'],
    ['en', 'implement retry with exponential backoff'],
    ['de', 'Füge eine Anmeldeseite mit Tests hinzu'],
    ['fr', 'Ajoute une page de connexion avec des tests'],
    ['es', 'Añade una página de inicio de sesión con pruebas'],
    ['it', 'Aggiungi una pagina di accesso con i test'],
    ['nl', 'Voeg een inlogpagina toe met tests'],
    ['sv', 'Lägg till en inloggningssida med tester'],
    ['pt', 'Adicione uma página de login com testes'],
    ['ru', 'Добавь страницу входа с тестами'],
    ['ru', 'Добавь поиск'],
    ['ru', 'почему?'],
    ['uk', 'Додай пошук і фільтр'],
    ['ja', '検索を追加'],
    ['de', 'Bitte nur Überschriften ändern'],
    ['de', 'Ja, aber ohne Tests'],
    ['de', 'Die Tests sollen auch leere Eingaben abdecken'],
    ['en', 'Please handle the empty input'],
    ['ar', 'أضف صفحة تسجيل الدخول مع الاختبارات'],
  ])('%s: %s', (tag, text) => {
    expect(detectLanguage(text)).toBe(tag);
  });
});

describe('is unknown', () => {
  test.each([
    ['of an empty text', ''],
    ['of symbols', '!!! 42 --- ???'],
    ['of a few letters', 'Update README'],
    ['of one common word', 'retry only'],
    ['of a path', 'src/index.ts packages/core/src/machine/machine.ts'],
    ['of an identifier', 'NullPointerException UserServiceFactory'],
    ['of code', '`const a = await fetch(url)` ```\nadd a page with many english words in it\n```'],
    ['of tool names', 'Dockerfile: use node 20 alpine'],
  ])('%s', (_, text) => {
    expect(detectLanguage(text)).toBeUndefined();
  });
});

test('technical English is English or unknown, never another language', () => {
  const tasks = [
    'Fix NullPointerException in UserService.java:42',
    'npm run build fails on CI',
    'update dependencies and bump version to 2.0.0',
    'refactor `UserRepository` to use async/await',
    'Make the CLI faster',
    'Fix the failing tests in the parser',
    'Rename foo to bar everywhere',
    'Translate 안녕하세요 into English on the greeting page, please',
    'bump eslint, prettier and vitest',
  ];
  for (const task of tasks) expect(['en', undefined]).toContain(detectLanguage(task));
});

test('any text gives a tag or undefined', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.lorem({ maxCount: 30 })), (text) => {
      expect(detectLanguage(text) ?? 'en').toMatch(/^[a-z]{2,3}$/);
    }),
  );
});

test('detects the language of a long text quickly', () => {
  const from = process.cpuUsage(); // not the wall clock: the machine may be busy
  expect(detectLanguage('로그인 페이지를 추가해 주세요. '.repeat(50_000))).toBe('ko');
  expect(detectLanguage('Add a login page with tests. '.repeat(50_000))).toBe('en');
  expect(process.cpuUsage(from).user).toBeLessThan(5_000_000);
});
