import { Body, Controller, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import { ApiInvalidRequest, ApiTextErrors } from '../../kernel/errors/api-errors.js';
import { ChangedSecretsAnswer } from './changed-secrets.dto.js';
import { SecretsService } from '../secrets.service.js';
import { MAX_CHANGES } from '../secret-key.js';
import { secretKey, secretValue } from '../secret.rules.js';

const secretChange = z
  .object({
    key: secretKey().describe(
      'Letters, digits and `_`, not starting with a digit. Surrounding white space is removed.',
    ),
    value: secretValue()
      .nullable()
      .describe('The secret. Surrounding white space is removed. Null deletes it.'),
  })
  .meta({ id: 'SecretChange' });

const changeSecretsBody = z
  .object({
    secrets: z
      .array(secretChange)
      .min(1)
      .max(MAX_CHANGES)
      // The published API document does not contain this limit.
      .meta({ maxItems: undefined })
      .describe(
        'If one change is not valid, none is made. If a key occurs more than once, its last change applies.',
      ),
  })
  .meta({ id: 'ChangeSecretsRequest' });

/** Credentials of other services. No route returns their values. */
@ApiTags('secrets')
@Controller('v1/secrets')
export class SecretsController {
  constructor(private readonly secrets: SecretsService) {}

  /**
   * Stores and deletes secrets. If one change is not valid, makes none. Values are never shown
   * again.
   */
  @Put()
  @Access('ADMIN')
  @ApiOkResponse({ type: ChangedSecretsAnswer })
  @ApiTextErrors({ 409: '`SPANDREL_SECRET` is not set, so the server cannot encrypt secrets.' })
  @ApiInvalidRequest()
  async change(
    @Body({ schema: changeSecretsBody }) body: z.output<typeof changeSecretsBody>,
    @Caller() caller: Identity,
  ): Promise<ChangedSecretsAnswer> {
    const { upserted, deleted } = await this.secrets.change(body.secrets, caller);
    return { data: { upserted_keys: upserted, deleted_keys: deleted } };
  }
}
