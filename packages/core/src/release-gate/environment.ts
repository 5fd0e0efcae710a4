/** Whether the variables that a release needs stand in `.env.example`, each with a value that one can start from (DO-18). */

export const environmentStatuses = ['set', 'missing-from-template', 'placeholder'] as const;
export type EnvironmentStatus = (typeof environmentStatuses)[number];

/** The variables of a template by name; the last line that sets one counts, as for whoever loads it. */
export function parseEnvTemplate(text: string): ReadonlyMap<string, string> {
  const lines = text.split(/\r?\n/).flatMap((line): readonly (readonly [string, string])[] => {
    const { name, value = '' } = /^\s*(?:export\s+)?(?<name>[A-Za-z_]\w*)\s*=(?<value>.*)$/.exec(line)?.groups ?? {};
    return name === undefined ? [] : [[name, unquoted(value)]];
  });
  return new Map(lines);
}

export function environmentStatus(name: string, template: ReadonlyMap<string, string>): EnvironmentStatus {
  const value = template.get(name);
  if (value === undefined) return 'missing-from-template';
  return placeholder.test(value) ? 'placeholder' : 'set';
}

/** What people write where a value should stand. An empty one is such a place too: nobody can start from it. */
const placeholder =
  /^(?:$|<.*>$|\{\{?.*\}?\}$|\[.*\]$|\.{3}$|…$|x{3,}$|todo\b|tbd\b|fixme\b|change[-_ ]?me\b|replace[-_ ]?me\b|fill[-_ ]?me\b|place[-_ ]?holder\b|your[-_ ])/i;

/** Without its quotes, and without a remark behind a value that has none. */
function unquoted(text: string): string {
  const { inner } = /^\s*(["'])(?<inner>.*)\1\s*(?:#.*)?$/.exec(text)?.groups ?? {};
  return inner ?? text.replace(/(?:^|\s)#.*$/, '').trim();
}
