import { readFileSync } from 'node:fs';
import { parse } from './notes.js';

const file = process.env.NOTES ?? 'notes.txt';
const read = () => {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
};

const commands = {
  list: () => read().join('\n'),
};

const [name = 'list', ...words] = process.argv.slice(2);
const command = commands[name];
if (command === undefined) {
  console.error(`There is no command "${name}".`);
  process.exitCode = 2;
} else {
  console.log(command(words.join(' ')));
}
