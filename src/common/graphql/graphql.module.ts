import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { Global, Module } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import type { GraphQLError, ValidationContext } from 'graphql';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';
import { complexityPlugin } from './complexity.js';
import { graphqlContext } from './context.js';
import { formatGraphqlError } from './format-error.js';
import { NodeRegistry } from './node-registry.js';
import { NodeResolver } from './node.resolver.js';
import { linkQueryRoot } from './query-root.type.js';
import { DateTimeScalar } from './scalars.js';

/** Documents are parsed and validated whole; validation takes time quadratic in what they repeat. */
const MAX_TOKENS = 15_000;
const MAX_DEPTH = 20;
const MAX_ALIASES = 50;

/** Far more than any page of the UI needs; a thousand spans with thirty fields cost 30,000. */
const MAX_COMPLEXITY = 250_000;

// By default the rules throw, which would become an internal error.
const reportInstead = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, error: GraphQLError) => {
      context?.reportError(error);
    },
  ],
};

/** The GraphQL endpoint at `/graphql`: code first, with bounded length, depth, aliases and cost. */
@Global()
@Module({
  imports: [
    GraphQLModule.forRootAsync<ApolloDriverConfig>({
      driver: ApolloDriver,
      inject: [ENV],
      useFactory: (env: Env) => ({
        path: '/graphql',
        autoSchemaFile: true,
        sortSchema: true,
        transformSchema: linkQueryRoot,
        graphiql: false,
        introspection: true,
        persistedQueries: false,
        includeStacktraceInErrorResponses: false,
        context: graphqlContext,
        formatError: formatGraphqlError(env.maskInternalErrors),
        parseOptions: { maxTokens: MAX_TOKENS },
        validationRules: [
          maxDepthRule({ n: MAX_DEPTH, flattenFragments: true, ...reportInstead }),
          maxAliasesRule({ n: MAX_ALIASES, ...reportInstead }),
        ],
        // We never send cache hints, and computing them costs time for every field.
        plugins: [complexityPlugin(MAX_COMPLEXITY), ApolloServerPluginCacheControlDisabled()],
      }),
    }),
  ],
  providers: [DateTimeScalar, NodeRegistry, NodeResolver],
  exports: [NodeRegistry],
})
export class SpandrelGraphqlModule {}
