import { NativeSelect, Textarea } from '@mantine/core';
import { ChoiceField } from '../../../components/forms/choice-field.js';
import editor from '../../../components/layout/editor-page.module.css';
import { PageSection } from '../../../components/layout/page-section.js';
import type { Sandbox } from '../api/sandboxes.js';
import { changeSandbox, type CodeDraft } from '../draft/code-draft.js';
import { createOutput, type OutputDraft } from '../draft/output-draft.js';
import classes from './code-fields.module.css';

interface CodeFieldsProps {
  code: CodeDraft;
  /** Where it can run; absent if that cannot change. */
  sandboxes: readonly Sandbox[] | undefined;
  onChange: (code: CodeDraft) => void;
}

/** The code of an evaluator, and where it runs. */
export function CodeFields({ code, sandboxes, onChange }: CodeFieldsProps) {
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
        <Textarea
          label="Function"
          description={
            sandboxes
              ? 'It returns a score, a label, true or false, or an object with score, label and explanation.'
              : 'A change becomes a new version, for all datasets that use this evaluator.'
          }
          required
          autosize
          minRows={8}
          maxRows={30}
          spellCheck={false}
          classNames={{ input: classes.source ?? '' }}
          value={code.source}
          onChange={({ currentTarget }) => onChange({ ...code, source: currentTarget.value })}
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

/** What code must return, if that is limited. */
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
