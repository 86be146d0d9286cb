import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { findableRowIdInPath, toGlobalId } from '../../../kernel/ids/global-id.js';
import { streamText } from '../../../kernel/access/stream-text.js';
import { queryList, queryText } from '../../../kernel/validation/query-fields.js';
import { DATASET_TYPE } from '../../datasets.service.js';
import { DATASET_VERSION_TYPE } from '../../versions/dataset-versions.service.js';
import { ExamplePayloadsService, type VersionContent } from '../example-payloads.service.js';
import { DatasetExamplesAnswer, toExampleJson } from './dataset-example.dto.js';

const examplesQuery = z.object({
  version_id: queryText().optional().describe('Global ID of the version. Defaults to the newest.'),
  split: queryList()
    .optional()
    .describe(
      'Names or global IDs of splits. Selects examples that are in at least one of them now.',
    )
    .meta({ items: { type: 'string', minLength: 1 } }),
});

@ApiTags('datasets')
@Controller('v1/datasets')
export class DatasetExamplesController {
  constructor(private readonly payloads: ExamplePayloadsService) {}

  /** Returns all examples of a dataset, at its newest version or an older one. */
  @Get(':id/examples')
  @Access('VIEWER')
  @ApiOkResponse({ type: DatasetExamplesAnswer })
  @ApiTextErrors({ 404: 'The dataset, version or a split does not exist.' })
  @ApiInvalidRequest()
  async list(
    @Param('id') id: string,
    @Query({ schema: examplesQuery }) { version_id, split = [] }: z.output<typeof examplesQuery>,
    @Res() response: Response,
  ): Promise<void> {
    const datasetId = findableRowIdInPath(id, DATASET_TYPE);
    const versionId = version_id ? findableRowIdInPath(version_id, DATASET_VERSION_TYPE) : null;
    const content = await this.payloads.open(datasetId, versionId, split);
    const type = 'application/json; charset=utf-8';
    await streamText(response, { 'Content-Type': type }, toAnswer(id, content));
  }
}

/** Writes a `DatasetExamplesAnswer` piece by piece. */
async function* toAnswer(datasetId: string, content: VersionContent): AsyncGenerator<string> {
  const head = {
    dataset_id: datasetId,
    version_id: toGlobalId(DATASET_VERSION_TYPE, content.versionId),
    filtered_splits: content.splitNames,
  };
  let separator = `{"data":${JSON.stringify(head).slice(0, -1)},"examples":[`;
  for await (const batch of content.batches) {
    yield separator + batch.map(toExampleJson).join(',');
    separator = ',';
  }
  yield `${separator === ',' ? '' : separator}]}}`;
}
