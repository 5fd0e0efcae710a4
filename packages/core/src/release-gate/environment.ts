/** Checks that `.env.example` has a usable value for each variable that a release needs (DO-18). */

export const environmentStatuses = ['set', 'missing-from-template', 'placeholder'] as const;
export type EnvironmentStatus = (typeof environmentStatuses)[number];

/** The variables by name; the last assignment wins, as in a shell. */
export function parseEnvTemplate(text: string): ReadonlyMap<string, string> {
  const lines = text.split(/\r?\n/).flatMap((line): readonly (readonly [string, string])[] => {
    const { name, value = '' } = /^\s*(?:export\s+)?(?<name>[A-Za-z_]\w*)\s*=(?<value>.*)$/.exec(line)?.groups ?? {};
    return name === undefined ? [] : [[name, unquote(value)]];
  });
  return new Map(lines);
}

export function environmentStatus(name: string, template: ReadonlyMap<string, string>): EnvironmentStatus {
  const value = template.get(name);
  if (value === undefined) return 'missing-from-template';
  return placeholder.test(value) ? 'placeholder' : 'set';
}

/** Values that stand for a missing one. An empty value counts too: no one can start with it. */
const placeholder =
  /^(?:$|<.*>$|\{\{?.*\}?\}$|\[.*\]$|\.{3}$|…$|x{3,}$|todo\b|tbd\b|fixme\b|change[-_ ]?me\b|replace[-_ ]?me\b|fill[-_ ]?me\b|place[-_ ]?holder\b|your[-_ ])/i;

/** Removes quotes, or the comment after an unquoted value. */
function unquote(text: string): string {
  const { inner } = /^\s*(["'])(?<inner>.*)\1\s*(?:#.*)?$/.exec(text)?.groups ?? {};
  return inner ?? text.replace(/(?:^|\s)#.*$/, '').trim();
}
