import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../kernel/graphql/context.js';
import { User } from '../../users/graphql/user.type.js';
import { Annotation } from './annotation.type.js';
import { AnnotationsLoaders } from './annotations.loader.js';

/** Adds the author to annotations of every kind. */
@Resolver(() => Annotation)
export class AnnotationAuthorsResolver {
  constructor(private readonly loaded: AnnotationsLoaders) {}

  @ResolveField(() => User, {
    nullable: true,
    description: 'The author; null without authentication, and for deleted users.',
  })
  async user(
    @Parent() { userRowId }: Annotation,
    @Context() { loaders }: GraphqlContext,
  ): Promise<User | null> {
    return userRowId === null ? null : loaders.of(this.loaded.users).load(userRowId);
  }
}
