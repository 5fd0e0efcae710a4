/** The text that a member gets when a book is late. */
export const reminder = ({ member, due }) => `Dear ${member}, your book was due on ${due}.`;
