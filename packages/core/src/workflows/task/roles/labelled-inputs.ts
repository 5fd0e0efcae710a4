/** Renders only the inputs that a role lists, each in its own fence: this keeps judgements unbiased (W-95, W-128). */
import { fenceText } from '../../../role/role.ts';
import { fileText, isLabelled, type ReadText, type Text } from '../../../text/text.ts';

type InputValue = string | number | boolean | Text;

export const labelledInputs =
  <Name extends string>(...names: readonly Name[]) =>
  (input: { readonly [N in Name]?: InputValue | undefined }, read: ReadText): string =>
    names.flatMap((name) => (input[name] === undefined ? [] : block(name, input[name], read))).join('\n\n');

function block(name: string, value: InputValue, read: ReadText): readonly string[] {
  if (typeof value !== 'object') return [fenceText(name, String(value))];
  if (!isLabelled(value)) return [fenceText(name, read(value))];
  // One fence per text: no text can imitate another by writing its label.
  return value.texts.map(({ label, file }) => fenceText(`${name}: ${label}`, read(fileText(file))));
}
