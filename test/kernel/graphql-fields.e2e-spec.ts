import 'reflect-metadata';
import { ModulesContainer } from '@nestjs/core';
import { GraphQLSchemaHost, TypeMetadataStorage } from '@nestjs/graphql';
import { type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql';
import { startTestServer, type TestServer } from '../support/server.js';

// Nest does not export the keys of its metadata.
const IS_FIELD = 'graphql:resolve_property';
const FIELD_NAME = 'graphql:resolver_name';
const TYPE_OF_RESOLVER = 'graphql:resolver_type';
const DECORATED_PARAMETERS = '__routeArguments__';

type Class = new (...args: never[]) => object;

interface ResolvedField {
  type: string;
  field: string;
  hasDecorators: boolean;
}

describe('the fields of GraphQL types', () => {
  let server: TestServer;
  let schema: GraphQLSchema;
  let resolved: ResolvedField[];

  beforeAll(async () => {
    server = await startTestServer();
    schema = server.app.get(GraphQLSchemaHost, { strict: false }).schema;
    resolved = listResolvers(server).flatMap(listFields);
  });
  afterAll(() => server.stop());

  it('have resolvers that Nest calls directly, if lists of traces, spans and sessions show them', () => {
    const hasArguments = ({ type, field }: ResolvedField) =>
      (schema.getType(type) as GraphQLObjectType).getFields()[field]!.args.length > 0;
    const fields = resolved.filter(({ type }) =>
      ['Trace', 'Span', 'ProjectSession'].includes(type),
    );
    expect(fields.length).toBeGreaterThan(30);
    expect(fields.filter((field) => field.hasDecorators !== hasArguments(field))).toEqual([]);
  });

  it('are named like the property that they show, and have no default, if no resolver finds them', () => {
    const known = new Set(resolved.map(({ type, field }) => `${type}.${field}`));
    const types = TypeMetadataStorage.getObjectTypesMetadata().filter(({ name }) =>
      isObjectType(schema.getType(name)),
    );
    expect(types.length).toBeGreaterThan(100);
    const others = types.flatMap(({ name, properties }) =>
      (properties ?? [])
        .filter(({ schemaName }) => !known.has(`${name}.${schemaName}`))
        .filter(
          (field) => field.schemaName !== field.name || field.options.defaultValue !== undefined,
        )
        .map(({ schemaName }) => `${name}.${schemaName}`),
    );
    expect(others).toEqual([]);
  });

  it('have the arguments that their class or its parent declares, not those of a farther ancestor', () => {
    const classes = new Map(
      TypeMetadataStorage.getArgumentsMetadata().map(({ target, properties = [] }) => [
        target as object,
        new Set(properties.map(({ name }) => name)),
      ]),
    );
    const declaredAbove = (target: object): Set<string>[] => {
      const parent = Object.getPrototypeOf(target) as object | null;
      if (parent === null) return [];
      return [classes.get(parent) ?? new Set(), ...declaredAbove(parent)];
    };
    const replaced = [...classes].flatMap(([target, own]) => {
      const above = declaredAbove(target);
      return above.flatMap((names, at) =>
        [...names]
          .filter((name) => !own.has(name) && above.slice(at + 1).some((far) => far.has(name)))
          .map((name) => `${(target as Class).name}.${name}`),
      );
    });
    expect([...classes.values()].filter((own) => own.has('timeRange')).length).toBeGreaterThan(10);
    expect(replaced).toEqual([]);
  });
});

function listResolvers({ app }: TestServer): Class[] {
  const modules = [...app.get(ModulesContainer).values()];
  const classes = modules.flatMap(({ providers }) =>
    [...providers.values()].map(({ metatype }) => metatype as Class | null),
  );
  return [...new Set(classes)].filter(
    (metatype) => metatype && Reflect.hasMetadata(TYPE_OF_RESOLVER, metatype),
  ) as Class[];
}

function listFields(resolver: Class): ResolvedField[] {
  const type = Reflect.getMetadata(TYPE_OF_RESOLVER, resolver) as string;
  const { prototype } = resolver as { prototype: Record<string, object> };
  return Object.getOwnPropertyNames(prototype)
    .filter((method) => Reflect.getMetadata(IS_FIELD, prototype[method]!) === true)
    .map((method) => ({
      type,
      field: (Reflect.getMetadata(FIELD_NAME, prototype[method]!) as string | undefined) ?? method,
      hasDecorators: Reflect.hasMetadata(DECORATED_PARAMETERS, resolver, method),
    }));
}
