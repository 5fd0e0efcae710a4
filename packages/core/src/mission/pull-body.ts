/** Writes the body of a feature's pull request: summary, scope and verified claims. */
import { pullSections, unwitnessedLine } from '../pull-request/sections.ts';
import type { Reason } from '../trust/reason.ts';

export interface PullRequestFeature {
  readonly title: string;
  readonly spec: string;
  /** Globs of the files it may change; empty means all. */
  readonly files: readonly string[];
  /** Features it is stacked on: their commits stay in its branch until they are merged. */
  readonly onto: readonly { readonly id: string; readonly pull: number | null }[];
  readonly checks: readonly string[];
  readonly attempts: number;
  /** Why a person accepted it without a witness; absent if it has one. */
  readonly unwitnessed?: readonly Reason[];
}

export function pullBody(offered: PullRequestFeature): string {
  const sections: Readonly<Record<(typeof pullSections)[number], readonly string[]>> = {
    Summary: [offered.title, '', `A feature of the mission for \`${offered.spec}\`.`],
    Scope: scopeOf(offered),
    Validation: [
      ...(offered.unwitnessed ? [unwitnessedLine(offered.unwitnessed)] : []),
      ...offered.checks.map((command) => `- \`${command}\` is green on exactly this commit`),
      `- the validator confirmed every claim of the feature, in attempt ${offered.attempts}`,
    ],
    'Follow-ups': ['Other issues are recorded in the mission.'],
  };
  return `${pullSections.map((name) => [`## ${name}`, '', ...sections[name]].join('\n')).join('\n\n')}\n`;
}

function scopeOf({ files, onto }: PullRequestFeature): readonly string[] {
  const own =
    files.length === 0
      ? 'All files that the feature needs.'
      : `These files: ${files.map((file) => `\`${file}\``).join(', ')}.`;
  if (onto.length === 0) return [own];
  const names = onto.map(({ id, pull }) => (pull === null ? id : `${id} (#${pull})`)).join(', ');
  return [own, '', `It builds on ${names}: this branch contains their commits until they are merged.`];
}
