import type { FormErrors } from '@mantine/form';
import { Switch, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { InputFields } from '../../../components/evaluators/input-fields.js';
import type { InputDrafts } from '../../../components/evaluators/input-mapping.js';
import type { InputSpec } from '../../../components/evaluators/input-specs.js';
import { ChoiceField } from '../../../components/forms/choice-field.js';
import editor from '../../../components/layout/editor-page.module.css';
import { PageSection } from '../../../components/layout/page-section.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import type { ChosenEvaluator } from '../api/rule-evaluators.js';
import { findConditionMistake, readRate, type RuleDraft } from '../draft/rule-draft.js';
import { MEMBERS } from '../draft/subject-context.js';
import { describeMatching, TARGETS } from '../rule-texts.js';
import { EvaluatorSelect } from './evaluator-select.js';
import classes from './rule-form.module.css';
import type { ConditionSlotProps } from './rule-slots.js';
import { useDebouncedValue } from '@mantine/hooks';
import { useMatchingCount } from '../api/matching-count.js';
import type { RuleTarget } from '../api/rules.js';

const CHOICES = (['SPAN', 'TRACE', 'SESSION'] as const).map((value) => ({
  value,
  label: TARGETS[value].label,
}));

/** The props that the fields of a rule share. */
export interface FieldsProps {
  draft: RuleDraft;
  errors: FormErrors;
  change: (part: Partial<RuleDraft>) => void;
  textField: (field: 'name' | 'percent' | 'maxEvaluations' | 'maxCost') => TextInputProps;
}

interface SubjectFieldsProps extends FieldsProps {
  projectId: string;
  isStored: boolean;
  renderCondition: (props: ConditionSlotProps) => ReactNode;
}

/** The fields for the target, condition and sample of a rule. */
export function SubjectFields(props: SubjectFieldsProps) {
  const { draft, change, textField, projectId, isStored, renderCondition } = props;
  const { target } = draft;
  const { label, noun, tab, note } = TARGETS[target];
  return (
    <PageSection title="What is evaluated">
      <div className={editor.fields}>
        {isStored ? (
          <p className={classes.note}>{label}. To evaluate something else, create another rule.</p>
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
  );
}

/** The chosen evaluator, and where its inputs come from. */
export interface RuleInputs {
  evaluator: ChosenEvaluator | undefined;
  /** Why it could not be read. */
  error: RequestError | undefined;
  specs: readonly InputSpec[];
  drafts: InputDrafts;
  /** The paths to suggest. */
  paths: readonly string[];
}

/** The fields for the evaluator of a rule and its inputs. */
export function JudgeFields(props: FieldsProps & RuleInputs) {
  const { draft, errors, change, evaluator, error, specs, drafts, paths } = props;
  return (
    <PageSection title="How it is judged">
      <div className={editor.fields}>
        <EvaluatorSelect
          value={draft.evaluatorId}
          chosen={evaluator}
          error={
            (errors['evaluatorId'] as string | undefined) ?? (error && describeError(error).detail)
          }
          onChange={(evaluatorId) => change({ evaluatorId, inputs: undefined })}
        />
        {specs.length > 0 ? (
          <div>
            <p className={classes.note}>
              Where its inputs come from. Paths start with {MEMBERS[draft.target].join(', ')}.
            </p>
            {errors['inputs'] ? (
              <p className={classes.error} role="alert">
                {errors['inputs']}
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
  );
}

/** How much a rule may evaluate, and whether it does. */
export function LimitFields({
  draft,
  change,
  textField,
  isPriced,
}: FieldsProps & { isPriced: boolean }) {
  return (
    <PageSection title="Daily limits" note="A day begins at midnight UTC.">
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
            description={isPriced ? 'Requires a model with a known price.' : undefined}
            placeholder="No limit"
            inputMode="decimal"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...textField('maxCost')}
          />
        </div>
        <Switch
          label="Enabled"
          description={`It evaluates the ${TARGETS[draft.target].tab} that arrive from then on.`}
          checked={draft.isEnabled}
          onChange={({ currentTarget }) => change({ isEnabled: currentTarget.checked })}
        />
      </div>
    </PageSection>
  );
}

interface MatchingEstimateProps {
  projectId: string;
  target: RuleTarget;
  condition: string;
  /** The sampling rate; undefined while none is typed. */
  rate: number | undefined;
}

/** Longer than the check of a condition, because counting costs more. */
const PAUSE_MS = 800;

const LAST_DAYS = { timeRangeKey: '7d' };

/** How much a rule would have evaluated, once typing pauses. */
function MatchingEstimate({ projectId, target, condition, rate }: MatchingEstimateProps) {
  const [counted] = useDebouncedValue(condition, PAUSE_MS);
  const { count, error } = useMatchingCount({
    projectId,
    target,
    condition: counted,
    range: LAST_DAYS,
  });
  // The field says what is wrong with a condition.
  if (error && findConditionMistake(error) !== undefined) return null;
  if (error) return <p className={classes.note}>Counting the matches takes too long.</p>;
  return (
    <p className={classes.note} aria-live="polite">
      {count === undefined ? 'Counting…' : describeMatching(count, { target, rate })}
    </p>
  );
}
