/** `{name}` in a script is replaced by what the role was given under this name; an unknown name stays as it is. */
export const fillVariables = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? (variables[name] ?? whole) : whole,
  );
