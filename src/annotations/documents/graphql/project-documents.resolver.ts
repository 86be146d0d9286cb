import { Args, Context, Float, Int, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { SpansService } from '../../../tracing/spans/spans.service.js';
import { AnnotationsLoaders } from '../../graphql/annotations.loader.js';
import { DocumentEvaluationSummary } from './document-metrics.type.js';
import {
  DocumentSummariesArgs,
  DocumentSummaryArgs,
  EvaluationNamesArgs,
  RankArgs,
} from './documents.args.js';
import { type DocumentFiguresKey, DocumentsLoaders } from './documents.loader.js';

/** Adds figures about its retrievals to a project. Without a range, they cover everything. */
@Resolver(() => Project)
export class ProjectDocumentsResolver {
  constructor(
    private readonly figures: DocumentsLoaders,
    private readonly annotations: AnnotationsLoaders,
    private readonly spans: SpansService,
  ) {}

  @ResolveField(() => [String], { description: 'Sorted.' })
  async documentEvaluationNames(
    @Parent() { rowId }: Project,
    @Args() { spanId }: EvaluationNamesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<string[]> {
    if (typeof spanId !== 'string') return loaders.of(this.figures.names).load(rowId);
    const span = await this.spans.findByRowId(requireRowId(spanId, 'Span'));
    if (span?.projectId !== rowId) return [];
    const rows = await loaders.of(this.annotations.ofDocuments).load([span.traceId, span.spanId]);
    return [...new Set(rows.map(({ name }) => name))].toSorted();
  }

  @ResolveField(() => DocumentEvaluationSummary, {
    nullable: true,
    description: 'Null if no document has a score in this evaluation.',
  })
  async documentEvaluationSummary(
    @Parent() project: Project,
    @Args() { evaluationName, ...args }: DocumentSummaryArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DocumentEvaluationSummary | null> {
    const key = this.toKey(project, args);
    const named = { ...key, name: evaluationName, k: null };
    const figures = await loaders.of(this.figures.figures).load(named);
    return figures && { evaluationName, key };
  }

  @ResolveField(() => [DocumentEvaluationSummary], {
    description: 'All evaluations in which a document has a score, sorted by name.',
  })
  async documentEvaluationSummaries(
    @Parent() project: Project,
    @Args() args: DocumentSummariesArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<DocumentEvaluationSummary[]> {
    const key = this.toKey(project, args);
    const all = await loaders.of(this.figures.allFigures).load({ ...key, k: null });
    const known = loaders.of(this.figures.figures);
    for (const row of all) known.prime({ ...key, name: row.name, k: null }, row);
    return all.map(({ name }) => ({ evaluationName: name, key }));
  }

  private toKey(
    { rowId: projectId }: Project,
    { timeRange, filterCondition }: DocumentSummariesArgs,
  ): DocumentFiguresKey {
    return {
      projectId,
      start: timeRange?.start ?? null,
      end: timeRange?.end ?? null,
      filterCondition: filterCondition ?? null,
      addSpanCondition: this.spans.readCondition(filterCondition),
    };
  }
}

/** The figures of a summary. Those with the same `k` share a query. */
@Resolver(() => DocumentEvaluationSummary)
export class DocumentSummaryResolver {
  constructor(private readonly figures: DocumentsLoaders) {}

  @ResolveField(() => Float, { nullable: true })
  async averageNdcg(
    @Parent() summary: DocumentEvaluationSummary,
    @Args() { k }: RankArgs,
    @Context() context: GraphqlContext,
  ): Promise<number | null> {
    return (await this.load(summary, k ?? null, context))?.ndcg ?? null;
  }

  @ResolveField(() => Float, { nullable: true })
  async averagePrecision(
    @Parent() summary: DocumentEvaluationSummary,
    @Args() { k }: RankArgs,
    @Context() context: GraphqlContext,
  ): Promise<number | null> {
    return (await this.load(summary, k ?? null, context))?.precision ?? null;
  }

  @ResolveField(() => Float, { nullable: true })
  async meanReciprocalRank(
    @Parent() summary: DocumentEvaluationSummary,
    @Context() context: GraphqlContext,
  ): Promise<number | null> {
    return (await this.load(summary, null, context))?.reciprocalRank ?? null;
  }

  @ResolveField(() => Float, {
    nullable: true,
    description: 'The share of spans with a relevant document.',
  })
  async hitRate(
    @Parent() summary: DocumentEvaluationSummary,
    @Context() context: GraphqlContext,
  ): Promise<number | null> {
    return (await this.load(summary, null, context))?.hitRate ?? null;
  }

  @ResolveField(() => Int, { description: 'Number of spans that the average covers.' })
  countNdcg(
    @Parent() summary: DocumentEvaluationSummary,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return this.count(summary, context);
  }

  @ResolveField(() => Int)
  countPrecision(
    @Parent() summary: DocumentEvaluationSummary,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return this.count(summary, context);
  }

  @ResolveField(() => Int)
  countReciprocalRank(
    @Parent() summary: DocumentEvaluationSummary,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return this.count(summary, context);
  }

  @ResolveField(() => Int)
  countHit(
    @Parent() summary: DocumentEvaluationSummary,
    @Context() context: GraphqlContext,
  ): Promise<number> {
    return this.count(summary, context);
  }

  private load(
    { evaluationName: name, key }: DocumentEvaluationSummary,
    k: number | null,
    { loaders }: GraphqlContext,
  ) {
    return loaders.of(this.figures.figures).load({ ...key, name, k });
  }

  private async count(
    summary: DocumentEvaluationSummary,
    context: GraphqlContext,
  ): Promise<number> {
    return (await this.load(summary, null, context))?.count ?? 0;
  }
}
