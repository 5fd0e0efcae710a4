/**
 * Counts the complexity of a query as Linear does: 0.1 per scalar, 1 per object, and the content of a list times its page
 * size, which is 50 by default.
 */
import { type DocumentNode, Kind, type SelectionSetNode, type ValueNode } from 'graphql';

/** The most that Linear accepts for one query. */
export const maxComplexity = 10_000;

type Variables = Readonly<Record<string, unknown>>;

export function complexityOf({ definitions }: DocumentNode, variables: Variables): number {
  const fragments = new Map(
    definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet] as const] : [],
    ),
  );
  const sizeOf = (value: ValueNode | undefined): number => {
    if (value?.kind === Kind.INT) return Number(value.value);
    if (value?.kind === Kind.VARIABLE) return Number(variables[value.name.value] ?? 50);
    return 50;
  };
  const cost = ({ selections }: SelectionSetNode): number =>
    selections.reduce((sum, one) => {
      if (one.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(one.name.value);
        return sum + (fragment === undefined ? 0 : cost(fragment));
      }
      if (one.selectionSet === undefined) return sum + 0.1;
      if (one.kind === Kind.INLINE_FRAGMENT) return sum + cost(one.selectionSet);
      const isList = one.selectionSet.selections.some(
        (inner) => inner.kind === Kind.FIELD && inner.name.value === 'nodes',
      );
      const size = isList ? sizeOf(one.arguments?.find(({ name }) => name.value === 'first')?.value) : 1;
      return sum + (1 + cost(one.selectionSet)) * size;
    }, 0);
  return Math.ceil(
    definitions.reduce((sum, one) => sum + (one.kind === Kind.OPERATION_DEFINITION ? cost(one.selectionSet) : 0), 0),
  );
}
