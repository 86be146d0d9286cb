import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { toBins } from '../../../kernel/graphql/time-bins.inputs.js';
import { TimeBinScale } from '../../../kernel/time/time-bins.js';
import { storableText } from '../../../kernel/validation/json-fields.js';
import { queryText, queryTime } from '../../../kernel/validation/query-fields.js';
import { ProjectsService } from '../../../projects/projects.service.js';
import { MetricPointsService } from '../metric-points.service.js';
import {
  MetricSeriesList,
  ProjectMetricList,
  toMetricSeriesItem,
  toProjectMetricItem,
} from './metric-points.dto.js';

/** Parameters of the series of a metric. */
const metricSeriesQuery = z.object({
  name: queryText(storableText()).describe('The metric, such as `claude_code.token.usage`.'),
  start_time: queryTime().describe('Points of this time or later.'),
  end_time: queryTime().optional().describe('Points from before this time. Defaults to now.'),
  bin: z.enum(TimeBinScale).optional().describe('The length of the bins. Defaults to `HOUR`.'),
  group_by: queryText(storableText())
    .optional()
    .describe('The attribute by which to split, such as `model`. One series without it.'),
});

type MetricSeriesQuery = z.output<typeof metricSeriesQuery>;

@ApiTags('projects')
@Controller('v1/projects/:project_identifier')
export class MetricPointsController {
  constructor(
    private readonly projects: ProjectsService,
    private readonly metrics: MetricPointsService,
  ) {}

  /** Lists the metrics that were sent to a project over OTLP, by name. Of most, points are only counted. */
  @Get('metrics')
  @Access('VIEWER')
  @ApiOkResponse({ type: ProjectMetricList })
  @ApiTextErrors({ 404: 'No project has this global ID or name.' })
  async list(@Param('project_identifier') identifier: string): Promise<ProjectMetricList> {
    const project = await this.projects.resolve(identifier);
    const [metrics = []] = await this.metrics.listByProject([project.id]);
    return { data: metrics.map(toProjectMetricItem) };
  }

  /**
   * Adds up the points of a metric by time and by an attribute. At most 50 series, those with the highest
   * sums.
   */
  @Get('metric_series')
  @Access('VIEWER')
  @ApiOkResponse({ type: MetricSeriesList })
  @ApiTextErrors({
    400: 'The time range has too many bins, or adding up takes too long.',
    404: 'No project has this global ID or name.',
  })
  @ApiInvalidRequest()
  async series(
    @Param('project_identifier') identifier: string,
    @Query({ schema: metricSeriesQuery }) query: MetricSeriesQuery,
  ): Promise<MetricSeriesList> {
    const project = await this.projects.resolve(identifier);
    const range = { start: query.start_time, end: query.end_time ?? new Date().toISOString() };
    const bins = toBins(range, {
      scale: query.bin ?? TimeBinScale.HOUR,
      utcOffsetMinutes: 0,
      step: 1,
    });
    const series = await this.metrics.readSeries(project.id, {
      name: query.name,
      bins,
      end: new Date(range.end),
      groupBy: query.group_by ?? null,
    });
    return { data: series.map((one) => toMetricSeriesItem(one, bins)) };
  }
}
