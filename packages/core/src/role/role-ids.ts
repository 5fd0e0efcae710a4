/** Every role of every workflow by its id: what a script, an override, a log line and a page may name. */
const roleNames = {
  converge: ['implementer', 'reviewer'],
  task: [
    ...['convention-scanner', 'planner-single', 'architect', 'senior-developer', 'qa-specialist', 'cross-critique'],
    ...['synthesis-standard', 'synthesis', 'generator-single', 'lead-developer', 'combined-advisor'],
    ...['code-quality-advisor', 'test-stability-advisor', 'implementation-standard', 'implementation'],
    ...['verifier', 'auto-fix-proposer', 'evaluator'],
  ],
  autopilot: ['planner', 'executor', 'verifier', 'integrator', 'reviewer'],
  mission: [
    ...['planner', 'plan-reviewer', 'orchestrator', 'worker', 'validator', 'architect', 'debugger'],
    ...['ui-qa', 'crosscheck', 'curator', 'documenter'],
  ],
  issues: ['planner', 'worker', 'reviewer', 'discoverer'],
  plans: [
    ...['planner', 'implementer', 'reviewer', 'ui-reviewer', 'fixer', 'preparer', 'merge-checker'],
    ...['fidelity', 'site-analyst'],
  ],
} as const;

type Workflow = keyof typeof roleNames;
export type RoleId = { [W in Workflow]: `${W}.${(typeof roleNames)[W][number]}` }[Workflow];

/** A part of a workflow that is a machine of its own asks only some of its roles. */
const ofPlan: readonly RoleId[] = [
  'plans.implementer',
  'plans.fixer',
  'plans.reviewer',
  'plans.ui-reviewer',
  'plans.preparer',
  'plans.merge-checker',
];
const ofPart: Readonly<Record<string, readonly RoleId[]>> = {
  planning: ['plans.planner'],
  'site-reverse': ['plans.site-analyst', 'plans.planner'],
  fidelity: ['plans.fidelity'],
  plan: ofPlan,
  phase: ofPlan,
};

/** The roles that one workflow, or a part of one, asks; none when it asks nobody. */
export const rolesOf = (workflow: string): readonly RoleId[] =>
  ofPart[workflow] ?? roleIds.filter((role) => role.startsWith(`${workflow}.`));

export const roleIds = Object.entries(roleNames).flatMap(([workflow, names]) =>
  names.map((name) => `${workflow}.${name}`),
) as readonly RoleId[];
