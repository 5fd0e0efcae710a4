/** Applies a filter of Linear to plain rows: comparators, nested filters, `and`, `or`, `some` and `null`. */
type Row = Readonly<Record<string, unknown>>;
type Comparator = (value: unknown, wanted: unknown) => boolean;

const lower = (value: unknown) => String(value).toLowerCase();

const comparators: Readonly<Record<string, Comparator>> = {
  eq: (value, wanted) => value === wanted,
  neq: (value, wanted) => value !== wanted,
  in: (value, wanted) => (wanted as unknown[]).includes(value),
  nin: (value, wanted) => !(wanted as unknown[]).includes(value),
  eqIgnoreCase: (value, wanted) => lower(value) === lower(wanted),
  contains: (value, wanted) => String(value).includes(String(wanted)),
  startsWith: (value, wanted) => String(value).startsWith(String(wanted)),
};

export type LinearFilter = Readonly<Record<string, unknown>>;

export function matchesFilter(row: unknown, filter: LinearFilter): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    if (name === 'and') return (wanted as LinearFilter[]).every((one) => matchesFilter(row, one));
    if (name === 'or') return (wanted as LinearFilter[]).some((one) => matchesFilter(row, one));
    if (name === 'some') return (row as unknown[]).some((one) => matchesFilter(one, wanted as LinearFilter));
    if (name === 'null') return (row === null) === wanted;
    const compare = comparators[name];
    if (compare !== undefined) return compare(row, wanted);
    return row !== null && matchesFilter((row as Row)[name], wanted as LinearFilter);
  });
}
