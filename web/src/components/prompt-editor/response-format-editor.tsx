import { JsonEditor } from '../json-editor/json-editor.js';

interface ResponseFormatEditorProps {
  value: string;
  /** Why it cannot be read, for editors that check while the user types. */
  problem?: string | undefined;
  onChange: (text: string) => void;
}

/** The JSON schema that answers must match. */
export function ResponseFormatEditor({ value, problem, onChange }: ResponseFormatEditorProps) {
  return (
    <JsonEditor
      label="Response format"
      description='Optional: { "type": "json_schema", "json_schema": { "name": …, "schema": … } }.'
      minLines={3}
      maxLines={16}
      value={value}
      problem={problem}
      onChange={onChange}
    />
  );
}
