import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { Global, Module } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import { ENV } from '../../config/config.module.js';
import type { Env } from '../../config/env.js';
import { complexityPlugin } from './complexity.js';
import { graphqlContext } from './context.js';
import { DOCUMENT_RULES, MAX_TOKENS } from './document-rules.js';
import { formatGraphqlError } from './format-error.js';
import { NodeRegistry, NodeResolver } from './node-registry.js';
import { linkQueryRoot } from './query-root.type.js';
import { DateTimeScalar } from './scalars.js';

/** Far more than any page of the UI needs: a thousand spans with thirty fields cost 30,000. */
const MAX_COMPLEXITY = 250_000;

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
        inheritResolversFromInterfaces: true,
        transformSchema: linkQueryRoot,
        graphiql: false,
        introspection: true,
        persistedQueries: false,
        includeStacktraceInErrorResponses: false,
        context: graphqlContext,
        formatError: formatGraphqlError(env.maskInternalErrors),
        parseOptions: { maxTokens: MAX_TOKENS },
        validationRules: DOCUMENT_RULES,
        // Cache hints are never sent, and computing them costs time for every field.
        plugins: [complexityPlugin(MAX_COMPLEXITY), ApolloServerPluginCacheControlDisabled()],
      }),
    }),
  ],
  providers: [DateTimeScalar, NodeRegistry, NodeResolver],
  exports: [NodeRegistry],
})
export class SpandrelGraphqlModule {}
