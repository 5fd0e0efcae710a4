/** English problems and warnings of subsystem specs. */
import type { SpecCodes } from '../../subsystems/problem.ts';
import type { Messages } from '../messages.ts';

const kinds: Readonly<Record<string, string>> = {
  text: 'text',
  texts: 'a text or a list of texts',
  list: 'a list',
  object: 'a list of keys and values',
  number: 'a number',
  invariant: 'a text, or an object with text and, if you like, id and command',
  skill: 'a name, or an object with name and, if you like, plugin and when',
};

export const specSentences: Pick<Messages['documents'], `spec.${keyof SpecCodes}`> = {
  'spec.link': () => 'a spec must be a file, not a symbolic link.',
  'spec.too-large': ({ maximum }) => `a spec must not be larger than ${maximum} kB.`,
  'spec.not-text': () => 'a spec must be UTF-8 text.',
  'spec.unreadable': ({ detail }) => `it cannot be read: ${detail}.`,
  'spec.not-yaml': ({ line, detail }) => `line ${line} is not valid YAML: ${detail}.`,
  'spec.alias': ({ line }) => `line ${line} has an alias (*name): write the value itself.`,
  'spec.tag': ({ line }) => `line ${line} has a tag (!name): remove it.`,
  'spec.too-many': ({ maximum }) => `there must not be more than ${maximum} entries.`,
  'spec.place': () =>
    'the path of a spec must be subsystems_knowledge/<system>/<subsystem>.yaml, with names of letters, digits, ".", "_" and "-".',
  'spec.missing': () => 'it must be set.',
  'spec.type': ({ expected }) => `it must be ${kinds[expected] ?? expected}.`,
  'spec.choice': ({ choices }) => `it must be one of ${choices}.`,
  'spec.empty': () => 'it must not be empty.',
  'spec.too-long': ({ maximum }) => `it must not be longer than ${maximum} characters.`,
  'spec.range': ({ minimum, maximum }) => `it must be a whole number from ${minimum} to ${maximum}.`,
  'spec.name': () => 'it must be a name of at most 64 letters, digits, ".", "_" and "-".',
  'spec.glob': () =>
    'it must be a path or glob inside the repository, such as src/cart/**: no "..", no backslash, and no "/" or "!" at the start.',
  'spec.command': () => 'it must be a command on one line.',
  'spec.unquoted': ({ key }) => `YAML reads "${key}" as a key because of the colon: put the whole text in quotes.`,
  'spec.other-name': ({ expected }) => `it must be "${expected}", as in the path of the file.`,
  'spec.twice': ({ id }) => `the id "${id}" is used more than once in this file.`,
  'spec.same-subsystem': ({ other }) => `it describes the same subsystem as ${other}: names differ by more than case.`,
  'spec.unknown-subsystem': ({ id, suggestion }) =>
    `there is no subsystem "${id}"${suggestion ? `; did you mean "${suggestion}"?` : '.'}`,
  'spec.itself': () => 'a subsystem cannot depend on itself.',
  'spec.unknown-field': ({ suggestion }) =>
    `it is not a field of a spec and has no effect${suggestion ? `; did you mean "${suggestion}"?` : '.'}`,
  'spec.cycle': ({ ids }) => `these subsystems depend on each other in a cycle: ${ids}.`,
  'spec.overlap': ({ glob, other, otherGlob }) =>
    `"${glob}" overlaps "${otherGlob}" of ${other}: files that match both belong to both subsystems.`,
  'spec.not-read': () => 'it has no effect: only files that end with .yaml are read.',
};
