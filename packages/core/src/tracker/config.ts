/** Settings of the issue tracker and of the loop over its issues. */
import { count, flag, oneOf, path, section, text, url } from '../config/field.ts';
import { trackerKinds } from './issue.ts';

/** Folder of the local tracker by default. */
const defaultIssueFolder = '.harness/issues';

export const trackerSection = section(
  {
    kind: oneOf(
      trackerKinds,
      'The tracker: `local` reads Markdown files of `tracker.dir`, `linear` needs LINEAR_API_KEY, `github` needs GITHUB_TOKEN or GH_TOKEN.',
    ).default('local'),
    project: text(
      'The project whose issues are worked on: an id, a slug or a name; at GitHub `owner/repo`, by default that of the remote.',
    ).optional(),
    team: text(
      'The team, by its key or id. GitHub has none; a local issue without a team belongs to every team.',
    ).default('MB90'),
    label: text('The label of issues that are ready to be worked on.').default('ready'),
    max: count('Maximum number of issues of one run.').default(20),
    inProgressStatus: text('The status of a claimed issue; at GitHub a label of this name.').default('In Progress'),
    doneStatus: text('The status of a finished issue. GitHub closes it as completed instead.').default('Done'),
    discoverInterval: count('Completed issues between two discovery passes.').default(5),
    tier1Blocks: flag('Whether a red `tests.tier1` fails the issue; otherwise it is a warning.').default(false),
    endpoint: url(
      'The URL of the API of `tracker.kind`; LINEAR_API_URL and GITHUB_API_URL come first. The key goes only to https or to this machine.',
      'https',
      'http',
    ).optional(),
    dir: path('The folder of the local tracker, with one file `<ID>.md` per issue.').prefault(defaultIssueFolder),
  },
  'The issue tracker, and the loop over its issues.',
).prefault({});
