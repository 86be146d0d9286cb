import { Controller, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Caller, type Identity } from '../../../kernel/access/access.js';
import { Access } from '../../../kernel/access/handler-access.js';
import { ApiTextErrors } from '../../../kernel/errors/api-errors.js';
import { ClientGoneError } from '../../../kernel/http/bodies/discard-body.js';
import { toGlobalId } from '../../../kernel/ids/global-id.js';
import { storableText } from '../../../kernel/validation/json-fields.js';
import { queryBoolean } from '../../../kernel/validation/query-fields.js';
import { DatasetUploadsService } from '../dataset-uploads.service.js';
import { SUPPORTED_TYPES } from '../form/find-format.js';
import { DATASET_UPLOAD_TYPE } from '../queue/upload-queue.service.js';
import { toUploadDatasetAnswer, UploadDatasetAnswer } from './dataset-upload.dto.js';
import { UPLOAD_FORM_SCHEMA, UploadDatasetRequest } from './upload-dataset.body.js';

const uploadQuery = z.object({
  sync: queryBoolean()
    .optional()
    .describe(
      'Whether to respond after the examples are stored. Otherwise, they are checked and queued, and ' +
        'stored soon after.',
    ),
  project: storableText()
    .optional()
    .describe(
      'Global ID or name of the project to which the dataset is to belong. Without it, a new dataset ' +
        'belongs to no project, so everyone can see it.',
    ),
});

@ApiTags('datasets')
@Controller('v1/datasets')
export class UploadsController {
  constructor(private readonly uploads: DatasetUploadsService) {}

  /**
   * Uploads examples to a dataset, as JSON or as a form with a file. Creates the dataset if it does not
   * exist. Stores all examples or, if one is faulty, none. Without `sync`, the response is null and the
   * header `x-spandrel-upload-id` identifies the upload.
   */
  @Post('upload')
  @HttpCode(200)
  @Access('MEMBER', 'by project role')
  @ApiExtraModels(UploadDatasetRequest, UploadDatasetAnswer)
  @ApiOperation({
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { $ref: getSchemaPath(UploadDatasetRequest) } },
        'multipart/form-data': {
          schema: UPLOAD_FORM_SCHEMA,
          encoding: { file: { contentType: SUPPORTED_TYPES.join(', ') } },
        },
      },
    },
  })
  @ApiOkResponse({
    description:
      'The changes that the upload made. Null without `sync`, because the server stores the upload later.',
    schema: { allOf: [{ $ref: getSchemaPath(UploadDatasetAnswer) }], nullable: true },
  })
  @ApiTextErrors({
    400: 'The content type is missing, the form is malformed, or no dataset can belong to the project.',
    404: 'No project has this global ID or name.',
    409: 'A dataset with this name already exists, or it belongs to another project.',
    413: 'The upload is too large.',
    422: 'Describes the mistake and its line in the file.',
    429: 'Too many uploads are waiting.',
  })
  async upload(
    @Query({ schema: uploadQuery }) { sync, project }: z.output<typeof uploadQuery>,
    @Caller() caller: Identity,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const owner = { caller, project };
    try {
      if (sync) {
        response.json(toUploadDatasetAnswer(await this.uploads.storeRequest(request, owner)));
      } else {
        const id = await this.uploads.enqueueRequest(request, owner);
        response.setHeader('x-spandrel-upload-id', toGlobalId(DATASET_UPLOAD_TYPE, id)).json(null);
      }
    } catch (error) {
      if (error instanceof ClientGoneError) return;
      if (!request.complete) response.setHeader('Connection', 'close');
      throw error;
    }
  }
}
