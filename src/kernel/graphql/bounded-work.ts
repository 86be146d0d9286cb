import type { ApolloServerPlugin } from '@apollo/server';
import {
  defaultFieldResolver,
  getNamedType,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import { isJsonObject } from '../json/json.js';
import type { GraphqlContext } from './context.js';
import { countSteps, isList } from './selections.js';
import { STEPS_OF_RESOLVER, type Work } from './work.js';

type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

/** Scalars whose values may be long. */
const TEXTS = new Set(['String', 'JSON']);

/** The name of Nest's function that reads a property for a field without a resolver. */
const NEST_PROPERTY_READER = 'rootFieldResolver';

/** Counts whatever a schema resolves as work of the operation that asks for it. */
export function countWork(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      // GraphQL's own reader is faster, and such a field must not count as a resolver.
      if (field.resolve?.name === NEST_PROPERTY_READER) delete field.resolve;
      const resolve = field.resolve ?? defaultFieldResolver;
      if (resolve !== defaultFieldResolver)
        field.extensions = { ...field.extensions, steps: STEPS_OF_RESOLVER };
      if (isList(field.type)) field.resolve = countItems(resolve);
      else if (TEXTS.has(getNamedType(field.type).name)) field.resolve = countText(resolve);
      else if (resolve !== defaultFieldResolver) field.resolve = checkFirst(resolve);
    }
  }
  return schema;
}

/**
 * Answers an operation that exceeded a limit with that one error: what it found until then depends
 * on chance, and many of its fields have failed for the same reason.
 */
export function workPlugin(): ApolloServerPlugin<GraphqlContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ contextValue, response }) {
          const refusal = contextValue.work?.refusal;
          if (!refusal || response.body.kind !== 'single') return;
          const { message, extensions } = refusal;
          response.body.singleResult = { data: null, errors: [{ message, extensions }] };
        },
      };
    },
  };
}

function checkFirst(resolve: Resolver): Resolver {
  return (source, args, context, info) => {
    context.work.check();
    return resolve(source, args, context, info);
  };
}

function countItems(resolve: Resolver): Resolver {
  return (source, args, context, info) => {
    context.work.check();
    const items: unknown = resolve(source, args, context, info);
    return items instanceof Promise
      ? items.then((found: unknown) => addItems(found, context.work, info))
      : addItems(items, context.work, info);
  };
}

function addItems(items: unknown, work: Work, info: GraphQLResolveInfo): unknown {
  if (!Array.isArray(items)) return items;
  const type = getNamedType(info.returnType);
  let steps = 1;
  for (const { selectionSet } of info.fieldNodes) {
    if (selectionSet) steps += countSteps(selectionSet, type, info);
  }
  steps *= items.length;
  work.addSteps(steps);
  return work.waitForTurn(steps)?.then(() => items) ?? items;
}

function countText(resolve: Resolver): Resolver {
  if (resolve === defaultFieldResolver) {
    return (source, args, context, info) =>
      addText(resolve(source, args, context, info), context.work);
  }
  return (source, args, context, info) => {
    context.work.check();
    const text: unknown = resolve(source, args, context, info);
    return text instanceof Promise
      ? text.then((found: unknown) => addFoundText(found, context.work))
      : addText(text, context.work);
  };
}

/** Large texts are found in batches, whose fields would otherwise all be completed at once. */
function addFoundText(text: unknown, work: Work): unknown {
  addText(text, work);
  return work.waitForTurn(STEPS_OF_RESOLVER)?.then(() => text) ?? text;
}

function addText(text: unknown, work: Work): unknown {
  work.addText(estimateBytes(text));
  return text;
}

/** The size of a value as JSON, roughly. */
function estimateBytes(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let bytes = 2;
  if (Array.isArray(value)) {
    for (const item of value) bytes += 1 + estimateBytes(item);
  } else if (isJsonObject(value)) {
    for (const key in value) bytes += key.length + 4 + estimateBytes(value[key]);
  }
  return bytes;
}
