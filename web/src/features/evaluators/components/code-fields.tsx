import { NativeSelect } from '@mantine/core';
import { ChoiceField } from '../../../components/forms/choice-field.js';
import editor from '../../../components/layout/editor-page.module.css';
import { PageSection } from '../../../components/layout/page-section.js';
import { TextEditor } from '../../../components/text-editor/text-editor.js';
import type { Sandbox } from '../api/sandboxes.js';
import { changeSandbox, type CodeDraft } from '../draft/code-draft.js';
import { createOutput, type OutputDraft } from '../draft/output-draft.js';
import { toEditorLanguage } from '../evaluator-texts.js';

interface CodeFieldsProps {
  code: CodeDraft;
  /** Where it can run; absent if that cannot change. */
  sandboxes: readonly Sandbox[] | undefined;
  isReadOnly: boolean;
  /** The line that an error names, from 1. */
  faultyLine: number | undefined;
  onChange: (code: CodeDraft) => void;
}

/** The code of an evaluator, and where it runs. */
export function CodeFields(props: CodeFieldsProps) {
  const { code, sandboxes, isReadOnly, faultyLine, onChange } = props;
  return (
    <PageSection title="Code">
      <div className={editor.fields}>
        {sandboxes ? (
          <NativeSelect
            label="Sandbox"
            value={code.sandboxConfigId}
            data={sandboxes.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget }) => {
              const chosen = sandboxes.find(({ id }) => id === currentTarget.value);
              if (chosen) onChange(changeSandbox(code, chosen));
            }}
          />
        ) : null}
        <TextEditor
          label="Function"
          description={
            sandboxes
              ? 'It returns a score, a label, true or false, or an object with score, label and explanation.'
              : 'A change creates a new version, which applies wherever this evaluator is used.'
          }
          language={toEditorLanguage(code.language)}
          minLines={8}
          maxLines={30}
          isReadOnly={isReadOnly}
          faultyLine={faultyLine}
          value={code.source}
          onChange={(source) => onChange({ ...code, source })}
        />
      </div>
    </PageSection>
  );
}

const ANSWERS = [
  { value: 'any', label: 'Anything' },
  { value: 'categorical', label: 'Labels' },
  { value: 'continuous', label: 'A score' },
] as const;

interface CodeAnswerFieldProps {
  output: OutputDraft | null;
  onChange: (output: OutputDraft | null) => void;
}

/** The field for the values that code may return, if they are limited. */
export function CodeAnswerField({ output, onChange }: CodeAnswerFieldProps) {
  return (
    <ChoiceField
      label="It returns"
      value={output?.type ?? 'any'}
      choices={ANSWERS}
      onChange={(type) => onChange(type === 'any' ? null : { ...(output ?? createOutput()), type })}
    />
  );
}
