/** Creates an empty shelf. A book is `{ title, lentTo }`; `lentTo` is null if it is not lent. */
export const emptyShelf = () => ({ books: [] });
