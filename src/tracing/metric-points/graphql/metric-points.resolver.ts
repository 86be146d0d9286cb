import { Args, Context, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphqlContext } from '../../../kernel/graphql/context.js';
import type { BatchLoader } from '../../../kernel/graphql/loaders.js';
import { toBins } from '../../../kernel/graphql/time-bins.inputs.js';
import { Project } from '../../../projects/graphql/project.type.js';
import { MetricPointsService, type ProjectMetric as Row } from '../metric-points.service.js';
import {
  MetricAttributesArgs,
  MetricSeries,
  MetricSeriesInput,
  ProjectMetric,
  toMetricSeries,
  toProjectMetric,
} from './metric-points.type.js';

/** The metrics that were sent to a project. */
@Resolver(() => Project)
export class MetricPointsResolver {
  private readonly ofProject: BatchLoader<number, Row[]> = {
    batch: (projectIds) => this.metrics.listByProject(projectIds),
  };

  constructor(private readonly metrics: MetricPointsService) {}

  @ResolveField(() => [ProjectMetric], {
    description: 'Metrics that were sent over OTLP, by name. Of most, points are only counted.',
  })
  async sentMetrics(
    @Parent() { rowId }: Project,
    @Context() { loaders }: GraphqlContext,
  ): Promise<ProjectMetric[]> {
    return (await loaders.of(this.ofProject).load(rowId)).map(toProjectMetric);
  }

  @ResolveField(() => [String], {
    description:
      'The names of the attributes that the last points of a metric have, by which charts and alert rules can group and filter. At most 100.',
  })
  metricAttributes(
    @Parent() { rowId }: Project,
    @Args() { name }: MetricAttributesArgs,
  ): Promise<string[]> {
    return this.metrics.listAttributes(rowId, name);
  }

  @ResolveField(() => [MetricSeries], {
    description:
      "The sums of a metric's points, by time and by an attribute. At most 50 series, those with the highest sums.",
  })
  async metricSeries(
    @Parent() { rowId }: Project,
    @Args('input') { name, timeRange, timeBins, groupBy }: MetricSeriesInput,
  ): Promise<MetricSeries[]> {
    const bins = toBins(timeRange, timeBins);
    const end = timeRange.end ? new Date(timeRange.end) : new Date();
    const series = await this.metrics.readSeries(rowId, {
      name,
      bins,
      end,
      groupBy: groupBy ?? null,
    });
    return series.map((one) => toMetricSeries(one, bins));
  }
}
