/** An empty shelf. A book is `{ title, lentTo }`; nobody has it while `lentTo` is null. */
export const emptyShelf = () => ({ books: [] });
