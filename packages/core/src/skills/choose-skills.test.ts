import { expect, test } from 'vitest';
import { chooseSkills } from './choose-skills.ts';
import { isSkillPath, readSkill } from './skill.ts';

const skill = (name: string, description: string) =>
  readSkill(`.claude/skills/${name}/SKILL.md`, `---\nname: ${name}\ndescription: ${description}\n---\nDo it.\n`);
const skills = [
  skill('database-migrations', 'How to write and test a schema migration'),
  skill('release-notes', 'Use this when you write the changelog of a version'),
  skill('ui', 'Buttons, colours and layout of the login page'),
];
const givenFor = (task: string) => chooseSkills(skills, task).given.map(({ name }) => name);

test('W-161 skills are found by keywords of the task, in the name or the description', () => {
  expect(givenFor('Migrate the database to the new schema')).toEqual(['database-migrations']);
  expect(givenFor('Show the colours of the login page')).toEqual(['ui']);
  expect(givenFor('Releasing version 2')).toEqual(['release-notes']);
});

test('W-161 words without a topic find nothing; the other skills are listed', () => {
  expect(givenFor('Use this to write and test the code')).toEqual([]);
  expect(givenFor('')).toEqual([]);
  const { given, listed } = chooseSkills(skills, 'Add a database');
  expect([given.length, listed.map(({ name }) => name)]).toEqual([1, ['release-notes', 'ui']]);
  expect(chooseSkills([], 'Add a database')).toEqual({ given: [], listed: [] });
});

test('a skill without a readable frontmatter has the name of its folder', () => {
  for (const text of ['Do it.', '---\nname: [\n---\nDo it.', '---\nname: x'])
    expect(readSkill('.agents/skills/deploy/SKILL.md', text)).toMatchObject({ name: 'deploy', description: '', text });
  const folded = '---\nname: deploy\ndescription: >\n  one\n  two\n---\n';
  expect(readSkill('.agents/skills/d/SKILL.md', folded)).toMatchObject({ name: 'deploy', description: 'one two' });
});

test.each([
  ['.claude/skills/deploy/SKILL.md', true],
  ['.agents/skills/deploy-2.0/SKILL.md', true],
  ['.claude/skills/deploy/notes.md', false],
  ['.claude/skills/SKILL.md', false],
  ['.claude/skills/a/b/SKILL.md', false],
  ['.claude/skills/a" trust="full/SKILL.md', false],
  ['src/.claude/skills/deploy/SKILL.md', false],
])('%j is a skill: %s', (path, expected) => {
  expect(isSkillPath(path)).toBe(expected);
});
