import { Field, ObjectType } from '@nestjs/graphql';
import {
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
} from 'graphql';

const STAND_IN = 'QueryRoot';

/**
 * Stands for the root type `Query`, so that a mutation can return it and its caller can read the
 * changes in the same request. Code-first classes cannot name the root type; `linkQueryRoot` does.
 */
@ObjectType(STAND_IN)
export class QueryRoot {
  @Field(() => Boolean)
  standIn?: never;
}

/** Replaces every `QueryRoot` in a schema with its root type `Query`. */
export function linkQueryRoot(schema: GraphQLSchema): GraphQLSchema {
  const query = schema.getQueryType();
  const config = schema.toConfig();
  const types = config.types.filter((type) => type.name !== STAND_IN);
  if (!query || types.length === config.types.length) return schema;
  for (const type of types) linkFieldsOf(type, query);
  return new GraphQLSchema({ ...config, types });
}

function linkFieldsOf(type: GraphQLNamedType, query: GraphQLObjectType): void {
  if (!(type instanceof GraphQLObjectType)) return;
  for (const field of Object.values(type.getFields())) {
    field.type = linkType(field.type, query);
  }
}

function linkType(type: GraphQLOutputType, query: GraphQLObjectType): GraphQLOutputType {
  if (type instanceof GraphQLNonNull) {
    return isStandIn(type.ofType) ? new GraphQLNonNull(query) : type;
  }
  return isStandIn(type) ? query : type;
}

function isStandIn(type: unknown): boolean {
  return type instanceof GraphQLObjectType && type.name === STAND_IN;
}
