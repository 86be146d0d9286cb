import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/**
 * Returns whether an operation selects a field with one of the names, at any depth below the field that is
 * being resolved. Directives such as `@include` are ignored, so it may select fewer.
 */
export function selectsField(
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
  names: readonly string[],
): boolean {
  const hasField = (set: SelectionSetNode | undefined): boolean =>
    set?.selections.some((selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        return hasField(fragments[selection.name.value]?.selectionSet);
      }
      const isNamed = selection.kind === Kind.FIELD && names.includes(selection.name.value);
      return isNamed || hasField(selection.selectionSet);
    }) ?? false;
  return fieldNodes.some((node) => hasField(node.selectionSet));
}
