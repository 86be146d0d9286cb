import { Box, Button, TextInput } from '@mantine/core';
import { type FormErrors, useForm } from '@mantine/form';
import { type ReactNode, useMemo, useState } from 'react';
import { listPaths } from '../../../components/evaluators/list-paths.js';
import { EditorPage, onCtrlEnter } from '../../../components/layout/editor-page.js';
import editor from '../../../components/layout/editor-page.module.css';
import { useFocusOnMount } from '../../../lib/browser/use-focus-on-mount.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { useNewestSubject } from '../api/newest-subject.js';
import { useChosenEvaluator } from '../api/rule-evaluators.js';
import type { Rule, RuleInput } from '../api/rules.js';
import {
  createRuleDraft,
  listRuleInputs,
  readRuleDraft,
  type RuleDraft,
  startInputs,
  toRuleDraft,
  toRuleProblems,
} from '../draft/rule-draft.js';
import { toContext } from '../draft/subject-context.js';
import { PreviewPanel } from './preview-panel.js';
import {
  type FieldsProps,
  JudgeFields,
  LimitFields,
  type RuleInputs,
  SubjectFields,
} from './rule-fields.js';
import classes from './rule-form.module.css';
import type { ConditionSlotProps } from './rule-slots.js';

interface RuleFormProps {
  projectId: string;
  /** The rule to edit; undefined for a new one. */
  rule: Rule | undefined;
  renderCondition: (props: ConditionSlotProps) => ReactNode;
  /** Returns the server’s error on failure. */
  onSubmit: (input: RuleInput) => Promise<RequestError | undefined>;
  onCancel: () => void;
}

/** The form of a rule, with a preview beside it. Keeps the input if the server rejects it. */
export function RuleForm({ projectId, rule, renderCondition, onSubmit, onCancel }: RuleFormProps) {
  const title = rule ? `Edit ${rule.name}` : 'New rule';
  const first = useFocusOnMount<HTMLInputElement>();
  const form = useForm<RuleDraft>({
    initialValues: rule ? toRuleDraft(rule) : createRuleDraft(),
  });
  const { canOnServer } = useViewer();
  const [isSaved, setIsSaved] = useState(false);
  const draft = form.values;
  const inputs = useRuleInputs(projectId, draft, rule);

  const change = (part: Partial<RuleDraft>) => {
    form.setValues(part);
    for (const field of ['rule', ...Object.keys(part)]) form.clearFieldError(field);
  };
  const shared: FieldsProps = {
    draft,
    errors: form.errors,
    change,
    textField: (field) => ({
      autoComplete: 'off',
      value: draft[field],
      error: form.errors[field],
      onChange: ({ currentTarget }) => change({ [field]: currentTarget.value }),
    }),
  };
  const submit = form.onSubmit(async () => {
    const reading = readRuleDraft(draft, inputs);
    if ('problems' in reading) {
      form.setErrors(reading.problems);
      return;
    }
    if (!inputs.evaluator) {
      form.setErrors({ evaluatorId: 'The inputs are still loading. Save again in a moment.' });
      return;
    }
    setIsSaved(true);
    const refusal = await onSubmit(reading.value);
    if (refusal === undefined) return;
    setIsSaved(false);
    form.setErrors(toRuleProblems(refusal));
  });

  return (
    <EditorPage
      side={
        canOnServer.write ? (
          <PreviewPanel
            projectId={projectId}
            draft={draft}
            read={() => readRuleDraft({ ...createRuleDraft(), ...pickTried(draft) }, inputs)}
          />
        ) : null
      }
      sideClassName={classes.side}
      problem={summarize(form.errors)}
      submitButton={
        <Button loading={form.submitting} onClick={() => submit()}>
          {rule ? 'Save rule' : 'Create rule'}
        </Button>
      }
      onCancel={onCancel}
      isChanged={form.isDirty() && !isSaved}
    >
      {/* The field of the condition is a form itself, and these cannot be nested. */}
      <Box
        role="form"
        aria-label={title}
        className={editor.main}
        onKeyDown={onCtrlEnter(() => !form.submitting && submit())}
      >
        <h2 className={editor.title}>{title}</h2>
        <div className={editor.fields}>
          <TextInput
            label="Name"
            description="The name of its annotations, unique in the project."
            placeholder="mentions a source"
            required
            ref={first}
            spellCheck={false}
            {...shared.textField('name')}
          />
        </div>
        <SubjectFields
          {...shared}
          projectId={projectId}
          isStored={rule !== undefined}
          renderCondition={renderCondition}
        />
        <JudgeFields {...shared} {...inputs} />
        <LimitFields {...shared} isPriced={inputs.evaluator?.kind === 'LLM'} />
      </Box>
    </EditorPage>
  );
}

/** The chosen evaluator, and where its inputs come from. */
function useRuleInputs(projectId: string, draft: RuleDraft, rule: Rule | undefined): RuleInputs {
  const { target } = draft;
  const { evaluator, error } = useChosenEvaluator(draft.evaluatorId);
  const subject = useNewestSubject(projectId, target);
  const paths = useMemo(() => listPaths(toContext(target, subject)), [target, subject]);
  const specs = useMemo(
    () => (evaluator ? listRuleInputs(evaluator, target) : []),
    [evaluator, target],
  );
  const drafts = draft.inputs ?? (evaluator ? startInputs(evaluator, specs, rule) : {});
  return { evaluator, error, specs, drafts, paths };
}

/** The values that a preview needs. The others need not be valid yet. */
function pickTried({ target, condition, evaluatorId }: RuleDraft): Partial<RuleDraft> {
  return { name: 'preview', target, condition, evaluatorId };
}

/** The text of the bar: a mistake that no field can show, or that there are some. */
function summarize(errors: FormErrors): ReactNode {
  const isMarked = Object.keys(errors).length > 0;
  return errors['rule'] ?? errors['condition'] ?? (isMarked ? MARKED : undefined);
}

const MARKED = 'Correct the marked fields.';
