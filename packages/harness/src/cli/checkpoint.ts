/** `harness checkpoint list|grant <name>`: where a mission waits for a person, and how it goes on. */
import { messagesFor } from '@harness/core/messages/index';
import { Refusal } from '@harness/core/refusal';
import { storeOf } from '../folder.ts';
import { grant, waitingIn } from '../mission/checkpoints.ts';
import { rootAround } from '../repository.ts';
import type { Invocation } from './command.ts';
import { repoOf } from './repo.ts';

export async function run({ args: [action = '', name = ''], options, output }: Invocation): Promise<number> {
  const store = storeOf(rootAround(repoOf(options)));
  const waiting = await waitingIn(store);
  const words = messagesFor(output.language).missionEnding;
  if (action === 'list') {
    const checkpoints = waiting.map(({ name: each, run: of, question: { id } }) => ({
      name: each,
      run: of,
      question: id,
    }));
    const lines = checkpoints.map(({ name: each, run: of }) => `${each} · ${of}\n`).join('');
    output.say(
      output.json ? `${JSON.stringify({ version: 1, checkpoints })}\n` : lines || `${words.noCheckpoint({})}\n`,
    );
    return 0;
  }
  if (action !== 'grant')
    throw new Refusal('usage.invalid', { detail: 'checkpoint takes list, or grant <name>', command: 'checkpoint' });
  if (name === '')
    throw new Refusal('usage.missing-input', { what: 'The name of the checkpoint', command: 'checkpoint' });
  const found = waiting.find((each) => each.name === name);
  const known = waiting.map((each) => each.name).join(', ');
  if (!found) throw new Refusal('checkpoint.unknown', { name, known });
  await grant(store, found);
  const next = (await store.isOwned(found.run)) ? null : output.typed(`harness resume ${found.run}`);
  output.say(
    output.json
      ? `${JSON.stringify({ version: 1, checkpoint: name, next })}\n`
      : `${words.granted({ name })}\n${next ? `  go on: ${next}\n` : ''}`,
  );
  return 0;
}
