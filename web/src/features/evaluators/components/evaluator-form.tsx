import { Box, Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useCallback, useId, useMemo, useState } from 'react';
import { Notice } from '../../../components/feedback/notice.js';
import { EditorPage, onCtrlEnter } from '../../../components/layout/editor-page.js';
import editor from '../../../components/layout/editor-page.module.css';
import { PageSection } from '../../../components/layout/page-section.js';
import { listTexts } from '../../../components/prompt-editor/message-draft.js';
import {
  type TemplateReading,
  useTemplateReading,
} from '../../../components/prompt-editor/template-reading.js';
import { useFocusOnMount } from '../../../lib/browser/use-focus-on-mount.js';
import type { Sandbox } from '../api/sandboxes.js';
import type { TestExample } from '../api/test-examples.js';
import {
  type EvaluatorDraft,
  type EvaluatorInput,
  type EvaluatorStart,
  listDraftInputs,
  readEvaluatorDraft,
} from '../draft/evaluator-draft.js';
import { findFaultyLine } from '../draft/code-draft.js';
import { EXAMPLE_CONTEXT, listContextPaths, toContext } from '../draft/test-context.js';
import type { InputSpec } from '../../../components/evaluators/input-specs.js';
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
  const form = useForm<EvaluatorDraft>({ initialValues: start.draft });
  const draft = form.values;
  const { prompt, code, inputs } = draft;
  const [isSaved, setIsSaved] = useState(false);
  const reading = useTemplateReading(
    prompt?.messages.map(listTexts) ?? [],
    prompt?.templateFormat ?? 'NONE',
  );
  const isNew = sandboxes !== undefined;
  const specs = useMemo(
    () => listDraftInputs({ prompt, code, inputs }, start, { isNew, variables: reading?.names }),
    [prompt, code, inputs, start, isNew, reading?.names],
  );
  const [context, setContext] = useState(EXAMPLE_CONTEXT);
  const paths = useMemo(
    () => listContextPaths(examples ? (examples[0] ? toContext(examples[0]) : '') : context),
    [examples, context],
  );
  const { faultyLine, markFault } = useFaultyLine(code?.source);

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

  return (
    <EditorPage
      side={
        <>
          {isReadOnly ? null : (
            <TestPanel
              {...{ start, draft, specs, examples, context }}
              onContextChange={setContext}
              onTested={markFault}
            />
          )}
          {aside}
        </>
      }
      sideClassName={classes.test}
      problem={form.errors['evaluator']}
      submitButton={
        isReadOnly ? null : (
          <Button type="submit" form={id} loading={form.submitting}>
            {label}
          </Button>
        )
      }
      onCancel={onCancel}
      isChanged={form.isDirty() && !isSaved && !isReadOnly}
    >
      <Box
        component="form"
        id={id}
        className={editor.main}
        onSubmit={submit}
        onKeyDown={onCtrlEnter(() => !form.submitting && !isReadOnly && submit())}
        aria-label={title}
        noValidate
      >
        <div>
          <h1 className={editor.title}>{title}</h1>
          {start.about ? <p className={classes.about}>{start.about}</p> : null}
        </div>
        {isReadOnly ? (
          <Notice tone="info">
            Only members and administrators can change and test evaluators. Ask an administrator to
            change your role.
          </Notice>
        ) : null}
        {note}
        <Fields
          {...{ start, draft, specs, paths, reading, sandboxes, isReadOnly }}
          isOfDataset={examples !== undefined}
          faultyLine={faultyLine}
          onChange={(part) => {
            form.setValues(part);
            form.clearFieldError('evaluator');
          }}
        />
      </Box>
    </EditorPage>
  );
}

/** Remembers the line of code that the server refused, until the code changes. */
function useFaultyLine(source: string | undefined) {
  const [fault, setFault] = useState<{ source: string; line: number }>();
  const markFault = useCallback((problem: string | undefined, faulty: string) => {
    const line = findFaultyLine(problem);
    setFault(line === undefined ? undefined : { source: faulty, line });
  }, []);
  return { faultyLine: fault?.source === source ? fault?.line : undefined, markFault };
}

interface FieldsProps extends Pick<EvaluatorFormProps, 'start' | 'sandboxes'> {
  draft: EvaluatorDraft;
  specs: readonly InputSpec[];
  paths: readonly string[];
  reading: TemplateReading | undefined;
  isReadOnly: boolean;
  isOfDataset: boolean;
  faultyLine: number | undefined;
  onChange: (part: Partial<EvaluatorDraft>) => void;
}

function Fields(props: FieldsProps) {
  const { start, draft, specs, paths, isReadOnly, onChange } = props;
  const { prompt, output, code } = draft;
  const { isFixed = false } = start;
  const first = useFocusOnMount<HTMLInputElement>();
  return (
    <fieldset className={classes.fields} disabled={isReadOnly}>
      <div className={editor.fields}>
        <TextInput
          label="Name"
          description={
            props.isOfDataset
              ? 'The name of its evaluations, unique in the dataset.'
              : 'Datasets and rules that use it can give it another name.'
          }
          required
          ref={first}
          autoComplete="off"
          spellCheck={false}
          value={draft.name}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        <Textarea
          label="Description"
          autosize
          minRows={1}
          maxRows={8}
          value={draft.description}
          onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
        />
      </div>
      {prompt && !isFixed ? (
        <PromptFields
          prompt={prompt}
          reading={props.reading}
          onChange={(changed) => onChange({ prompt: changed })}
        />
      ) : null}
      {code && !isFixed ? (
        <CodeFields
          code={code}
          sandboxes={props.sandboxes}
          isReadOnly={isReadOnly}
          faultyLine={props.faultyLine}
          onChange={(changed) => onChange({ code: changed })}
        />
      ) : null}
      {specs.length > 0 ? (
        <PageSection
          title="Inputs"
          note="Paths start with input, output, reference (the expected output) or metadata."
        >
          <InputFields
            specs={specs}
            drafts={draft.inputs}
            paths={paths}
            onChange={(inputs) => onChange({ inputs })}
          />
        </PageSection>
      ) : null}
      {!isFixed && (output || code) ? (
        <PageSection title="Output">
          <div className={editor.fields}>
            {code ? (
              <CodeAnswerField
                output={output}
                onChange={(changed) => onChange({ output: changed })}
              />
            ) : null}
            {output ? (
              <OutputFields
                output={output}
                isTest={start.kind === 'BUILTIN'}
                onChange={(changed) => onChange({ output: changed })}
              />
            ) : null}
          </div>
        </PageSection>
      ) : null}
    </fieldset>
  );
}
