import { Controller, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Caller, type Identity, RequiredRole } from '../../../common/access/access.js';
import { ApiTextErrors } from '../../../common/errors/api-errors.js';
import { ClientGoneError } from '../../../common/http/discard-body.js';
import { toGlobalId } from '../../../common/ids/global-id.js';
import { UploadDatasetDto, UploadDatasetQueryDto } from './upload-dataset.query.js';
import { toUploadDatasetAnswer, UploadDatasetAnswer } from './upload-answer.dto.js';
import { UPLOAD_FORM_SCHEMA } from '../upload-form.schema.js';
import { UploadRequestsService } from '../upload-requests.service.js';

@ApiTags('datasets')
@Controller('v1/datasets')
export class UploadsController {
  constructor(private readonly uploads: UploadRequestsService) {}

  /**
   * Uploads examples, as JSON or as a form with a file, into a dataset, which is created when it is
   * not there. They are stored all or, when one is at fault, none. Without `sync` the answer is null,
   * and the header `x-spandrel-upload-id` names the upload.
   */
  @Post('upload')
  @HttpCode(200)
  @RequiredRole('MEMBER')
  @ApiExtraModels(UploadDatasetDto)
  @ApiOperation({
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { $ref: getSchemaPath(UploadDatasetDto) } },
        'multipart/form-data': { schema: UPLOAD_FORM_SCHEMA },
      },
    },
  })
  @ApiOkResponse({ type: UploadDatasetAnswer })
  @ApiTextErrors({
    400: 'There is no content type, or the form is malformed.',
    409: 'A dataset of the name is there already.',
    413: 'The upload is too large.',
    422: 'What is wrong, and at which line of a file.',
    429: 'Too many uploads are waiting.',
  })
  async upload(
    @Query() { sync }: UploadDatasetQueryDto,
    @Caller() caller: Identity,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    try {
      if (sync) {
        response.json(toUploadDatasetAnswer(await this.uploads.store(request, caller)));
      } else {
        const id = await this.uploads.enqueue(request, caller);
        response.setHeader('x-spandrel-upload-id', toGlobalId('DatasetUpload', id)).json(null);
      }
    } catch (error) {
      if (error instanceof ClientGoneError) return;
      if (!request.complete) response.setHeader('Connection', 'close');
      throw error;
    }
  }
}
