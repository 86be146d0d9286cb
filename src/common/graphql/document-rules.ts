import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import type { GraphQLError, ValidationContext } from 'graphql';

/** Most tokens in a document. Validation takes time quadratic in what a document repeats. */
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

/** Bounds that a document must keep before it is executed. */
export const DOCUMENT_RULES = [
  maxDepthRule({ n: MAX_DEPTH, flattenFragments: true, ...reportInstead }),
  maxAliasesRule({ n: MAX_ALIASES, ...reportInstead }),
];
