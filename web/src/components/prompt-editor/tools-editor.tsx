import { NativeSelect } from '@mantine/core';
import { JsonEditor } from '../json-editor/json-editor.js';
import { listFunctionChoices, TOOL_CHOICES, type ToolsDraft } from './tools-text.js';
import classes from './tools-editor.module.css';

interface ToolsEditorProps {
  tools: ToolsDraft;
  /** Why they cannot be read, for editors that check while the user types. */
  problem?: string | undefined;
  onChange: (tools: ToolsDraft) => void;
}

const PARALLEL = [
  { value: '', label: 'Provider default' },
  { value: 'yes', label: 'Several at once' },
  { value: 'no', label: 'One at a time' },
];

/** The tools that the model may call, in the provider’s format, and the tool choice. */
export function ToolsEditor({ tools, problem, onChange }: ToolsEditorProps) {
  const { text, choice, isParallel } = tools;
  const functions = listFunctionChoices(text);
  const isKnown = [...TOOL_CHOICES, ...functions].some(({ value }) => value === choice);
  return (
    <>
      <JsonEditor
        label="Tools"
        description='A JSON list. Write functions as { "type": "function", "function": { … } }. Write all other tools in the provider’s format.'
        minLines={3}
        maxLines={16}
        value={text}
        problem={problem}
        onChange={(next) => onChange({ ...tools, text: next })}
      />
      {text.trim() === '' ? null : (
        <div className={classes.pair}>
          <NativeSelect
            label="Tool choice"
            value={choice}
            data={[
              ...TOOL_CHOICES,
              ...functions,
              ...(isKnown ? [] : [{ value: choice, label: choice.replace(/^function:/, 'Only ') }]),
            ]}
            onChange={(event) => onChange({ ...tools, choice: event.currentTarget.value })}
          />
          <NativeSelect
            label="Parallel calls"
            value={isParallel === null ? '' : isParallel ? 'yes' : 'no'}
            data={PARALLEL}
            onChange={({ currentTarget }) =>
              onChange({
                ...tools,
                isParallel: currentTarget.value === '' ? null : currentTarget.value === 'yes',
              })
            }
          />
        </div>
      )}
    </>
  );
}
