import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { buildAttachment, streamText } from '../../../kernel/access/stream-text.js';
import { DownloadsService } from '../downloads.service.js';
import { jsonList } from '../json-list.js';
import { runTable } from '../run-table.js';

const FILE = { description: 'The file.', schema: { type: 'string', format: 'binary' } };
const ERRORS = {
  404: 'The experiment does not exist or has no runs.',
  422: 'This is not the ID of an experiment.',
};

/** Downloads experiments. */
@ApiTags('experiments')
@Access('VIEWER')
@Controller('v1/experiments/:experiment_id')
export class DownloadsController {
  constructor(private readonly downloads: DownloadsService) {}

  /** Downloads the runs with their examples and evaluations as a JSON list. */
  @Get('json')
  @ApiProduces('application/json')
  @ApiOkResponse(FILE)
  @ApiTextErrors(ERRORS)
  async json(@Param('experiment_id') id: string, @Res() response: Response): Promise<void> {
    const download = await this.downloads.open(id);
    const headers = headersOf('application/json', `${download.name}.json`);
    await streamText(response, headers, jsonList(download));
  }

  /**
   * Downloads the runs as a table, with columns for the examples' metadata and for every
   * evaluation.
   */
  @Get('csv')
  @ApiProduces('text/csv')
  @ApiOkResponse(FILE)
  @ApiTextErrors(ERRORS)
  async csv(@Param('experiment_id') id: string, @Res() response: Response): Promise<void> {
    const download = await this.downloads.open(id);
    const headers = headersOf('text/csv', `${download.name}.csv`);
    await streamText(response, headers, runTable(download));
  }
}

function headersOf(type: string, filename: string) {
  return { 'Content-Type': type, 'Content-Disposition': buildNamedAttachment(filename) };
}

/**
 * Returns the header that tells a browser the name of a file: a quoted string if the name is ASCII,
 * otherwise the extended form, `filename*`.
 */
function buildNamedAttachment(name: string): string {
  if (/^[ !#-[\]-~]*$/.test(name)) return `attachment; filename="${name}"`;
  return buildAttachment(name);
}
