import {
  Args,
  ArgsType,
  Context,
  Field,
  ID,
  Parent,
  ResolveField,
  Resolver,
} from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { TimeRangeInput } from '../../../kernel/graphql/time-range.inputs.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import { GenerativeModel } from '../../../models/graphql/generative-model.type.js';
import { PROJECT_TYPE } from '../../../projects/projects.service.js';
import {
  type RankedModel,
  SpanCostDetailSummaryEntry,
  SpanCostSummary,
  toCostDetail,
  toCostSummary,
} from '../../graphql/cost.type.js';
import { CostsLoaders, type ModelScope } from './costs.loader.js';

@ArgsType()
class ModelCostsArgs {
  @Field(() => ID, { nullable: true, description: 'Counts only spans of this project.' })
  projectId?: string | null;

  @Field(() => TimeRangeInput, {
    nullable: true,
    description: 'Counts only spans that began in the range.',
  })
  timeRange?: TimeRangeInput | null;
}

/** Adds the cost of the spans that a model priced. */
@Resolver(() => GenerativeModel)
export class ModelCostsResolver {
  constructor(private readonly costs: CostsLoaders) {}

  @ResolveField(() => SpanCostSummary, {
    description:
      'Tokens and cost of the spans that the model priced. Without arguments, and in a list of the models that a project used most, of the project and range of the list.',
  })
  async costSummary(
    @Parent() { rowId, sums: ranked }: GenerativeModel & Partial<RankedModel>,
    @Args() args: ModelCostsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SpanCostSummary> {
    if (ranked && args.projectId == null && args.timeRange == null) return toCostSummary(ranked);
    const sums = await loaders.of(this.costs.ofModel).load(toScope(rowId, args));
    return toCostSummary(sums ?? { promptTokens: 0, completionTokens: 0 });
  }

  @ResolveField(() => [SpanCostDetailSummaryEntry], {
    description: 'By type of tokens, prompt first.',
  })
  async costDetailSummaryEntries(
    @Parent() { rowId }: GenerativeModel,
    @Args() args: ModelCostsArgs,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SpanCostDetailSummaryEntry[]> {
    const rows = await loaders.of(this.costs.detailsOfModel).load(toScope(rowId, args));
    return rows.map(toCostDetail);
  }
}

/** @throws DomainError BAD_USER_INPUT unless the ID is that of a project, which need not exist. */
function toScope(modelId: number, { projectId, timeRange }: ModelCostsArgs): ModelScope {
  return {
    modelId,
    projectId: projectId == null ? null : requireRowId(projectId, PROJECT_TYPE),
    start: timeRange?.start ?? null,
    end: timeRange?.end ?? null,
  };
}
