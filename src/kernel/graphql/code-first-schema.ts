import type { ModulesContainer } from '@nestjs/core';
import type { GraphQLSchemaFactory } from '@nestjs/graphql';
import {
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isObjectType,
  lexicographicSortSchema,
} from 'graphql';
import { countWork } from './bounded-work.js';
import type { GraphqlContext } from './context.js';
import { linkQueryRoot } from './query-root.type.js';
import { DateTimeScalar } from './scalars.js';

type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

/** The resolvers by type and field. Those of subscriptions are objects. */
export type Resolvers = Record<
  string,
  Record<string, Resolver | { resolve?: Resolver; subscribe?: Resolver }>
>;

/**
 * Builds the schema from decorated classes. With `autoSchemaFile`, Nest prints and parses it, and
 * copies it several times to attach resolvers, which takes longer than all else at a start.
 */
export class CodeFirstSchema {
  private resolvers: Resolvers = {};

  constructor(
    private readonly factory: GraphQLSchemaFactory,
    private readonly modules: ModulesContainer,
  ) {}

  /** Keeps what Nest has made of the methods of resolvers. It comes before `build`. */
  readonly keepResolvers = <T>(resolvers: T): T => {
    this.resolvers = mergeResolvers([resolvers].flat() as Resolvers[]);
    return resolvers;
  };

  readonly build = async (): Promise<GraphQLSchema> => {
    // Apollo Server checks the final schema.
    const options = { skipCheck: true };
    const schema = await this.factory.create(this.listClasses(), [DateTimeScalar], options);
    attachResolvers(schema, this.resolvers);
    return lexicographicSortSchema(countWork(linkQueryRoot(schema)));
  };

  /** The factory finds the resolvers among them. */
  private listClasses(): NewableFunction[] {
    const providers = [...this.modules.values()].flatMap((one) => [...one.providers.values()]);
    return providers.flatMap(({ instance }: { instance: unknown }) =>
      instance instanceof Object ? [instance.constructor] : [],
    );
  }
}

function mergeResolvers(parts: readonly Resolvers[]): Resolvers {
  const merged: Resolvers = {};
  for (const part of parts) {
    for (const [type, fields] of Object.entries(part)) {
      merged[type] = { ...merged[type], ...fields };
    }
  }
  return merged;
}

/**
 * Object types inherit the resolvers of their interfaces.
 * @throws if a resolver has no field.
 */
export function attachResolvers(schema: GraphQLSchema, resolvers: Resolvers): void {
  for (const name of Object.keys(resolvers)) {
    if (!schema.getType(name)) throw new Error(`The schema has no type ${name}.`);
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    const fields = type.getFields();
    const sources = [...type.getInterfaces(), type].map(({ name }) => resolvers[name]);
    for (const [name, resolver] of Object.entries<Resolvers[string][string]>(
      Object.assign({}, ...sources),
    )) {
      if (!fields[name]) throw new Error(`The schema has no field ${type.name}.${name}.`);
      Object.assign(
        fields[name],
        typeof resolver === 'function' ? { resolve: resolver } : resolver,
      );
    }
  }
}
