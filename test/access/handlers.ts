import { RequestMethod } from '@nestjs/common';
import { GUARDS_METADATA, METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  ACCESS_WORDS,
  GRPC_ACCESS,
  getAccessOfHandler,
  OtlpGrpcServer,
  ScimGuard,
} from '../support/built.js';

/**
 * Who may call a handler: `public`, `nobody`, or the lowest role, followed by further requirements,
 * such as `ADMIN, no API keys`.
 */
export type Access = string;

/** Who may call what, by `METHOD /path`, `Query.field` or gRPC path, sorted. */
export type AccessMatrix = Record<string, Access>;

interface Handler {
  method: object;
  controller: object;
}

/** Lists every controller method with a route, and the role it requires. */
export function controllerRoutes(app: NestExpressApplication): AccessMatrix {
  const routes: AccessMatrix = {};
  for (const handler of handlersOf(app, 'controllers')) {
    const verb: unknown = Reflect.getMetadata(METHOD_METADATA, handler.method);
    if (typeof verb !== 'number') continue;
    for (const base of pathsOf(handler.controller)) {
      for (const path of pathsOf(handler.method)) {
        const whole = `/${[base, path].map(trimSlashes).filter(Boolean).join('/')}`;
        routes[`${RequestMethod[verb]} ${whole}`] = accessOf(handler);
      }
    }
  }
  return sorted(routes);
}

/**
 * Lists every root field of the GraphQL schema. A field without a known resolver is open to nobody.
 */
export function rootFields(app: NestExpressApplication): AccessMatrix {
  const declared: AccessMatrix = {};
  for (const handler of handlersOf(app, 'providers')) {
    const type: unknown = Reflect.getMetadata('graphql:resolver_type', handler.method);
    const name: unknown = Reflect.getMetadata('graphql:resolver_name', handler.method);
    if (typeof type !== 'string' || typeof handler.method !== 'function') continue;
    const field = typeof name === 'string' && name !== '' ? name : handler.method.name;
    declared[`${type}.${field}`] = accessOf(handler);
  }
  const { schema } = app.get(GraphQLSchemaHost, { strict: false });
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields: AccessMatrix = {};
  for (const root of roots) {
    for (const name of Object.keys(root?.getFields() ?? {})) {
      const field = `${root?.name}.${name}`;
      fields[field] = declared[field] ?? 'nobody';
    }
  }
  return sorted(fields);
}

/** Lists every method of the gRPC server. */
export function grpcMethods(app: NestExpressApplication): AccessMatrix {
  const server: unknown = Reflect.get(app.get(OtlpGrpcServer, { strict: false }), 'server');
  const handlers = Reflect.get(server as object, 'handlers') as Map<string, unknown>;
  return Object.fromEntries(
    [...handlers.keys()].map((path) => [path, GRPC_ACCESS[path] ?? 'nobody']),
  );
}

/** Lists every Express route, including those outside Nest's controllers. */
export function expressRoutes(app: NestExpressApplication): string[] {
  interface Layer {
    route?: { path: string; methods: Record<string, boolean> };
  }
  const { router } = app.getHttpAdapter().getInstance() as { router: { stack: Layer[] } };
  return router.stack.flatMap(({ route }) =>
    route ? Object.keys(route.methods).map((verb) => `${verb.toUpperCase()} ${route.path}`) : [],
  );
}

function handlersOf(app: NestExpressApplication, kind: 'controllers' | 'providers'): Handler[] {
  const handlers: Handler[] = [];
  for (const module of app.get(ModulesContainer).values()) {
    for (const { metatype, instance } of module[kind].values()) {
      if (typeof metatype !== 'function' || !instance) continue;
      for (const method of methodsOf(metatype.prototype ?? {})) {
        handlers.push({ method, controller: metatype });
      }
    }
  }
  return handlers;
}

/** Lists the methods of a class and of those that it extends. */
function methodsOf(prototype: object | null): object[] {
  if (prototype === null || prototype === Object.prototype) return [];
  const own = Object.getOwnPropertyDescriptors(prototype);
  const methods = Object.values(own).flatMap(({ value }) =>
    typeof value === 'function' ? [value as object] : [],
  );
  return [...methods, ...methodsOf(Object.getPrototypeOf(prototype) as object | null)];
}

function accessOf({ method, controller }: Handler): Access {
  const { role, words } = getAccessOfHandler(controller, method);
  return [
    role ?? 'nobody',
    ...(guardsOf(controller).includes(ScimGuard) ? ['SCIM tokens only'] : []),
    ...ACCESS_WORDS.filter((word) => words.has(word)),
  ].join(', ');
}

/** Lists the guards of a controller besides the global ones. */
function guardsOf(controller: object): unknown[] {
  return (Reflect.getMetadata(GUARDS_METADATA, controller) as unknown[] | undefined) ?? [];
}

function pathsOf(target: object): string[] {
  const paths: unknown = Reflect.getMetadata(PATH_METADATA, target);
  return Array.isArray(paths) ? paths.map(String) : [String(paths)];
}

function trimSlashes(path: string): string {
  return path.replace(/^\/+|\/+$/g, '');
}

function sorted(matrix: AccessMatrix): AccessMatrix {
  return Object.fromEntries(Object.entries(matrix).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
