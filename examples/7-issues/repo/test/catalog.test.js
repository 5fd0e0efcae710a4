import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookOf, books } from '../src/catalog/books.js';
import { search } from '../src/catalog/search.js';

test('a book is found by its id', () => {
  assert.equal(bookOf('b1').title, 'Middlemarch');
  assert.equal(bookOf('b9'), null);
});

test('books are found by a word of their title or author', () => {
  assert.deepEqual(search(books, 'Eliot'), [books[0]]);
});
