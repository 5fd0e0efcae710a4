import { expect, test } from 'vitest';
import { parseSiteAddress, sitePaths } from './address.ts';
import { selectPageLinks } from './links.ts';

test.each([
  ['https://www.shop.example', 'https://www.shop.example/', 'shop-example'],
  ['http://127.0.0.1:8080/a/b?c=1#d', 'http://127.0.0.1:8080/a/b?c=1', '127-0-0-1-8080-a-b'],
  ['  https://bücher.example/예시  ', 'https://xn--bcher-kva.example/%EC%98%88%EC%8B%9C', 'xn--bcher-kva-example'],
])('DO-22 captures %s from %s under the name %s', (given, url, slug) => {
  const address = parseSiteAddress(given);
  expect(address).toMatchObject({ ok: true, url });
  expect(address.ok && address.slug).toMatch(new RegExp(`^${slug.replace('--', '-')}`));
});

test.each([
  ['shop', 'not-an-address'],
  ['', 'not-an-address'],
  ['http://', 'not-an-address'],
  ['ftp://shop.example', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['https://me@shop.example', 'password'],
  ['https://me:pw@shop.example', 'password'],
])('refuses %j: %s', (given, why) => {
  expect(parseSiteAddress(given)).toEqual({ ok: false, why });
});

test('DO-22 stores a site in these places', () => {
  expect(sitePaths('shop-example', 'docs/context')).toEqual({
    folder: 'docs/context/site-reverse/shop-example',
    spec: 'docs/product-specs/shop-example.md',
    drop: 'docs/context/site-shop-example.md',
  });
});

test('DO-22 follows only links to pages of the same origin, each once', () => {
  const links = [
    ...[
      'https://a.example/one#top',
      'https://a.example/one',
      'https://a.example/two?x=1',
      'https://a.example/file.PDF',
    ],
    ...['http://a.example/one', 'https://a.example:8443/', 'https://b.example/', 'mailto:x@y.example', 'nonsense'],
  ];
  expect(selectPageLinks(links, 'https://a.example')).toEqual(['https://a.example/one', 'https://a.example/two?x=1']);
});
