import { ApiProperty } from '@nestjs/swagger';
import { NOT_BLANK } from '../../../kernel/validation/json-fields.js';
import { SUPPORTED_TYPES } from '../form/find-format.js';

const ACTIONS = ['create', 'append', 'update'];

/** Examples as parallel lists, in which items at the same position belong together. */
export class UploadDatasetRequest {
  /** Name of the dataset. Surrounding white space is removed. */
  @ApiProperty({ pattern: NOT_BLANK })
  name: string;

  /**
   * `create`: the dataset must not exist. `update`: the dataset will contain exactly these
   * examples. `append`: other examples stay unchanged. Case-insensitive.
   */
  @ApiProperty({ enum: ACTIONS })
  action?: 'create' | 'append' | 'update';

  /** Used only if the upload creates the dataset. */
  description?: string | null;

  inputs: Record<string, unknown>[];

  /** As many as there are inputs. */
  outputs?: Record<string, unknown>[] | null;

  /** As many as there are inputs. */
  metadata?: Record<string, unknown>[] | null;

  /** The name of a split, a list of names or null for each input. */
  splits?: (string | (string | null)[] | null)[] | null;

  /** The OpenTelemetry ID of the source span or null for each input. */
  span_ids?: (string | null)[] | null;

  /** An ID of your choice, the global ID of an existing example or null for each input. */
  example_ids?: (string | null)[] | null;
}

const TEXT = { type: 'string' };
const column = (description: string) => ({ type: 'string', description });
const columns = (description: string) => ({ type: 'array', items: TEXT, description });

/** The form fields of an upload, for the OpenAPI document. */
export const UPLOAD_FORM_SCHEMA = {
  type: 'object',
  required: ['name', 'file'],
  properties: {
    name: { ...TEXT, pattern: NOT_BLANK },
    action: { type: 'string', enum: ACTIONS, default: 'create' },
    description: { type: 'string', description: 'Defaults to the name of the file.' },
    file: {
      type: 'string',
      format: 'binary',
      description:
        `Has one of the content types ${SUPPORTED_TYPES.join(', ')} (the last one for an Arrow ` +
        `stream), and optionally the header Content-Encoding: gzip or deflate.`,
    },
    'input_keys[]': columns('Columns that become the input.'),
    'output_keys[]': columns('Columns that become the output.'),
    'metadata_keys[]': columns('Columns that become the metadata.'),
    split_key: column('Column with the name of a split, or a JSON list of names.'),
    'split_keys[]': columns(
      'Columns that each contain one split name. Cannot be combined with split_key.',
    ),
    span_id_key: column('Column with the OpenTelemetry ID of the source span.'),
    example_id_key: column('Column with the IDs of the examples.'),
    'flatten_keys[]': columns('Columns that contain objects and are replaced by their members.'),
  },
};
