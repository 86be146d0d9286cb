import {
  type ASTNode,
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  type TypeNode,
  visit,
} from 'graphql';

/** Values of this type are taken as they are. */
const JSON_TYPE: TypeNode = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: 'JSON' } };

/**
 * Returns the document with which the events of a subscription are executed. graphql-js checks all
 * variables again for each event, which can take longer than the event itself. Those that only the
 * arguments of the subscription use were checked when it began, and accept everything in this document.
 */
export function toEventDocument(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): DocumentNode {
  const fields = new Set<ASTNode>(operation.selectionSet.selections);
  const usedByEvents = new Set<string>();
  visit(document, {
    VariableDefinition: () => false,
    Argument: (_argument, _key, _parent, _path, ancestors) =>
      fields.has(ancestors.at(-1) as ASTNode) ? false : undefined,
    Variable: ({ name }) => void usedByEvents.add(name.value),
  });
  return visit(document, {
    VariableDefinition: (definition) =>
      usedByEvents.has(definition.variable.name.value) ? false : { ...definition, type: JSON_TYPE },
    SelectionSet: () => false,
  });
}
