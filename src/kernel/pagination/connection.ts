import type { Type } from '@nestjs/common';
import { ArgsType, Field, Int, ObjectType } from '@nestjs/graphql';
import { DomainError } from '../errors/errors.js';
import { MAX_PAGE_SIZE } from './page.js';

@ObjectType({ description: 'The position of a page in its list.' })
export class PageInfo {
  @Field(() => Boolean)
  hasNextPage: boolean;

  @Field(() => Boolean)
  hasPreviousPage: boolean;

  @Field(() => String, { nullable: true })
  startCursor: string | null;

  @Field(() => String, { nullable: true })
  endCursor: string | null;
}

export interface Edge<T> {
  /** Opaque. */
  cursor: string;
  node: T;
}

export interface Connection<T> {
  edges: Edge<T>[];
  pageInfo: PageInfo;
}

/** The Relay edge type of a node. Subclass it with `@ObjectType() class XEdge extends EdgeOf(X) {}`. */
export function EdgeOf<T>(node: Type<T>): Type<Edge<T>> {
  @ObjectType({ isAbstract: true })
  class AbstractEdge implements Edge<T> {
    @Field(() => String, { description: 'Opaque; pass it as `after`.' })
    cursor: string;

    @Field(() => node)
    node: T;
  }
  return AbstractEdge;
}

/** The Relay connection type of an edge. Subclass it with `@ObjectType()`. */
export function ConnectionOf<T>(edge: Type<Edge<T>>): Type<Connection<T>> {
  @ObjectType({ isAbstract: true })
  class AbstractConnection implements Connection<T> {
    @Field(() => [edge])
    edges: Edge<T>[];

    @Field(() => PageInfo)
    pageInfo: PageInfo;
  }
  return AbstractConnection;
}

/** A page of a list that is mostly short, so that its size need not be given. */
@ArgsType()
export class ForwardPageArgs {
  @Field(() => Int, {
    nullable: true,
    defaultValue: 50,
    description: 'Page size, 1 to 1000.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The page starts after this cursor.' })
  after?: string | null;
}

@ArgsType()
export class PageArgs {
  @Field(() => Int, { nullable: true, description: 'Page size, 1 to 1000. Required.' })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The page starts after this cursor.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Not supported: lists can only be read forward.',
  })
  last?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Not supported: lists can only be read forward.',
  })
  before?: string | null;
}

/** A valid forward page: its size, and the cursor after which it starts. */
export interface ForwardPage {
  first: number;
  after: string | null;
}

/**
 * Validates the arguments of a forward-only list.
 * @throws DomainError BAD_USER_INPUT with the messages that the published clients expect.
 */
export function forwardPage(args: PageArgs): ForwardPage {
  if (args.last !== undefined && args.last !== null) {
    throw badInput('Backward pagination with `last` is not supported');
  }
  if (args.before !== undefined && args.before !== null) {
    throw badInput('Backward pagination with `before` is not supported');
  }
  if (args.first === undefined || args.first === null) throw badInput('`first` is required');
  return { first: pageSize(args.first, 'first'), after: args.after ?? null };
}

/** @throws DomainError BAD_USER_INPUT for an invalid page size. */
export function pageSize(size: number, argument: 'first' | 'last'): number {
  if (size <= 0) throw badInput(`\`${argument}\` must be a positive integer`);
  if (size <= MAX_PAGE_SIZE) return size;
  throw badInput(`\`${argument}\` must be less than or equal to ${MAX_PAGE_SIZE}`);
}

function badInput(message: string): DomainError {
  return new DomainError('BAD_USER_INPUT', message);
}

/**
 * Builds a page. Its edges are made when they are read, because an operation may read a thousand
 * pages at once, and be refused after a few.
 */
export function pageOf<R, T>(
  rows: readonly R[],
  toEdge: (row: R, index: number) => Edge<T>,
  more: Pick<PageInfo, 'hasNextPage' | 'hasPreviousPage'>,
): Connection<T> {
  const cursorAt = (index: number) =>
    rows.length === 0 ? null : toEdge(rows[index]!, index).cursor;
  return {
    get edges() {
      return rows.map(toEdge);
    },
    get pageInfo() {
      return { ...more, startCursor: cursorAt(0), endCursor: cursorAt(rows.length - 1) };
    },
  };
}

/** Builds a page of a keyset list. `rows` has one more row than `first` if there is a next page. */
export function keysetConnection<R, T>(
  rows: readonly R[],
  first: number,
  after: string | null,
  cursorOf: (row: R) => string,
  toNode: (row: R) => T,
): Connection<T> {
  const shown = rows.slice(0, first);
  return pageOf(shown, (row) => ({ cursor: cursorOf(row), node: toNode(row) }), {
    hasNextPage: rows.length > first,
    hasPreviousPage: after !== null,
  });
}
