import { useState } from 'react';
import { MessagesEditor } from '../../../components/prompt-editor/messages-editor.js';
import { ResponseFormatEditor } from '../../../components/prompt-editor/response-format-editor.js';
import type { TemplateReading } from '../../../components/prompt-editor/template-reading.js';
import { ToolsEditor } from '../../../components/prompt-editor/tools-editor.js';
import { readResponseFormat } from '../../../components/prompt-editor/version-draft.js';
import type { JsonReading } from '../../../lib/json/json-text.js';
import { countTools, readToolsDraft } from '../../../components/prompt-editor/tools-text.js';
import { FormAlert } from '../../../components/forms/form-parts.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import type { Variant } from '../draft/playground-draft.js';
import { FoldSection } from './fold-section.js';
import { ModelSection } from './model-section.js';
import { type VariantActions, VariantHead } from './variant-head.js';
import classes from './playground.module.css';

interface VariantColumnProps {
  letter: string;
  variant: Variant;
  isEdited: boolean;
  actions: VariantActions;
  /** Why its texts cannot be rendered. */
  problems: TemplateReading['problems'];
  /** Why it could not be run. */
  refusal: string | undefined;
  onChange: (variant: Variant) => void;
  onKeys: () => void;
}

/** The question of a variant: its model, messages, tools and response format. */
export function VariantColumn(props: VariantColumnProps) {
  const { letter, variant, isEdited, actions, problems, refusal, onChange, onKeys } = props;
  const [open, setOpen] = useState<readonly string[]>(variant.modelName === '' ? ['model'] : []);
  const toggle = (name: string) =>
    setOpen(open.includes(name) ? open.filter((other) => other !== name) : [...open, name]);
  return (
    <div className={classes.question}>
      <VariantHead {...{ letter, variant, isEdited, actions }} />
      <FormAlert text={refusal} />
      <ModelSection
        variant={variant}
        isOpen={open.includes('model')}
        onToggle={() => toggle('model')}
        onChange={onChange}
        onKeys={onKeys}
      />
      <MessagesEditor
        messages={variant.messages}
        problems={problems}
        canAttach
        onChange={(messages) => onChange({ ...variant, messages })}
      />
      <FoldSection
        title="Tools"
        summary={describeTools(variant)}
        isOpen={open.includes('tools')}
        onToggle={() => toggle('tools')}
      >
        <ToolsEditor
          tools={variant.tools}
          problem={findProblem(readToolsDraft(variant.tools))}
          onChange={(tools) => onChange({ ...variant, tools })}
        />
      </FoldSection>
      <FoldSection
        title="Response format"
        summary={variant.responseFormat.trim() === '' ? 'any' : 'JSON schema'}
        isOpen={open.includes('format')}
        onToggle={() => toggle('format')}
      >
        <ResponseFormatEditor
          value={variant.responseFormat}
          problem={findProblem(readResponseFormat(variant.responseFormat))}
          onChange={(responseFormat) => onChange({ ...variant, responseFormat })}
        />
      </FoldSection>
    </div>
  );
}

function describeTools({ tools }: Variant): string {
  const count = countTools(tools.text);
  if (count === undefined) return 'not valid';
  return count === 0 ? 'none' : formatPlural(count, 'tool');
}

function findProblem(reading: JsonReading<unknown>): string | undefined {
  return 'problem' in reading ? reading.problem : undefined;
}
