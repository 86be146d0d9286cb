import { Args, Context, Float, ID, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import { BadRequestError, NotFoundError } from '../../../kernel/errors/errors.js';
import { requireRowId } from '../../../kernel/ids/global-id.js';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import { NodeRegistry } from '../../../kernel/graphql/node-registry.js';
import { createLoaderById } from '../../../kernel/graphql/loaders.js';
import {
  DatasetExample,
  toDatasetExample,
} from '../../../datasets/examples/graphql/dataset-example.type.js';
import { DatasetExamplesService } from '../../../datasets/examples/dataset-examples.service.js';
import {
  SpanCostDetailSummaryEntry,
  SpanCostSummary,
  toCostDetail,
} from '../../../tracing/graphql/cost.type.js';
import { ExperimentsLoaders } from '../../graphql/experiments.loader.js';
import { ExperimentRun } from '../../runs/graphql/experiment-run.type.js';
import {
  ExperimentRepeatedRunGroup,
  ExperimentRepeatedRunGroupAnnotationSummary,
  REPEATED_RUN_GROUP_TYPE,
  toRepeatedRunGroup,
} from './repeated-run-group.type.js';
import { RepeatedRunGroupsLoaders } from './repeated-run-groups.loader.js';

/** Maximum number of groups per example. */
const MAX_GROUPS = 50;
const KEY = /^(\d{1,15}):(\d{1,15})$/;

/** Fields of the runs of one experiment for one example. */
@Resolver(() => ExperimentRepeatedRunGroup)
export class RepeatedRunGroupsResolver {
  private readonly examples;

  constructor(
    private readonly groups: RepeatedRunGroupsLoaders,
    private readonly experiments: ExperimentsLoaders,
    examples: DatasetExamplesService,
    nodes: NodeRegistry,
  ) {
    this.examples = createLoaderById((ids) => examples.findByIds(ids), toDatasetExample);
    nodes.registerKeyed(REPEATED_RUN_GROUP_TYPE, (key, context) => this.byKey(key, context));
  }

  @ResolveField(() => [ExperimentRun], { description: 'Sorted by repetition.' })
  runs(
    @Parent() group: ExperimentRepeatedRunGroup,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ExperimentRun[]> {
    return loaders.of(this.groups.runs).load(keyOf(group));
  }

  @ResolveField(() => Float, { nullable: true, description: 'Null if there are no runs.' })
  async averageLatencyMs(
    @Parent() group: ExperimentRepeatedRunGroup,
    @Context() { loaders }: GraphqlContext,
  ): Promise<number | null> {
    const runs = await loaders.of(this.groups.runs).load(keyOf(group));
    if (runs.length === 0) return null;
    return runs.reduce((sum, run) => sum + run.latencyMs, 0) / runs.length;
  }

  @ResolveField(() => SpanCostSummary)
  costSummary(
    @Parent() group: ExperimentRepeatedRunGroup,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SpanCostSummary> {
    return loaders.of(this.groups.costs).load(keyOf(group));
  }

  @ResolveField(() => [SpanCostDetailSummaryEntry], {
    description: 'Of the traces of its runs, by type of tokens, prompt first.',
  })
  async costDetailSummaryEntries(
    @Parent() group: ExperimentRepeatedRunGroup,
    @Context() { loaders }: GraphqlContext,
  ): Promise<SpanCostDetailSummaryEntry[]> {
    return (await loaders.of(this.groups.costDetails).load(keyOf(group))).map(toCostDetail);
  }

  @ResolveField(() => [ExperimentRepeatedRunGroupAnnotationSummary], {
    description: 'Sorted by name.',
  })
  annotationSummaries(
    @Parent() group: ExperimentRepeatedRunGroup,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ExperimentRepeatedRunGroupAnnotationSummary[]> {
    return loaders.of(this.groups.evaluations).load(keyOf(group));
  }

  /**
   * Finds a group by experiment and example, which must belong to the same dataset. It may have no
   * runs.
   */
  private async byKey(
    key: string,
    { loaders }: GraphqlContext,
  ): Promise<ExperimentRepeatedRunGroup | null> {
    const [, experimentId, exampleId] = KEY.exec(key) ?? [];
    if (experimentId === undefined || exampleId === undefined) return null;
    const [experiment, example] = await Promise.all([
      loaders.of(this.experiments.byId).load(Number(experimentId)),
      loaders.of(this.examples).load(Number(exampleId)),
    ]);
    if (!experiment || !example || experiment.datasetRowId !== example.datasetRowId) return null;
    return toRepeatedRunGroup(experiment.rowId, example.rowId);
  }
}

/** Adds the runs of several experiments to the fields of an example. */
@Resolver(() => DatasetExample)
export class ExampleRunGroupsResolver {
  constructor(private readonly experiments: ExperimentsLoaders) {}

  @ResolveField(() => [ExperimentRepeatedRunGroup], {
    description: 'One group per experiment, in the requested order. A group may have no runs.',
  })
  experimentRepeatedRunGroups(
    @Parent() example: DatasetExample,
    @Args('experimentIds', { type: () => [ID], description: 'Experiments of the same dataset.' })
    experimentIds: string[],
    @Context() { loaders }: GraphqlContext,
  ): Promise<ExperimentRepeatedRunGroup[]> {
    if (experimentIds.length > MAX_GROUPS) {
      throw new BadRequestError(`At most ${MAX_GROUPS} experiments can be requested.`);
    }
    return Promise.all(
      experimentIds.map(async (id) => {
        const experiment = await loaders
          .of(this.experiments.byId)
          .load(requireRowId(id, 'Experiment'));
        if (!experiment) throw new NotFoundError(`Experiment with ID ${id} does not exist.`);
        if (experiment.datasetRowId !== example.datasetRowId) {
          throw new BadRequestError(`Experiment "${id}" belongs to a different dataset.`);
        }
        return toRepeatedRunGroup(experiment.rowId, example.rowId);
      }),
    );
  }
}

function keyOf({ experimentRowId, exampleRowId }: ExperimentRepeatedRunGroup) {
  return { experimentId: experimentRowId, exampleId: exampleRowId };
}
