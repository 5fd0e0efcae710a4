export const books = [
  { id: 'b1', title: 'Middlemarch', author: 'George Eliot' },
  { id: 'b2', title: 'Les Misérables', author: 'Victor Hugo' },
  { id: 'b3', title: 'Pride and Prejudice', author: 'Jane Austen' },
];

export const bookOf = (id) => books.find((book) => book.id === id) ?? null;
