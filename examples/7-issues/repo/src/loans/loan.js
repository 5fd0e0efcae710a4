const dayMs = 86_400_000;

/** Days have the form 2026-01-31. */
export const addDays = (day, count) => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

/** A member may keep a book for four weeks. */
export const lend = (book, member, day) => ({ book, member, due: addDays(day, 28), renewed: false });

export const isLate = (loan, today) => today > loan.due;
