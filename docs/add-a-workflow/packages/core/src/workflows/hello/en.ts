/** The English texts of hello. */
import type { Catalogue } from '../../codes.ts';
import type { helloCodes } from './codes.ts';

export const en: Catalogue<typeof helloCodes> = {
  refusals: {
    'hello.shouted': ({ name }) => ({
      message: `"${name}" is shouted; write the name alone.`,
      next: `harness hello ${name.replaceAll('!', '')}`,
    }),
  },
  questions: {
    'hello.tone': {
      question: ({ name }) => `In which tone should ${name} be greeted?`,
      options: { Warm: 'Like a friend.', Short: 'In one word.' },
    },
  },
  progress: {
    'hello.greeted': ({ name, words }) => `greeted ${name} in ${words} ${words === 1 ? 'word' : 'words'}`,
  },
  sentences: {
    said: ({ greeting, file }) => `${greeting} (also in ${file})`,
    nothing: () => 'No greeting was written.',
  },
};
