import { SegmentedControl } from '@mantine/core';
import { PageSection } from '../../../components/layout/page-section.js';
import editor from '../../../components/layout/editor-page.module.css';
import { KeyState } from '../../../components/prompt-editor/key-state.js';
import { MessagesEditor } from '../../../components/prompt-editor/messages-editor.js';
import { ModelFields } from '../../../components/prompt-editor/model-fields.js';
import { TEMPLATE_FORMATS } from '../../../components/prompt-editor/template-formats.js';
import type { TemplateReading } from '../../../components/prompt-editor/template-reading.js';
import { KnownVariablesContext } from '../../../components/prompt-editor/template-textarea.js';
import { VariablesFound } from '../../../components/prompt-editor/variables-found.js';
import type { VersionDraft } from '../../../components/prompt-editor/version-draft.js';

/** The variables that have a value without a mapping. */
const USUAL_VARIABLES = ['input', 'output', 'reference', 'metadata'];

interface PromptFieldsProps {
  prompt: VersionDraft;
  /** Undefined until the server has read the messages. */
  reading: TemplateReading | undefined;
  onChange: (prompt: VersionDraft) => void;
}

/** The fields for the model of an LLM judge and its question. */
export function PromptFields({ prompt, reading, onChange }: PromptFieldsProps) {
  const { templateFormat, messages, customProviderId, modelProvider } = prompt;
  const names = [...new Set([...USUAL_VARIABLES, ...(reading?.names ?? [])])];
  const hasOwnFormat = prompt.tools.text.trim() !== '' || prompt.responseFormat.trim() !== '';
  return (
    <>
      <PageSection
        title="Messages"
        actions={
          <SegmentedControl
            aria-label="Variable syntax"
            data={TEMPLATE_FORMATS}
            value={templateFormat}
            onChange={(format) => onChange({ ...prompt, templateFormat: format })}
          />
        }
      >
        <VariablesFound format={templateFormat} names={reading?.names} />
        <KnownVariablesContext value={{ format: templateFormat, names }}>
          <MessagesEditor
            messages={messages}
            problems={reading?.problems ?? []}
            onChange={(changed) => onChange({ ...prompt, messages: changed })}
          />
        </KnownVariablesContext>
        {hasOwnFormat ? (
          <p>
            The prompt has its own tools or response format, which must ask for the labels below.
            You can change them on the page of the prompt.
          </p>
        ) : null}
      </PageSection>
      <PageSection title="Model">
        <div className={editor.fields}>
          <ModelFields
            draft={prompt}
            onChange={onChange}
            note={customProviderId === null ? <KeyState modelProvider={modelProvider} /> : null}
          />
        </div>
      </PageSection>
    </>
  );
}
