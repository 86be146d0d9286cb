import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { RequiredRole } from '../../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../common/errors/api-errors.js';
import { toGlobalId } from '../../../common/ids/global-id.js';
import { ListPageDto } from '../../rest/list-page.query.js';
import { EXPERIMENT_RUN_TYPE } from '../../runs/graphql/experiment-run.type.js';
import { ListIncompleteEvaluationsDto } from './list-incomplete-evaluations.query.js';
import {
  IncompleteEvaluationItemPage,
  IncompleteRunItemPage,
  toIncompleteEvaluationItem,
  toIncompleteRunItem,
} from './incomplete.dto.js';
import { IncompleteService } from '../incomplete.service.js';

const NOT_FOUND = 'No experiment has this global id.';

/** What there is still to do in an experiment that was interrupted. */
@ApiTags('experiments')
@RequiredRole('VIEWER')
@Controller('v1/experiments/:experiment_id')
export class IncompleteController {
  constructor(private readonly incomplete: IncompleteService) {}

  /** The examples that lack successful runs, page by page. */
  @Get('incomplete-runs')
  @ApiOkResponse({ type: IncompleteRunItemPage })
  @ApiTextErrors({ 404: NOT_FOUND })
  @ApiInvalidRequest()
  async runs(
    @Param('experiment_id') experimentId: string,
    @Query() query: ListPageDto,
  ): Promise<IncompleteRunItemPage> {
    const { rows, next } = await this.incomplete.runs(experimentId, query);
    return {
      data: rows.map(toIncompleteRunItem),
      next_cursor: next === null ? null : toGlobalId('DatasetExample', next),
    };
  }

  /** The successful runs that lack successful evaluations, page by page. */
  @Get('incomplete-evaluations')
  @ApiOkResponse({ type: IncompleteEvaluationItemPage })
  @ApiTextErrors({ 400: 'No name of an evaluation is given.', 404: NOT_FOUND })
  @ApiInvalidRequest()
  async evaluations(
    @Param('experiment_id') experimentGlobalId: string,
    @Query() { evaluation_name: names = [], ...query }: ListIncompleteEvaluationsDto,
  ): Promise<IncompleteEvaluationItemPage> {
    const page = await this.incomplete.evaluations(experimentGlobalId, names, query);
    return {
      data: page.rows.map((row) => toIncompleteEvaluationItem(row, page.experimentId)),
      next_cursor: page.next === null ? null : toGlobalId(EXPERIMENT_RUN_TYPE, page.next),
    };
  }
}
