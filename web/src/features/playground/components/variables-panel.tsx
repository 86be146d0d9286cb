import { SegmentedControl, Textarea } from '@mantine/core';
import { VariablesFound } from '../../../components/prompt-editor/variables-found.js';
import { PageSection } from '../../../components/layout/page-section.js';
import {
  TEMPLATE_FORMATS,
  type TemplateFormat,
} from '../../../components/prompt-editor/template-formats.js';
import { JsonEditor } from '../../../components/json-editor/json-editor.js';
import type { PlaygroundDraft, VariableDraft } from '../draft/playground-draft.js';
import { createVariable, findVariable, setVariable } from '../draft/variables.js';
import classes from './variables-panel.module.css';

interface VariablesPanelProps {
  draft: PlaygroundDraft;
  /** The variables of all variants; undefined until they are known. */
  names: readonly string[] | undefined;
  /** The texts of all variants. */
  texts: readonly string[];
  onVariables: (variables: PlaygroundDraft['variables']) => void;
  onFormat: (format: TemplateFormat) => void;
}

/** A box for each variable that any of the variants contains. */
export function VariablesPanel(props: VariablesPanelProps) {
  const { draft, names, texts, onVariables, onFormat } = props;
  const { templateFormat, variables } = draft;
  return (
    <PageSection
      title="Variables"
      actions={
        <SegmentedControl
          aria-label="Variable syntax"
          data={TEMPLATE_FORMATS}
          value={templateFormat}
          onChange={onFormat}
        />
      }
    >
      {templateFormat === 'NONE' || !names || names.length === 0 ? (
        <VariablesFound format={templateFormat} names={[]} />
      ) : (
        <div className={classes.boxes}>
          {names.map((name) => (
            <VariableBox
              key={name}
              name={name}
              value={findVariable(variables, name) ?? createVariable(name, texts, templateFormat)}
              onChange={(value) => onVariables(setVariable(variables, name, value))}
            />
          ))}
        </div>
      )}
    </PageSection>
  );
}

interface VariableBoxProps {
  name: string;
  value: VariableDraft;
  onChange: (value: VariableDraft) => void;
}

function VariableBox({ name, value, onChange }: VariableBoxProps) {
  return (
    <div className={classes.box}>
      <div className={classes.head}>
        <code className={classes.name} title={name}>
          {name}
        </code>
        <SegmentedControl
          className={classes.kind}
          aria-label={`Type of ${name}`}
          data={[
            { value: 'text', label: 'Text' },
            { value: 'json', label: 'JSON' },
          ]}
          value={value.isJson ? 'json' : 'text'}
          onChange={(kind) => onChange({ ...value, isJson: kind === 'json' })}
        />
      </div>
      {value.isJson ? (
        <JsonEditor
          label={`Value of ${name}`}
          isLabelHidden
          minLines={2}
          maxLines={10}
          value={value.text}
          onChange={(text) => onChange({ ...value, text })}
        />
      ) : (
        <Textarea
          aria-label={`Value of ${name}`}
          autosize
          minRows={2}
          maxRows={10}
          dir="auto"
          value={value.text}
          onChange={({ currentTarget }) => onChange({ ...value, text: currentTarget.value })}
        />
      )}
    </div>
  );
}
