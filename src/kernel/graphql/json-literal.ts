import { Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { exactIntegers, type JsonObject, type JsonValue, setOwn } from '../json/json.js';

/** Reads JSON written in a GraphQL document. Its numbers are as exact as those in variables. */
export function readJsonLiteral(
  node: ValueNode,
  variables?: Record<string, unknown> | null,
): JsonValue {
  switch (node.kind) {
    case Kind.INT:
      return exactIntegers('', Number(node.value), { source: node.value }) as JsonValue;
    case Kind.LIST:
      return node.values.map((value) => readJsonLiteral(value, variables));
    case Kind.OBJECT: {
      const object: JsonObject = {};
      for (const { name, value } of node.fields) {
        setOwn(object, name.value, readJsonLiteral(value, variables));
      }
      return object;
    }
    default:
      return valueFromASTUntyped(node, variables) as JsonValue;
  }
}
