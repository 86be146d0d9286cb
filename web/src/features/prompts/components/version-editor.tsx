import { Box, Button, SegmentedControl } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { EditorPage, onCtrlEnter } from '../../../components/layout/editor-page.js';
import { useTemplateReading } from '../../../components/prompt-editor/template-reading.js';
import { listTexts } from '../../../components/prompt-editor/message-draft.js';
import {
  readVersionDraft,
  type VersionDraft,
  type VersionInput,
} from '../../../components/prompt-editor/version-draft.js';
import { TEMPLATE_FORMATS } from '../../../components/prompt-editor/template-formats.js';
import { ModelFields } from '../../../components/prompt-editor/model-fields.js';
import { ResponseFormatEditor } from '../../../components/prompt-editor/response-format-editor.js';
import { MessagesEditor } from '../../../components/prompt-editor/messages-editor.js';
import { PageSection } from '../../../components/layout/page-section.js';
import { KnownVariablesContext } from '../../../components/prompt-editor/template-textarea.js';
import { ToolsEditor } from '../../../components/prompt-editor/tools-editor.js';
import { VersionNotes } from '../../../components/prompt-editor/version-notes.js';
import { VariablesFound } from '../../../components/prompt-editor/variables-found.js';
import classes from '../../../components/layout/editor-page.module.css';

interface VersionEditorProps {
  initial: VersionDraft;
  title: string;
  /** The text of the submit button. */
  label: string;
  /** Fields above the messages, such as the name of a new prompt. */
  children?: ReactNode;
  /** Whether the fields above have been edited. */
  isChanged?: boolean;
  /** Returns the server’s error message on failure. */
  onSubmit: (version: VersionInput, tags: { name: string }[]) => Promise<string | undefined>;
  onCancel: () => void;
}

/** An editor for a new version of a prompt. Keeps the input if the server rejects it. */
export function VersionEditor(props: VersionEditorProps) {
  const { initial, title, label, children, isChanged = false, onSubmit, onCancel } = props;
  const form = useForm({ initialValues: initial, validate: findFirstProblem });
  const draft = form.values;
  const [isSaved, setIsSaved] = useState(false);
  const reading = useTemplateReading(draft.messages.map(listTexts), draft.templateFormat);

  const submit = form.onSubmit(async (typed) => {
    const read = readVersionDraft(typed);
    if ('problem' in read) return;
    setIsSaved(true);
    const refusal = await onSubmit(read.value.version, read.value.tags);
    if (refusal === undefined) return;
    setIsSaved(false);
    form.setErrors({ version: refusal });
  });
  return (
    <Box
      component="form"
      className={classes.form}
      onSubmit={submit}
      onKeyDown={onCtrlEnter(() => !form.submitting && submit())}
      aria-label={title}
      noValidate
    >
      <EditorPage
        side={<Settings draft={draft} onChange={form.setValues} />}
        problem={form.errors['version']}
        submitButton={
          <Button type="submit" loading={form.submitting}>
            {label}
          </Button>
        }
        onCancel={onCancel}
        isChanged={(isChanged || form.isDirty()) && !isSaved}
      >
        <div className={classes.main}>
          <h1 className={classes.title}>{title}</h1>
          {children}
          <PageSection
            title="Messages"
            actions={
              <SegmentedControl
                aria-label="Variable syntax"
                data={TEMPLATE_FORMATS}
                value={draft.templateFormat}
                onChange={(templateFormat) => form.setValues({ templateFormat })}
              />
            }
          >
            <VariablesFound format={draft.templateFormat} names={reading?.names} />
            <KnownVariablesContext
              value={{ format: draft.templateFormat, names: reading?.names ?? [] }}
            >
              <MessagesEditor
                messages={draft.messages}
                problems={reading?.problems ?? []}
                onChange={(messages) => form.setValues({ messages })}
              />
            </KnownVariablesContext>
          </PageSection>
        </div>
      </EditorPage>
    </Box>
  );
}

/** Returns the first error. It is shown beside the buttons, because they are always in view. */
function findFirstProblem(draft: VersionDraft): { version?: string } {
  const read = readVersionDraft(draft);
  return 'problem' in read ? { version: read.problem } : {};
}

interface SettingsProps {
  draft: VersionDraft;
  onChange: (part: Partial<VersionDraft>) => void;
}

/** Everything about a version except its messages. */
function Settings({ draft, onChange }: SettingsProps) {
  return (
    <>
      <PageSection title="Model">
        <div className={classes.fields}>
          <ModelFields draft={draft} onChange={onChange} />
          <ToolsEditor tools={draft.tools} onChange={(tools) => onChange({ tools })} />
          <ResponseFormatEditor
            value={draft.responseFormat}
            onChange={(responseFormat) => onChange({ responseFormat })}
          />
        </div>
      </PageSection>
      <PageSection title="This version">
        <div className={classes.fields}>
          <VersionNotes draft={draft} onChange={onChange} />
        </div>
      </PageSection>
    </>
  );
}
