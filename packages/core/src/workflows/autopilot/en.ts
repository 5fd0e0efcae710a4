/** The English texts of autopilot. */
import type { Catalogue } from '../../codes.ts';
import { shellQuote } from '../../text/shell-quote.ts';
import type { autopilotCodes } from './codes.ts';

const help = 'harness autopilot --help';
const form = '`## Implementation Order` with headings `### Phase 1: <name>`, `### Phase 2: <name>` and so on';
const plural = (count: number, noun: string, many = `${noun}s`) => `${count} ${count === 1 ? noun : many}`;
const foundLines = (found: string | undefined) =>
  found === undefined ? '' : ` These lines look like phases: ${found}.`;
const concernText = (count: number) => (count === 0 ? 'no concerns' : plural(count, 'concern'));
const stop = 'Save the session. The same command continues here.';

export const en: Catalogue<typeof autopilotCodes> = {
  refusals: {
    'autopilot.rigor-clash': () => ({
      message: 'Cannot use --fast and --thorough together. Choose one.',
      next: help,
    }),
    'autopilot.no-spec': () => ({
      message: 'No spec was given. Name the approved spec to execute.',
      next: 'harness autopilot docs/spec.md',
    }),
    'autopilot.spec-not-approved': ({ path, status }) => ({
      message: `The spec ${path} is not approved: its status is "${status}". Agree on it first, then change the status.`,
      next: help,
    }),
    'autopilot.no-section': ({ path, found }) => ({
      message: `The spec ${path} has no section ${form}.${foundLines(found)}`,
      next: help,
    }),
    'autopilot.no-phase': ({ path, found }) => ({
      message: `Not every phase in ${path} can be read. Write the section ${form}.${foundLines(found)}`,
      next: help,
    }),
    'autopilot.not-in-order': ({ path, numbers }) => ({
      message: `The phases in ${path} are numbered ${numbers}. Number them 1, 2, 3 and so on, in their order.`,
      next: help,
    }),
    'autopilot.one-phase': ({ path, name }) => ({
      message: `The spec ${path} has only one phase: ${name}. Run it as a task.`,
      next: 'harness task --help',
    }),
    'autopilot.no-checks': () => ({
      message: 'No check is configured or detected, so nothing could verify a phase.',
      next: 'harness init',
    }),
    'autopilot.newer-state': ({ path, version }) => ({
      message: `${path} has version ${version}, which a newer harness wrote. Nothing was changed.`,
      next: 'harness --version',
    }),
    'autopilot.other-branch': ({ branch }) => ({
      message: `The session works on the branch ${branch}, and the checkout is on another one.`,
      next: `git switch ${shellQuote(branch)}`,
    }),
    'autopilot.other-session': ({ path, spec }) => ({
      message: `The path ${path} belongs to the session of another spec, ${spec}. Finish that session, or rename one of the specs.`,
      next: `harness autopilot ${shellQuote(spec)}`,
    }),
  },
  questions: {
    plan: {
      question: ({ n, name, file, tasks, minutes, complexity, because, concerns }) =>
        `The plan of phase ${n}, ${name}, is in ${file}: ${plural(tasks, 'task')}, about ${minutes} minutes, complexity ${complexity}. It waits for you because of: ${because}.${concerns === '' ? '' : ` Concerns of the planner: ${concerns}.`} Approve? (yes / revise / skip phase / stop).`,
      options: {
        yes: 'Execute the plan.',
        revise: 'Edit the file and answer; or say in a note what the planner should change.',
        'skip phase': 'Leave this phase out.',
        stop,
      },
    },
    skeleton: {
      question: ({ n, name, file }) => `The outline of the plan of phase ${n}, ${name}, is in ${file}. Approve?`,
      options: {
        yes: 'Let the planner write the whole plan.',
        revise: 'Ask for another outline; say in a note what should change.',
        stop,
      },
    },
    'verify-checkpoint': {
      question: ({ n, task, change }) => `Checkpoint after task ${n}, ${task} (${change}). Is the result right?`,
      options: {
        yes: 'Commit it and continue.',
        no: 'Send the task back; say in a note what is wrong.',
        stop,
      },
    },
    'decide-at-checkpoint': {
      question: ({ n, task }) => `The plan needs a decision after task ${n}, ${task}. Which option?`,
      options: { stop },
    },
    'act-at-checkpoint': {
      question: ({ n, task }) => `The plan needs you after task ${n}: ${task}. Is it done?`,
      options: { done: 'Continue.', stop },
    },
    retries: {
      question: ({ task, tries, because }) =>
        `Budget exhausted. Recorded in .harness/failures.md. The task "${task}" failed ${tries} times, last with: ${because}\nHow should the session continue?`,
      options: {
        'fix manually and continue': 'You have repaired it in the checkout: check it and continue.',
        'revise plan': 'Edit the plan and answer; or say in a note what the planner should change.',
        stop,
      },
    },
    verification: {
      question: ({ n, name, count, gaps }) =>
        `The verification of phase ${n}, ${name}, found ${plural(count, 'gap')}: ${gaps}. How should it continue?`,
      options: {
        fix: 'Let the executor close the gaps.',
        'skip verification': 'Continue without it. The decision is recorded.',
        stop,
      },
    },
    integration: {
      question: ({ n, name, count, problems }) =>
        `The integration of phase ${n}, ${name}, is incomplete: ${plural(count, 'item')}: ${problems}. How should it continue?`,
      options: {
        fix: 'Let the executor complete it.',
        'skip integration': 'Continue without it. The decision is recorded.',
        stop,
      },
    },
    adr: {
      question: ({ title, context, decision, consequences }) =>
        `${title}\nContext: ${context}\nDecision: ${decision}\nConsequences: ${consequences}\nRecord this decision?`,
      options: { accept: 'Write the record.', reject: 'Do not write it.', stop },
    },
    review: {
      question: ({ n, name, count, findings }) =>
        `The review of phase ${n}, ${name}, has ${plural(count, 'blocking finding')}: ${findings}. How should it continue?`,
      options: {
        fix: 'Let the executor fix them.',
        override: 'Accept the phase as it is; give the reason in a note.',
        stop,
      },
    },
    'next-phase': {
      question: ({ n, next, name, complexity, troubles }) =>
        `Phase ${n} complete. Next: ${next}: ${name} (${complexity}).${troubles > 1 ? ` The last ${troubles} phases used up their retries: the spec may have a problem that affects all of them. Read it again first.` : ''} Continue? (yes / stop).`,
      options: { yes: 'Start the next phase.', stop },
    },
    'final-review': {
      question: ({ count, findings, cycle, of }) =>
        `The final review has ${plural(count, 'blocking finding')}: ${findings} (round ${cycle} of ${of}). How should the session continue?`,
      options: {
        fix: 'Let the executor fix each in a commit of its own.',
        override: 'Accept the change as it is; give the reason in a note.',
        stop,
      },
    },
    pr: {
      question: ({ phases, base, refused }) =>
        `All ${phases} phases are complete.${refused === undefined ? '' : ` The pull request was refused: ${refused}.`} Create a PR for ${base}? (yes / no)`,
      options: { yes: 'Push the branch and open a pull request. Nothing is merged.', no: 'Keep the commits here.' },
    },
    'session-file': {
      question: ({ found, own, skipped }) =>
        `The state file was edited by hand. It continues with phase ${found}${skipped === '' ? '' : ` and skips ${skipped}`}; the session is at phase ${own}. Which one is right?`,
      options: {
        'Take over': 'Use the file. A finished phase never runs again.',
        Overwrite: 'Use the session and write the file again.',
      },
    },
    'no-output': {
      question: ({ n, name, file }) =>
        `The planner left no plan with a task for phase ${n}, ${name}, in ${file}. Call it again?`,
      options: { retry: 'Call the planner again.', stop },
    },
  },
  progress: {
    'autopilot.phases': ({ count, spec }) => `${plural(count, 'phase')} in ${spec}`,
    'autopilot.phase': ({ n, name, complexity }) => `Phase ${n}: ${name} (${complexity})`,
    'autopilot.raised': ({ from, to, because }) => `complexity raised from ${from} to ${to} by ${because}`,
    'autopilot.waits-for-plan': ({ file }) =>
      `Run \`/harness:planning\` interactively, then re-invoke \`/harness:autopilot\`. The plan belongs in ${file}`,
    'autopilot.plan-found': ({ file }) => `Found plan: ${file}`,
    'autopilot.auto-approved': ({ n, name, complexity, concerns, tasks }) =>
      `Auto-approved Phase ${n}: ${name} | auto | ${complexity} | ${concernText(concerns)} | ${plural(tasks, 'task')}.`,
    'autopilot.signal': ({ signal, value }) => `${signal}: ${value} triggered.`,
    'autopilot.retry': ({ n, of, task, tried }) => `Retry ${n}/${of} of ${task}: ${tried}`,
    'autopilot.budget-exhausted': ({ file }) => `Budget exhausted. Recorded in ${file}.`,
    'autopilot.committed': ({ subject, commit }) => `${subject} (${commit})`,
    'autopilot.verified': () => 'verified',
    'autopilot.unverified': ({ count }) => `not verified: ${plural(count, 'gap')}`,
    'autopilot.skipped': ({ what }) => `A person skipped the ${what}`,
    'autopilot.tier-raised': ({ planned, derived, because }) =>
      `Tier escalated from ${planned} to ${derived}: ${because}.`,
    'autopilot.reviewed': ({ count, blocking }) => `reviewed: ${plural(count, 'finding')}, ${blocking} blocking`,
    'autopilot.phase-complete': () => 'complete',
    'autopilot.phase-skipped': () => 'skipped',
    'autopilot.two-in-trouble': () =>
      'Two phases in a row used up their retries: review the spec for a problem that affects all phases',
    'autopilot.pull-open': ({ pull, url }) => `Pull request ${pull} is open: ${url}`,
    'autopilot.pull-refused': ({ because }) => `The pull request was refused: ${because}`,
    'autopilot.many-learnings': ({ count }) => `${count} learnings: run \`harness learnings prune\``,
    'autopilot.limit': ({ cycles, file }) =>
      `The final review still blocks after ${plural(cycles, 'round')} of fixes. Recorded in ${file}`,
  },
  sentences: {
    'autopilot.resuming': ({ state, n, name, plan }) =>
      `Resuming from ${state}, phase ${n}: ${name}.${plan === undefined ? '' : ` Found plan: ${plan}`}`,
    'autopilot.saved': ({ command }) => `State saved. Re-invoke \`/harness:autopilot\` to continue. Here: ${command}`,
    'autopilot.totals': ({ phases, tasks, retries }) =>
      `${plural(phases, 'phase')}, ${plural(tasks, 'task')}, ${plural(retries, 'retry', 'retries')}.`,
    'autopilot.phase-summary': ({ n, name, tasks, retries, verification, integration, findings, took }) =>
      `Phase ${n}: ${name} | ${plural(tasks, 'task')} | ${plural(retries, 'retry', 'retries')} | verification ${verification} | integration ${integration} | ${plural(findings, 'finding')} | ${took}`,
    'autopilot.final-status': ({ status, findings }) => `Final review: ${status}, ${plural(findings, 'finding')}`,
    'autopilot.assessed': ({ n, name, complexity, route, plan, reasons }) =>
      `Phase ${n}: ${name} | ${complexity} | ${route}${plan === undefined ? '' : ` | plan ${plan}`}${reasons === undefined ? '' : ` | raised by ${reasons}`}`,
    'autopilot.signals': ({ modules, failures, structural, risk }) =>
      `affected modules ${modules}, failure probability ${failures}, structural ${structural}, risk ${risk}`,
    'autopilot.which-spec': () => 'Which approved spec should be executed? (its path)',
    'autopilot.state-moved': ({ file, aside }) =>
      `${file} cannot be read. It is now ${aside}, and a fresh session starts.`,
    'autopilot.write-plan': ({ n, name, file, command }) =>
      `Phase ${n}, ${name}, is of high complexity. Run \`/harness:planning\` interactively, then re-invoke \`/harness:autopilot\`. Here: write the plan to ${file}, then run: ${command}`,
    'autopilot.overridden': ({ findings }) => `Overridden findings: ${findings}`,
  },
};
