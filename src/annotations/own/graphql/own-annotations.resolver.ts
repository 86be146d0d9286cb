import { Args, Mutation, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { MAX_SET, OwnAnnotationsService } from '../own-annotations.service.js';
import { SetOwnAnnotationsArgs, SetOwnAnnotationsPayload } from './own-annotation.type.js';

@Resolver()
export class OwnAnnotationsResolver {
  constructor(private readonly annotations: OwnAnnotationsService) {}

  @Mutation(() => SetOwnAnnotationsPayload, {
    description: `Stores what you think of many spans, traces and sessions, as the app does: replaces or removes your annotations with the same names. At most ${MAX_SET} at once. Those that fail are returned, and do not affect the others.`,
  })
  @Access('MEMBER', 'by project role')
  async setOwnAnnotations(
    @Args() { input }: SetOwnAnnotationsArgs,
    @Caller() caller: Identity,
  ): Promise<SetOwnAnnotationsPayload> {
    const annotations = input.map(({ label, score, explanation, metadata, ...given }) => ({
      ...given,
      label: label ?? null,
      score: score ?? null,
      explanation: explanation ?? null,
      metadata: metadata ?? null,
    }));
    return { ...(await this.annotations.set(annotations, caller)), query: {} };
  }
}
