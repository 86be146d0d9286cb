import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Access } from '../../../kernel/access/handler-access.js';
import { queryList } from '../../../kernel/validation/query-fields.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { listPageQuery } from '../../rest/list-page.query.js';
import {
  IncompleteEvaluationItemPage,
  IncompleteRunItemPage,
  toIncompleteEvaluationItem,
  toIncompleteRunItem,
} from './incomplete.dto.js';
import { IncompleteService } from '../incomplete.service.js';

/** The service reports a missing name with 400. */
const listIncompleteEvaluationsQuery = listPageQuery
  .extend({
    evaluation_name: queryList()
      .optional()
      .describe('Names of the evaluations that each run should have.')
      .meta({ minItems: 1, items: { type: 'string', minLength: 1 } }),
  })
  .meta({ required: ['evaluation_name'] });

const NOT_FOUND = 'No experiment has this global ID.';

/** The missing runs and evaluations of an experiment that was interrupted. */
@ApiTags('experiments')
@Access('VIEWER')
@Controller('v1/experiments/:experiment_id')
export class IncompleteController {
  constructor(private readonly incomplete: IncompleteService) {}

  /** Lists the examples that lack successful runs for some repetitions. */
  @Get('incomplete-runs')
  @ApiOkResponse({ type: IncompleteRunItemPage })
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async runs(
    @Param('experiment_id') experimentId: string,
    @Query({ schema: listPageQuery }) query: z.output<typeof listPageQuery>,
  ): Promise<IncompleteRunItemPage> {
    const { rows, next } = await this.incomplete.listRuns(experimentId, query);
    return {
      data: rows.map(toIncompleteRunItem),
      next_cursor: next === null ? null : toGlobalId('DatasetExample', next),
    };
  }

  /** Lists the successful runs that lack successful evaluations. */
  @Get('incomplete-evaluations')
  @ApiOkResponse({ type: IncompleteEvaluationItemPage })
  @ApiTextErrors({ 400: 'No evaluation name is given.', 404: NOT_FOUND })
  @ApiInvalidRequest()
  async evaluations(
    @Param('experiment_id') experimentGlobalId: string,
    @Query({ schema: listIncompleteEvaluationsQuery })
    { evaluation_name: names = [], ...query }: z.output<typeof listIncompleteEvaluationsQuery>,
  ): Promise<IncompleteEvaluationItemPage> {
    const page = await this.incomplete.listEvaluations(experimentGlobalId, names, query);
    return {
      data: page.rows.map((row) => toIncompleteEvaluationItem(row, page.experimentId)),
      next_cursor: page.next === null ? null : toGlobalId('ExperimentRun', page.next),
    };
  }
}
