/** Replaces each `{name}` in a script with the role's variable of this name; unknown names stay. */
export const fillVariables = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? whole) : whole,
  );
