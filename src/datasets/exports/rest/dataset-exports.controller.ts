import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { z } from 'zod';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiInvalidRequest } from '../../../kernel/errors/api-errors.js';
import { rowIdInPath } from '../../../kernel/ids/global-id.js';
import { buildAttachment, streamText } from '../../../kernel/access/stream-text.js';
import { queryText } from '../../../kernel/validation/query-fields.js';
import { DATASET_TYPE } from '../../datasets.service.js';
import type { ExamplePayload } from '../../examples/example-payloads.service.js';
import { DATASET_VERSION_TYPE } from '../../versions/dataset-versions.service.js';
import { csvTable } from '../csv-table.js';
import { type DatasetExport, DatasetExportsService } from '../dataset-exports.service.js';
import { evaluationLine, exampleLine, fineTuningLine } from '../json-lines.js';

const FILE = { description: 'The file.', schema: { type: 'string', format: 'binary' } };
const CSV = 'text/csv';
const JSON_LINES = 'text/plain; charset=utf-8';

const exportQuery = z.object({
  version_id: queryText().optional().describe('Global ID of the version. Defaults to the newest.'),
});

/** Downloads datasets as files, at their newest version or an older one. */
@ApiTags('datasets')
@Access('VIEWER')
@Controller('v1/datasets/:id')
export class DatasetExportsController {
  constructor(private readonly exports: DatasetExportsService) {}

  /** Downloads a table with one column for each field; nested fields have dotted names. */
  @Get('csv')
  @ApiProduces('text/csv')
  @ApiOkResponse(FILE)
  @ApiInvalidRequest()
  async csv(
    @Param('id') id: string,
    @Query({ schema: exportQuery }) { version_id }: z.output<typeof exportQuery>,
    @Res() response: Response,
  ): Promise<void> {
    const dataset = await this.open(id, version_id);
    await streamText(response, toHeaders(dataset, CSV, 'csv'), csvTable(dataset));
  }

  /** Downloads one JSON object for each example, one per line. */
  @Get('jsonl')
  @ApiProduces('text/plain')
  @ApiOkResponse(FILE)
  @ApiInvalidRequest()
  async jsonLines(
    @Param('id') id: string,
    @Query({ schema: exportQuery }) { version_id }: z.output<typeof exportQuery>,
    @Res() response: Response,
  ): Promise<void> {
    await this.sendLines(id, version_id, exampleLine, response);
  }

  /** Downloads conversations in OpenAI's fine-tuning format. */
  @Get('jsonl/openai_ft')
  @ApiProduces('text/plain')
  @ApiOkResponse(FILE)
  @ApiInvalidRequest()
  async fineTuning(
    @Param('id') id: string,
    @Query({ schema: exportQuery }) { version_id }: z.output<typeof exportQuery>,
    @Res() response: Response,
  ): Promise<void> {
    await this.sendLines(id, version_id, fineTuningLine, response);
  }

  /** Downloads conversations in the format of OpenAI Evals. */
  @Get('jsonl/openai_evals')
  @ApiProduces('text/plain')
  @ApiOkResponse(FILE)
  @ApiInvalidRequest()
  async evaluations(
    @Param('id') id: string,
    @Query({ schema: exportQuery }) { version_id }: z.output<typeof exportQuery>,
    @Res() response: Response,
  ): Promise<void> {
    await this.sendLines(id, version_id, evaluationLine, response);
  }

  private async sendLines(
    id: string,
    versionId: string | undefined,
    toLine: (example: ExamplePayload) => string,
    response: Response,
  ): Promise<void> {
    const dataset = await this.open(id, versionId);
    const headers = toHeaders(dataset, JSON_LINES, 'jsonl');
    await streamText(response, headers, readLines(dataset, toLine));
  }

  private async open(id: string, versionId: string | undefined): Promise<DatasetExport> {
    return this.exports.open(
      rowIdInPath(id, DATASET_TYPE),
      versionId ? rowIdInPath(versionId, DATASET_VERSION_TYPE) : null,
    );
  }
}

async function* readLines(
  dataset: DatasetExport,
  toLine: (example: ExamplePayload) => string,
): AsyncGenerator<string> {
  for await (const batch of dataset.read()) yield batch.map(toLine).join('');
}

function toHeaders({ name }: DatasetExport, type: string, extension: string) {
  return {
    'Content-Type': type,
    'Content-Disposition': buildAttachment(`${name}.${extension}`),
  };
}
