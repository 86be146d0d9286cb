import { Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../common/graphql/context.js';
import { JsonScalar } from '../../common/graphql/scalars.js';
import { User } from '../../users/graphql/user.type.js';
import type { AnnotationTexts } from '../annotations.service.js';
import { Annotation } from './annotation.type.js';
import { AnnotationsLoaders } from './annotations.loader.js';

/** Adds their author and their texts to annotations of every kind. Lists rarely request the texts. */
@Resolver(() => Annotation)
export class AnnotationFieldsResolver {
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

  @ResolveField(() => String, { nullable: true, description: 'The text, if it is a note.' })
  async explanation(
    @Parent() annotation: Annotation,
    @Context() context: GraphqlContext,
  ): Promise<string | null> {
    return (await this.loadTexts(annotation, context))?.explanation ?? null;
  }

  @ResolveField(() => JsonScalar, { description: 'A JSON object.' })
  async metadata(
    @Parent() annotation: Annotation,
    @Context() context: GraphqlContext,
  ): Promise<object> {
    return (await this.loadTexts(annotation, context))?.metadata ?? {};
  }

  private async loadTexts(
    { texts, kind, rowId }: Annotation,
    { loaders }: GraphqlContext,
  ): Promise<AnnotationTexts | null> {
    return texts ?? loaders.of(this.loaded.texts).load({ kind, rowId });
  }
}
