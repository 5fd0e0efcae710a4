/** Sentences about the proof for the roles that plan work. */
import type { WorkKind } from '../../trust/work-kind.ts';

/** The rule that work of each kind must obey instead of having a witness. */
const kindRules: Readonly<Record<WorkKind, string>> = {
  docs: 'only documents change',
  refactor: 'behaviour and tests stay as they are',
  tests: 'tests for existing code are added',
  config: 'only settings of tools or of the build change',
};

export const kindRule = `All work needs a witness: a test or command that fails before and passes after. Only work that cannot have one gets a \`kind\`: ${Object.entries(
  kindRules,
)
  .map(([kind, rule]) => `"${kind}" (${rule})`)
  .join(', ')}. Leave \`kind\` out for all other work; never use it to avoid tests.`;

export const changesRule = (of: 'feature' | 'plan'): string =>
  `If the spec wants existing behaviour to change, \`changes\` of the ${of} lists globs of the existing tests that may change with it; otherwise leave it out.`;
