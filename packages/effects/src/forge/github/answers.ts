/** Schemas for the used parts of GitHub's responses. */
import * as z from 'zod';

const user = z.looseObject({ login: z.string() }).nullish();

export const pullAnswer = z.looseObject({
  number: z.int(),
  html_url: z.string(),
  state: z.enum(['open', 'closed']),
  draft: z.boolean().nullish(),
  title: z.string(),
  body: z.string().nullable(),
  merged_at: z.string().nullable(),
  merge_commit_sha: z.string().nullable(),
  merged_by: user,
  head: z.looseObject({ ref: z.string(), sha: z.string() }),
  base: z.looseObject({ ref: z.string() }),
  labels: z.array(z.looseObject({ name: z.string() })),
  mergeable: z.boolean().nullish(),
  mergeable_state: z.string().nullish(),
});
export type PullAnswer = z.output<typeof pullAnswer>;

export const issueAnswer = z.looseObject({ closed_by: user });

export const reviewAnswer = z.looseObject({ user: user, state: z.string() });

export const checkRuns = z.looseObject({
  check_runs: z.array(
    z.looseObject({
      name: z.string(),
      status: z.string(),
      conclusion: z.string().nullable(),
      html_url: z.string().nullish(),
      output: z.looseObject({ title: z.string().nullish(), summary: z.string().nullish() }).nullish(),
    }),
  ),
});

export const combinedStatus = z.looseObject({
  statuses: z.array(
    z.looseObject({
      context: z.string(),
      state: z.string(),
      target_url: z.string().nullish(),
      description: z.string().nullish(),
    }),
  ),
});

export const mergeAnswer = z.looseObject({ sha: z.string(), merged: z.boolean() });
export const repoAnswer = z.looseObject({
  allow_merge_commit: z.boolean().optional(),
  allow_squash_merge: z.boolean().optional(),
  allow_rebase_merge: z.boolean().optional(),
});
/** For responses that are not read. */
export const anything = z.unknown();

export const loginOf = (user: { readonly login: string } | null | undefined): string => user?.login ?? 'someone';
