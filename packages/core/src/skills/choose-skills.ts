/**
 * Chooses the skills that help with a task by keywords, never by the name of a tool or plugin (W-161).
 *
 *   S1. A skill is given completely if a word of its name, or two words of its description, are words of the task.
 *   S2. The others are listed with name and description, so that an agent can open one in the repository.
 *   S3. The choice depends on the task alone: it is the same in all calls of a run.
 */
import type { Skill } from './skill.ts';

export interface ChosenSkills {
  /** Best first. */
  readonly given: readonly Skill[];
  readonly listed: readonly Skill[];
}

export function chooseSkills(skills: readonly Skill[], task: string): ChosenSkills {
  const wanted = keywords(task);
  const scored = skills.map((skill) => ({ skill, score: scoreOf(skill, wanted) })).sort((a, b) => b.score - a.score);
  const given = scored.filter(({ score }) => score >= minScore).map(({ skill }) => skill);
  return { given, listed: skills.filter((skill) => !given.includes(skill)) };
}

/** A word of the name is as good as two of the description. */
const minScore = 2;

function scoreOf({ name, description }: Skill, wanted: ReadonlySet<string>): number {
  const inName = keywords(name);
  const inDescription = [...keywords(description)].filter((word) => !inName.has(word));
  const found = (words: Iterable<string>) => [...words].filter((word) => wanted.has(word)).length;
  return minScore * found(inName) + found(inDescription);
}

/** Words that say nothing about a topic. */
const common = new Set(
  'a add all and any apply are as at be build by can change code create do file files fix for from guide has have help helps how in into is it its make new of on or our project repo repository run should skill skills so task that the their them then these they this to update use used user uses using want was when where which will with work write you your'.split(
    ' ',
  ),
);

/** The topic words of a text, without the endings of a plural or a verb. */
const keywords = (text: string): ReadonlySet<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []).flatMap((word) =>
      common.has(word) ? [] : [/^[a-z]{5,}$/.test(word) ? word.replace(/(?:ing|ed|es|s|ment|e)$/, '') : word],
    ),
  );
