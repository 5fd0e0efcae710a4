/** The books whose title or author contains the text. */
export const search = (books, text) => books.filter(({ title, author }) => `${title} ${author}`.includes(text));
