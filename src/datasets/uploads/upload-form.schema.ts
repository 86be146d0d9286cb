const TEXT = { type: 'string' };
const column = (description: string) => ({ type: 'string', description });
const columns = (description: string) => ({ type: 'array', items: TEXT, description });

/** The form of an upload, for the OpenAPI document. */
export const UPLOAD_FORM_SCHEMA = {
  type: 'object',
  required: ['name', 'file'],
  properties: {
    name: TEXT,
    action: { type: 'string', enum: ['create', 'append', 'update'], default: 'create' },
    description: { type: 'string', description: 'The name of the file unless given.' },
    file: {
      type: 'string',
      format: 'binary',
      description:
        'Of the content type text/csv, application/jsonl or application/x-pandas-pyarrow (an Arrow ' +
        'stream); the part may have the header Content-Encoding: gzip or deflate.',
    },
    'input_keys[]': columns('Columns that become the input.'),
    'output_keys[]': columns('Columns that become the output.'),
    'metadata_keys[]': columns('Columns that become the metadata.'),
    split_key: column('Column with the name of a split, or a JSON list of names.'),
    'split_keys[]': columns('Columns with the name of one split each; not beside split_key.'),
    span_id_key: column('Column with the OpenTelemetry id of the span an example came from.'),
    example_id_key: column('Column with the stable ids of the examples.'),
    'flatten_keys[]': columns('Columns that hold objects, whose members take their place.'),
  },
};
