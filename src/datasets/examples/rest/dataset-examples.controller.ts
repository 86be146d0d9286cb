import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { RequiredRole } from '../../../common/access/access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../common/errors/api-errors.js';
import { toGlobalId } from '../../../common/ids/global-id.js';
import { streamText } from '../../../common/text/stream-text.js';
import { DATASET_VERSION_TYPE } from '../../versions/graphql/dataset-version.type.js';
import { DatasetExamplesAnswer, toExampleJson } from './dataset-example.dto.js';
import { ListExamplesDto } from './list-dataset-examples.query.js';
import { type ExampleReading, ExampleReadingsService } from '../example-readings.service.js';

@ApiTags('datasets')
@Controller('v1/datasets')
export class DatasetExamplesController {
  constructor(private readonly readings: ExampleReadingsService) {}

  /** All examples of a dataset, at its newest version or an older one. */
  @Get(':id/examples')
  @RequiredRole('VIEWER')
  @ApiOkResponse({ type: DatasetExamplesAnswer })
  @ApiTextErrors({ 404: 'The dataset, the version or a split does not exist.' })
  @ApiInvalidRequest()
  async list(
    @Param('id') id: string,
    @Query() query: ListExamplesDto,
    @Res() response: Response,
  ): Promise<void> {
    const reading = await this.readings.open(id, query.version_id, query.split ?? []);
    const type = 'application/json; charset=utf-8';
    await streamText(response, { 'Content-Type': type }, answer(id, reading));
  }
}

/** A `DatasetExamplesAnswer` piece by piece. */
async function* answer(datasetId: string, reading: ExampleReading): AsyncGenerator<string> {
  const head = {
    dataset_id: datasetId,
    version_id: toGlobalId(DATASET_VERSION_TYPE, reading.versionId),
    filtered_splits: reading.splitNames,
  };
  let separator = `{"data":${JSON.stringify(head).slice(0, -1)},"examples":[`;
  for await (const batch of reading.batches) {
    yield separator + batch.map(toExampleJson).join(',');
    separator = ',';
  }
  yield `${separator === ',' ? '' : separator}]}}`;
}
