import { Box, Button, Group, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type KeyboardEvent, type ReactNode, useCallback, useId, useMemo, useState } from 'react';
import { LeaveGuard } from '../../../components/dialogs/leave-guard.js';
import { Notice } from '../../../components/feedback/notice.js';
import { FormAlert } from '../../../components/forms/form-parts.js';
import editor from '../../../components/layout/editor-page.module.css';
import { PageSection } from '../../../components/layout/page-section.js';
import { listTexts } from '../../../components/prompt-editor/message-draft.js';
import { useTemplateReading } from '../../../components/prompt-editor/template-reading.js';
import { useFocusOnMount } from '../../../lib/browser/use-focus-on-mount.js';
import type { Sandbox } from '../api/sandboxes.js';
import type { TestExample } from '../api/test-examples.js';
import {
  type EvaluatorDraft,
  type EvaluatorInput,
  type EvaluatorStart,
  readEvaluatorDraft,
} from '../draft/evaluator-draft.js';
import { findFaultyLine, guessInputs } from '../draft/code-draft.js';
import { EXAMPLE_CONTEXT, listContextPaths, toContext } from '../draft/test-context.js';
import { listVariableInputs } from '../../../components/evaluators/input-specs.js';
import { CodeAnswerField, CodeFields } from './code-fields.js';
import classes from './evaluator-form.module.css';
import { InputFields } from '../../../components/evaluators/input-fields.js';
import { OutputFields } from './output-fields.js';
import { PromptFields } from './prompt-fields.js';
import { TestPanel } from './test-panel.js';

interface EvaluatorFormProps {
  start: EvaluatorStart;
  title: string;
  /** The text of the submit button. */
  label: string;
  /** The first examples of the dataset; absent without one. */
  examples?: readonly TestExample[];
  /** Where new code can run. */
  sandboxes?: readonly Sandbox[];
  /** Whether the user may only look. */
  isReadOnly?: boolean;
  /** Shown above the fields. */
  note?: ReactNode;
  /** Shown below the test. */
  aside?: ReactNode;
  /** Returns the server’s error message on failure. */
  onSubmit: (input: EvaluatorInput) => Promise<string | undefined>;
  onCancel: () => void;
}

/** A form for an evaluator, and a test beside it. Keeps the input if it is rejected. */
export function EvaluatorForm(props: EvaluatorFormProps) {
  const { start, title, label, examples, sandboxes, isReadOnly = false } = props;
  const { note, aside, onSubmit, onCancel } = props;
  const id = useId();
  const first = useFocusOnMount<HTMLInputElement>();
  const form = useForm<EvaluatorDraft>({ initialValues: start.draft });
  const draft = form.values;
  const { prompt, output, code } = draft;
  const { isFixed = false } = start;
  const [isSaved, setIsSaved] = useState(false);
  const reading = useTemplateReading(
    prompt?.messages.map(listTexts) ?? [],
    prompt?.templateFormat ?? 'NONE',
  );
  const isNew = sandboxes !== undefined;
  const specs = useMemo(() => {
    // The server has read only code that is stored.
    if (code && (isNew || code.source !== start.draft.code?.source)) return guessInputs(code);
    if (!prompt) return start.specs;
    // Until the server has read the messages, the mapping must not lose an input.
    return listVariableInputs(reading?.names ?? Object.keys(draft.inputs));
  }, [prompt, code, isNew, start, reading?.names, draft.inputs]);
  const [context, setContext] = useState(EXAMPLE_CONTEXT);
  const paths = useMemo(
    () => listContextPaths(examples ? (examples[0] ? toContext(examples[0]) : '') : context),
    [examples, context],
  );
  const [fault, setFault] = useState<{ source: string; line: number }>();
  const markFault = useCallback((problem: string | undefined, source: string) => {
    const line = findFaultyLine(problem);
    setFault(line === undefined ? undefined : { source, line });
  }, []);

  const submit = form.onSubmit(async (typed) => {
    const read = readEvaluatorDraft(typed, specs);
    if ('problem' in read) {
      form.setErrors({ evaluator: read.problem });
      return;
    }
    setIsSaved(true);
    const refusal = await onSubmit(read.value);
    if (refusal === undefined) return;
    setIsSaved(false);
    if (typed.code) markFault(refusal, typed.code.source);
    form.setErrors({ evaluator: refusal });
  });
  const onKeyDown = (event: KeyboardEvent) => {
    // The JSON editors have already submitted the form.
    if (event.isDefaultPrevented() || event.key !== 'Enter') return;
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    if (!form.submitting && !isReadOnly) submit();
  };
  const change = (part: Partial<EvaluatorDraft>) => {
    form.setValues(part);
    form.clearFieldError('evaluator');
  };

  return (
    <div className={editor.form}>
      <div className={editor.scroller}>
        <div className={editor.page}>
          <Box
            component="form"
            id={id}
            className={editor.main}
            onSubmit={submit}
            onKeyDown={onKeyDown}
            aria-label={title}
            noValidate
          >
            <div>
              <h1 className={editor.title}>{title}</h1>
              {start.about ? <p className={classes.about}>{start.about}</p> : null}
            </div>
            {isReadOnly ? (
              <Notice tone="info">
                Only members and administrators can change and test evaluators. Ask an administrator
                to change your role.
              </Notice>
            ) : null}
            {note}
            <fieldset className={classes.fields} disabled={isReadOnly}>
              <div className={editor.fields}>
                <TextInput
                  label="Name"
                  description={
                    examples
                      ? 'The name of its evaluations, unique in the dataset.'
                      : 'Each dataset and rule that uses it can call it something else.'
                  }
                  required
                  ref={first}
                  autoComplete="off"
                  spellCheck={false}
                  value={draft.name}
                  onChange={({ currentTarget }) => change({ name: currentTarget.value })}
                />
                <Textarea
                  label="Description"
                  autosize
                  minRows={1}
                  maxRows={8}
                  value={draft.description}
                  onChange={({ currentTarget }) => change({ description: currentTarget.value })}
                />
              </div>
              {prompt && !isFixed ? (
                <PromptFields
                  prompt={prompt}
                  reading={reading}
                  onChange={(changed) => change({ prompt: changed })}
                />
              ) : null}
              {code && !isFixed ? (
                <CodeFields
                  code={code}
                  sandboxes={sandboxes}
                  isReadOnly={isReadOnly}
                  faultyLine={fault?.source === code.source ? fault.line : undefined}
                  onChange={(changed) => change({ code: changed })}
                />
              ) : null}
              {specs.length > 0 ? (
                <PageSection
                  title="Inputs"
                  note="Paths lead into input, output, reference (the expected output) and metadata."
                >
                  <InputFields
                    specs={specs}
                    drafts={draft.inputs}
                    paths={paths}
                    onChange={(inputs) => change({ inputs })}
                  />
                </PageSection>
              ) : null}
              {!isFixed && (output || code) ? (
                <PageSection title="Output">
                  <div className={editor.fields}>
                    {code ? (
                      <CodeAnswerField
                        output={output}
                        onChange={(changed) => change({ output: changed })}
                      />
                    ) : null}
                    {output ? (
                      <OutputFields
                        output={output}
                        isTest={start.kind === 'BUILTIN'}
                        onChange={(changed) => change({ output: changed })}
                      />
                    ) : null}
                  </div>
                </PageSection>
              ) : null}
            </fieldset>
          </Box>
          <div className={`${editor.side} ${classes.test}`}>
            {isReadOnly ? null : (
              <TestPanel
                {...{ start, draft, specs, examples, context }}
                onContextChange={setContext}
                onTested={markFault}
              />
            )}
            {aside}
          </div>
        </div>
      </div>
      <div className={editor.bar}>
        <FormAlert text={form.errors['evaluator']} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {isReadOnly ? 'Back' : 'Cancel'}
          </Button>
          {isReadOnly ? null : (
            <Button type="submit" form={id} loading={form.submitting}>
              {label}
            </Button>
          )}
        </Group>
      </div>
      <LeaveGuard
        isActive={form.isDirty() && !isSaved && !isReadOnly}
        text="Your changes will be lost."
      />
    </div>
  );
}
