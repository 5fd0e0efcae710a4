/**
 * What a role is given, each thing in a fence of its own under its own name.
 *
 * The names are listed by the role, never taken from the input: what a role does not list cannot reach it, whatever a
 * caller hands over. That is what keeps proposals independent and a judgement without an anchor (W-95, W-128).
 */
import { fenceText } from '../../../role/role.ts';
import { fileText, isLabelled, type ReadText, type Text } from '../../../text/text.ts';

type Given = string | number | boolean | Text;

export const labelledInputs = <Name extends string>(
  input: { readonly [N in Name]?: Given | undefined },
  names: readonly Name[],
  read: ReadText,
): string =>
  names
    .flatMap((name) => {
      const value = input[name];
      return value === undefined ? [] : block(name, value, read);
    })
    .join('\n\n');

function block(name: string, value: Given, read: ReadText): readonly string[] {
  if (typeof value !== 'object') return [fenceText(name, String(value))];
  if (!isLabelled(value)) return [fenceText(name, read(value))];
  // One fence a text: none can pass itself off as another's by writing a label.
  return value.texts.map(({ label, file }) => fenceText(`${name}: ${label}`, read(fileText(file))));
}
