import type { ReactNode } from 'react';
import { JsonEditor } from '../../../components/json-editor/json-editor.js';
import { type Part, PART_LABEL, PARTS, type PayloadDraft } from '../payload-draft.js';
import classes from './payload-fields.module.css';

const DESCRIPTION: Record<Part, string> = {
  input: 'The input your application receives.',
  output: 'The output you expect from it.',
  metadata: 'Additional information that your application does not receive.',
};

interface PayloadFieldsProps {
  draft: PayloadDraft;
  problems: Partial<Record<Part, ReactNode>>;
  onChange: (part: Part, text: string) => void;
  maxLines?: number;
}

/** An editor for each part of an example. */
export function PayloadFields(props: PayloadFieldsProps) {
  const { draft, problems, onChange, maxLines = 14 } = props;
  return (
    <div className={classes.fields}>
      {PARTS.map((part) => (
        <JsonEditor
          key={part}
          label={PART_LABEL[part]}
          description={DESCRIPTION[part]}
          value={draft[part]}
          problem={problems[part]}
          isFocused={part === 'input'}
          minLines={part === 'metadata' ? 2 : 4}
          maxLines={maxLines}
          onChange={(text) => onChange(part, text)}
        />
      ))}
    </div>
  );
}
