import { Args, Context, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { type BatchLoader, sortByKeys } from '../../../kernel/graphql/loaders.js';
import { readConnectionWish } from '../../../model-providers/chats/graphql/chat-connection.inputs.js';
import { toTrace, Trace } from '../../../tracing/traces/graphql/trace.type.js';
import { TracesService } from '../../../tracing/traces/traces.service.js';
import { PreviewsService } from '../previews.service.js';
import { EvaluatorPreviewsInput, toPreview } from './evaluator-previews.inputs.js';
import {
  EvaluatorPreviewResult,
  EvaluatorPreviewsPayload,
  toPreviewResult,
} from './evaluator-previews.type.js';

/** Longer than any sandbox may run code. */
const MAX_REQUEST_LENGTH = 10 * 60_000;

@Resolver(() => EvaluatorPreviewResult)
export class EvaluatorPreviewsResolver {
  constructor(
    private readonly previews: PreviewsService,
    private readonly tracesService: TracesService,
  ) {}

  /** By the sender's trace ID. */
  private readonly traces: BatchLoader<string, Trace | null> = {
    batch: async (traceIds) => {
      const rows = await this.tracesService.findByTraceIds(traceIds);
      return sortByKeys(traceIds, rows.map(toTrace), ({ traceId }) => traceId);
    },
  };

  @Mutation(() => EvaluatorPreviewsPayload, {
    description:
      'Tries evaluators on examples, without storing what they say. What models are asked becomes a trace of the project `playground`, or of one that only you see if you can read a private project.',
  })
  @Access('MEMBER', 'while storage is full too')
  async evaluatorPreviews(
    @Args('input') { previews, credentials }: EvaluatorPreviewsInput,
    @Caller() identity: Identity,
  ): Promise<EvaluatorPreviewsPayload> {
    const wish = readConnectionWish({ credentials: credentials ?? [] });
    const signal = AbortSignal.timeout(MAX_REQUEST_LENGTH);
    const asker = { identity, wish };
    const results = await this.previews.run(previews.map(toPreview), asker, signal);
    return { results: results.map(toPreviewResult) };
  }

  @ResolveField(() => Trace, {
    nullable: true,
    description: 'The messages to the model; null if there were none.',
  })
  async trace(
    @Parent() { senderTraceId }: EvaluatorPreviewResult,
    @Context() { loaders }: GraphqlContext,
  ): Promise<Trace | null> {
    return senderTraceId === null ? null : loaders.of(this.traces).load(senderTraceId);
  }
}
