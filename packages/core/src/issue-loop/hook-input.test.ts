import { expect, test } from 'vitest';
import { lastAssistantText, readHookInput } from './hook-input.ts';

const line = (value: object) => `${JSON.stringify(value)}\n`;
const said = (text: string) => line({ type: 'assistant', message: { content: [{ type: 'text', text }] } });

test('IO-09 the input is one JSON object; fields of other types are missing, and unknown fields are ignored', () => {
  const input = {
    cwd: '/r',
    transcript_path: '/t',
    last_assistant_message: 'x',
    session_id: 's',
    stop_hook_active: true,
  };
  expect(readHookInput(JSON.stringify(input))).toEqual({ cwd: '/r', transcriptPath: '/t', lastMessage: 'x' });
  const wrong = { cwd: 7, transcript_path: ['/t'], last_assistant_message: ' \n' };
  expect(readHookInput(JSON.stringify(wrong))).toEqual({ cwd: null, transcriptPath: null, lastMessage: null });
  for (const text of ['', 'null', '[]', '"x"', '{', '{} {}']) expect(readHookInput(text)).toBeNull();
});

test.each([
  ['the last text', `${said('a')}${said('b')}`, 'b'],
  [
    'a text of several parts',
    line({
      type: 'assistant',
      message: { content: [{ type: 'text', text: 'a' }, { type: 'x' }, { type: 'text', text: 'b' }] },
    }),
    'a\nb',
  ],
  ['a text that is no list', line({ role: 'assistant', content: 'a' }), 'a'],
  [
    'the text before a call of a tool',
    `${said('a')}${line({ type: 'assistant', message: { content: [{ type: 'tool_use' }] } })}`,
    'a',
  ],
  [
    'not that of a subagent',
    `${said('a')}${line({ type: 'assistant', isSidechain: true, message: { content: 'b' } })}`,
    'a',
  ],
  [
    'not that of the person',
    `${said('a')}${line({ type: 'user', message: { role: 'user', content: '[HARNESS_DONE]' } })}`,
    'a',
  ],
  ['nothing before a torn line', `${said('a')}{"type":"assistant","message":{"con`, null],
  ['nothing of an empty transcript', '\n\n', null],
  ['nothing of a person alone', line({ type: 'user', message: { content: 'a' } }), null],
  ['nothing of other JSON', '[1]\n', null],
])('IO-09 IO-10 the message of a transcript: %s', (_, transcript, text) => {
  expect(lastAssistantText(transcript)).toBe(text);
});
