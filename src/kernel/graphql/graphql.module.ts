import { ApolloServerPluginCacheControlDisabled } from '@apollo/server/plugin/disabled';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { Global, Module } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { GraphQLModule, GraphQLSchemaBuilderModule, GraphQLSchemaFactory } from '@nestjs/graphql';
import { GraphQLSchema } from 'graphql';
import { ENV } from '../environment.js';
import type { KernelEnv } from '../environment.js';
import { workPlugin } from './bounded-work.js';
import { CodeFirstSchema } from './code-first-schema.js';
import { graphqlContext } from './context.js';
import { DOCUMENT_RULES, MAX_TOKENS } from './document-rules.js';
import { formatGraphqlError } from './format-error.js';
import { NodeRegistry, NodeResolver } from './node-registry.js';
import { Operations } from './operations.js';
import { DateTimeScalar } from './scalars.js';
import { selectionsPlugin } from './selections.js';
import { SubscriptionSockets } from './subscriptions/subscription-sockets.js';
import { Subscriptions } from './subscriptions/subscriptions.js';

/**
 * The GraphQL endpoint at `/graphql`: code first, with bounded documents (length, depth, aliases,
 * fields) and bounded work (values and bytes of the answer, rows read, time).
 */
@Global()
@Module({
  imports: [
    GraphQLModule.forRootAsync<ApolloDriverConfig>({
      driver: ApolloDriver,
      imports: [GraphQLSchemaBuilderModule],
      inject: [ENV, GraphQLSchemaFactory, ModulesContainer],
      useFactory: (env: KernelEnv, factory: GraphQLSchemaFactory, modules: ModulesContainer) => {
        const codeFirst = new CodeFirstSchema(factory, modules);
        return {
          path: '/graphql',
          transformResolvers: codeFirst.keepResolvers,
          // Nothing, which `transformSchema` replaces.
          schema: new GraphQLSchema({}),
          transformSchema: codeFirst.build,
          graphiql: false,
          introspection: true,
          persistedQueries: false,
          includeStacktraceInErrorResponses: false,
          context: graphqlContext,
          formatError: formatGraphqlError(env.maskInternalErrors),
          parseOptions: { maxTokens: MAX_TOKENS },
          validationRules: DOCUMENT_RULES,
          // Cache hints are never sent, and computing them costs time for every field.
          plugins: [selectionsPlugin(), workPlugin(), ApolloServerPluginCacheControlDisabled()],
        };
      },
    }),
  ],
  providers: [
    DateTimeScalar,
    NodeRegistry,
    NodeResolver,
    Operations,
    Subscriptions,
    SubscriptionSockets,
  ],
  exports: [NodeRegistry, Operations],
})
export class SpandrelGraphqlModule {}
