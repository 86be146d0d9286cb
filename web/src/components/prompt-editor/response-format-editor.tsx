import { JsonEditor } from '../json-editor/json-editor.js';

interface ResponseFormatEditorProps {
  value: string;
  onChange: (text: string) => void;
}

/** The JSON schema that answers must match. */
export function ResponseFormatEditor({ value, onChange }: ResponseFormatEditorProps) {
  return (
    <JsonEditor
      label="Response format"
      description='Optional: { "type": "json_schema", "json_schema": { "name": …, "schema": … } }.'
      minLines={3}
      maxLines={16}
      value={value}
      onChange={onChange}
    />
  );
}
