import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { RequiredRole } from '../../../common/access/access.js';
import { ApiInvalidRequest } from '../../../common/errors/api-errors.js';
import { attachment, streamText } from '../../../common/text/stream-text.js';
import type { ExamplePayload } from '../../examples/example-payload.js';
import { csvTable } from '../csv-table.js';
import { type DatasetExport, DatasetExportsService } from '../dataset-exports.service.js';
import { ExportDatasetDto } from './export-dataset.query.js';
import { evaluationLine, exampleLine, fineTuningLine } from '../json-lines.js';

const FILE = { description: 'The file.', schema: { type: 'string', format: 'binary' } };
const LINES = 'text/plain; charset=utf-8';

/** Datasets as files, at their newest version or an older one. */
@ApiTags('datasets')
@RequiredRole('VIEWER')
@Controller('v1/datasets/:id')
export class DatasetExportsController {
  constructor(private readonly exports: DatasetExportsService) {}

  /** A table with a column for every field, nested ones under dotted names. */
  @Get('csv')
  @ApiProduces('text/csv')
  @ApiOkResponse(FILE)
  @ApiInvalidRequest()
  async csv(
    @Param('id') id: string,
    @Query() { version_id }: ExportDatasetDto,
    @Res() response: Response,
  ): Promise<void> {
    const dataset = await this.exports.open(id, version_id);
    const headers = headersOf(dataset, 'text/csv', 'csv');
    await streamText(response, headers, csvTable(dataset));
  }

  /** An example a line, as JSON. */
  @Get('jsonl')
  @ApiProduces('text/plain')
  @ApiOkResponse(FILE)
  @ApiInvalidRequest()
  async jsonLines(
    @Param('id') id: string,
    @Query() { version_id }: ExportDatasetDto,
    @Res() response: Response,
  ): Promise<void> {
    await this.send(id, version_id, exampleLine, response);
  }

  /** Conversations to fine-tune a model with, in the form of OpenAI. */
  @Get('jsonl/openai_ft')
  @ApiProduces('text/plain')
  @ApiOkResponse(FILE)
  @ApiInvalidRequest()
  async fineTuning(
    @Param('id') id: string,
    @Query() { version_id }: ExportDatasetDto,
    @Res() response: Response,
  ): Promise<void> {
    await this.send(id, version_id, fineTuningLine, response);
  }

  /** Conversations to evaluate a model with, in the form of OpenAI Evals. */
  @Get('jsonl/openai_evals')
  @ApiProduces('text/plain')
  @ApiOkResponse(FILE)
  @ApiInvalidRequest()
  async evaluations(
    @Param('id') id: string,
    @Query() { version_id }: ExportDatasetDto,
    @Res() response: Response,
  ): Promise<void> {
    await this.send(id, version_id, evaluationLine, response);
  }

  private async send(
    id: string,
    versionId: string | undefined,
    lineOf: (example: ExamplePayload) => string,
    response: Response,
  ): Promise<void> {
    const dataset = await this.exports.open(id, versionId);
    await streamText(response, headersOf(dataset, LINES, 'jsonl'), lines(dataset, lineOf));
  }
}

async function* lines(
  dataset: DatasetExport,
  lineOf: (example: ExamplePayload) => string,
): AsyncGenerator<string> {
  for await (const batch of dataset.read()) yield batch.map(lineOf).join('');
}

function headersOf({ name }: DatasetExport, type: string, extension: string) {
  return {
    'Content-Type': type,
    'Content-Disposition': attachment(`${name}.${extension}`),
  };
}
