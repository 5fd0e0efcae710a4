import { books } from '../src/catalog/books.js';

const ids = new Set(books.map(({ id }) => id));
if (ids.size < books.length) throw new Error('two books have the same id');
