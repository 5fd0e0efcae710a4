/** The Korean texts of hello. */
import type { Catalogue } from '../../codes.ts';
import type { helloCodes } from './codes.ts';

export const ko: Catalogue<typeof helloCodes> = {
  refusals: {
    'hello.shouted': ({ name }) => ({
      message: `"${name}"은(는) 외치는 말입니다. 이름만 적으세요.`,
      next: `harness hello ${name.replaceAll('!', '')}`,
    }),
  },
  questions: {
    'hello.tone': {
      question: ({ name }) => `${name}에게 어떤 말투로 인사할까요?`,
      options: { Warm: '친구처럼.', Short: '한마디로.' },
    },
  },
  progress: { 'hello.greeted': ({ name, words }) => `${name}에게 ${words}단어로 인사했습니다` },
  sentences: {
    said: ({ greeting, file }) => `${greeting} (${file}에도 있습니다)`,
    nothing: () => '인사말을 쓰지 않았습니다.',
  },
};
