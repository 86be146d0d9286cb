import { Box, Button, Group, Switch, TextInput } from '@mantine/core';
import { type FormErrors, useForm } from '@mantine/form';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { InputFields } from '../../../components/evaluators/input-fields.js';
import { listPaths } from '../../../components/evaluators/list-paths.js';
import { LeaveGuard } from '../../../components/dialogs/leave-guard.js';
import { ChoiceField } from '../../../components/forms/choice-field.js';
import { FormAlert } from '../../../components/forms/form-parts.js';
import editor from '../../../components/layout/editor-page.module.css';
import { PageSection } from '../../../components/layout/page-section.js';
import { useFocusOnMount } from '../../../lib/browser/use-focus-on-mount.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { useNewestSubject } from '../api/newest-subject.js';
import { useChosenEvaluator } from '../api/rule-evaluators.js';
import type { Rule, RuleInput } from '../api/rules.js';
import {
  createRuleDraft,
  listRuleInputs,
  readRate,
  readRuleDraft,
  type RuleDraft,
  startInputs,
  toRuleDraft,
  toRuleProblems,
} from '../draft/rule-draft.js';
import { MEMBERS, toContext } from '../draft/subject-context.js';
import { TARGETS } from '../rule-texts.js';
import { EvaluatorSelect } from './evaluator-select.js';
import { MatchingEstimate } from './matching-estimate.js';
import { PreviewPanel } from './preview-panel.js';
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

const CHOICES = (['SPAN', 'TRACE', 'SESSION'] as const).map((value) => ({
  value,
  label: TARGETS[value].label,
}));

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
  const { target } = draft;
  const { noun, tab, note } = TARGETS[target];
  const { evaluator, error: evaluatorFailure } = useChosenEvaluator(draft.evaluatorId);
  const subject = useNewestSubject(projectId, target);
  const paths = useMemo(() => listPaths(toContext(target, subject)), [target, subject]);
  const specs = useMemo(
    () => (evaluator ? listRuleInputs(evaluator, target) : []),
    [evaluator, target],
  );
  const drafts = draft.inputs ?? (evaluator ? startInputs(evaluator, specs, rule) : {});

  const change = (part: Partial<RuleDraft>) => {
    form.setValues(part);
    for (const field of ['rule', ...Object.keys(part)]) form.clearFieldError(field);
  };
  const textField = (field: 'name' | 'percent' | 'maxEvaluations' | 'maxCost') => ({
    autoComplete: 'off',
    value: draft[field],
    error: form.errors[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [field]: currentTarget.value }),
  });
  const submit = form.onSubmit(async () => {
    const reading = readRuleDraft(draft, { drafts, specs });
    if ('problems' in reading) {
      form.setErrors(reading.problems);
      return;
    }
    if (!evaluator) {
      form.setErrors({ evaluatorId: 'Its inputs are not loaded yet. Save again in a moment.' });
      return;
    }
    setIsSaved(true);
    const refusal = await onSubmit(reading.value);
    if (refusal === undefined) return;
    setIsSaved(false);
    form.setErrors(toRuleProblems(refusal));
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isDefaultPrevented() || event.key !== 'Enter') return;
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    if (!form.submitting) submit();
  };

  return (
    <div className={editor.form}>
      <div className={editor.scroller}>
        <div className={editor.page}>
          {/* The field of the condition is a form itself, and these cannot be nested. */}
          <Box role="form" aria-label={title} className={editor.main} onKeyDown={onKeyDown}>
            <h2 className={editor.title}>{title}</h2>
            <div className={editor.fields}>
              <TextInput
                label="Name"
                description="The name of its annotations, unique in the project."
                placeholder="mentions a source"
                required
                ref={first}
                spellCheck={false}
                {...textField('name')}
              />
            </div>
            <PageSection title="What is evaluated">
              <div className={editor.fields}>
                {rule ? (
                  <p className={classes.note}>
                    {TARGETS[target].label}. To evaluate something else, create another rule.
                  </p>
                ) : (
                  <ChoiceField
                    label="Evaluate"
                    note={note}
                    value={target}
                    choices={CHOICES}
                    onChange={(next) => change({ target: next, condition: '', inputs: undefined })}
                  />
                )}
                <div>
                  <span className={classes.label} aria-hidden>
                    Condition
                  </span>
                  {renderCondition({
                    tab,
                    label: `Condition on ${tab}`,
                    condition: draft.condition,
                    onChange: (condition) => change({ condition }),
                  })}
                  {draft.condition.trim() === '' ? (
                    <p className={classes.note}>Without a condition, every {noun} meets it.</p>
                  ) : null}
                  <MatchingEstimate
                    projectId={projectId}
                    target={target}
                    condition={draft.condition}
                    rate={readRate(draft.percent)}
                  />
                </div>
                <TextInput
                  label="Sample"
                  description={`Percent of the ${tab} that meet the condition, chosen by their IDs.`}
                  inputMode="decimal"
                  rightSection="%"
                  maw={260}
                  {...textField('percent')}
                />
              </div>
            </PageSection>
            <PageSection title="How it is judged">
              <div className={editor.fields}>
                <EvaluatorSelect
                  value={draft.evaluatorId}
                  chosen={evaluator}
                  error={
                    (form.errors['evaluatorId'] as string | undefined) ??
                    (evaluatorFailure && describeError(evaluatorFailure).detail)
                  }
                  onChange={(evaluatorId) => change({ evaluatorId, inputs: undefined })}
                />
                {specs.length > 0 ? (
                  <div>
                    <p className={classes.note}>
                      Where its inputs come from. Paths lead into {MEMBERS[target].join(', ')}.
                    </p>
                    {form.errors['inputs'] ? (
                      <p className={classes.error} role="alert">
                        {form.errors['inputs']}
                      </p>
                    ) : null}
                    <InputFields
                      specs={specs}
                      drafts={drafts}
                      paths={paths}
                      onChange={(inputs) => change({ inputs })}
                    />
                  </div>
                ) : null}
              </div>
            </PageSection>
            <PageSection title="Limits of a day" note="A day begins at midnight UTC.">
              <div className={editor.fields}>
                <div className={classes.pair}>
                  <TextInput
                    label="Evaluations"
                    placeholder="No limit"
                    inputMode="numeric"
                    {...textField('maxEvaluations')}
                  />
                  <TextInput
                    label="US dollars"
                    description={
                      evaluator?.kind === 'LLM' ? 'Needs a model whose price is known.' : undefined
                    }
                    placeholder="No limit"
                    inputMode="decimal"
                    inputWrapperOrder={['label', 'input', 'description', 'error']}
                    {...textField('maxCost')}
                  />
                </div>
                <Switch
                  label="Enabled"
                  description={`It evaluates the ${tab} that arrive from then on.`}
                  checked={draft.isEnabled}
                  onChange={({ currentTarget }) => change({ isEnabled: currentTarget.checked })}
                />
              </div>
            </PageSection>
          </Box>
          <div className={`${editor.side} ${classes.side}`}>
            {canOnServer.write ? (
              <PreviewPanel
                projectId={projectId}
                draft={draft}
                read={() =>
                  readRuleDraft({ ...createRuleDraft(), ...pickTried(draft) }, { drafts, specs })
                }
              />
            ) : null}
          </div>
        </div>
      </div>
      <div className={editor.bar}>
        <FormAlert text={summarize(form.errors)} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button loading={form.submitting} onClick={() => submit()}>
            {rule ? 'Save rule' : 'Create rule'}
          </Button>
        </Group>
      </div>
      <LeaveGuard isActive={form.isDirty() && !isSaved} text="Your changes will be lost." />
    </div>
  );
}

/** What matters for a preview. The rest need not be right yet. */
function pickTried({ target, condition, evaluatorId }: RuleDraft): Partial<RuleDraft> {
  return { name: 'preview', target, condition, evaluatorId };
}

/** What the bar says: a mistake that has no field to show it, or that there are some. */
function summarize(errors: FormErrors): ReactNode {
  const isMarked = Object.keys(errors).length > 0;
  return errors['rule'] ?? errors['condition'] ?? (isMarked ? MARKED : undefined);
}

const MARKED = 'Correct the marked fields.';
