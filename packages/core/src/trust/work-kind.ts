/** Kinds of work that have no witness by nature; a plan, a feature or a spec names them. Work without a kind needs a witness. */
export const workKinds = ['docs', 'refactor', 'tests', 'config'] as const;
export type WorkKind = (typeof workKinds)[number];

export const isWorkKind = (text: string): text is WorkKind => (workKinds as readonly string[]).includes(text);
