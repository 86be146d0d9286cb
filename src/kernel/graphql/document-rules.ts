import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import {
  type ASTVisitor,
  type FloatValueNode,
  getNamedType,
  GraphQLError,
  GraphQLFloat,
  type IntValueNode,
  type ValidationContext,
} from 'graphql';

/** Maximum tokens in a document. Validation time can be quadratic in its length. */
export const MAX_TOKENS = 15_000;

const MAX_DEPTH = 20;
const MAX_ALIASES = 50;

// By default the rules throw, which would become an internal error.
const reportInstead = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, error: GraphQLError) => {
      context?.reportError(error);
    },
  ],
};

/** Refuses literals such as `1e400`, which GraphQL would read as an infinite `Float`. */
export function finiteFloatsRule(context: ValidationContext): ASTVisitor {
  const check = (node: FloatValueNode | IntValueNode): void => {
    const type = getNamedType(context.getInputType());
    if (type?.name !== GraphQLFloat.name || Number.isFinite(Number(node.value))) return;
    context.reportError(
      new GraphQLError(`Float cannot represent the value: ${node.value}`, { nodes: node }),
    );
  };
  return { FloatValue: check, IntValue: check };
}

/** Limits on a document, checked before it is executed. */
export const DOCUMENT_RULES = [
  maxDepthRule({ n: MAX_DEPTH, flattenFragments: true, ...reportInstead }),
  maxAliasesRule({ n: MAX_ALIASES, ...reportInstead }),
  finiteFloatsRule,
];
