import { Autocomplete, Modal, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useDirections } from '../../../components/annotations/use-annotation-scales.js';
import { Notice } from '../../../components/feedback/notice.js';
import { ChoiceField } from '../../../components/forms/choice-field.js';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import {
  fitAggregation,
  listAggregations,
} from '../../../components/metrics/metric-aggregations.js';
import { MetricField } from '../../../components/metrics/metric-field.js';
import {
  useMetricAttributes,
  useStoredMetrics,
} from '../../../components/metrics/use-sent-metrics.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  type AlertDraft,
  changeTarget,
  findWorseSide,
  getBaseline,
  NEW_ALERT,
  readAlertDraft,
  toAlertDraft,
} from '../alert-draft.js';
import { EXAMPLES, MEASURES, getScale, getUnit, listGroupings, WINDOWS } from '../alert-texts.js';
import {
  type AlertRule,
  CreateAlertRuleMutation,
  UpdateAlertRuleMutation,
} from '../api/alert-rules.js';
import classes from './alert-form.module.css';
import { AlertPreview } from './alert-preview.js';
import { ReceiverFields } from './receiver-fields.js';

/** How long typing must rest before the preview is read again. */
const REST_MS = 500;

interface AlertDialogProps {
  projectId: string;
  /** The rule to edit, or `new`; undefined to hide the dialog. */
  shown: AlertRule | 'new' | undefined;
  onClose: () => void;
}

/** Creates or edits an alert rule. Keeps the input if the server rejects it. */
export function AlertDialog({ projectId, shown, onClose }: AlertDialogProps) {
  const edited = shown === 'new' ? undefined : shown;
  return (
    <Modal
      opened={shown !== undefined}
      onClose={onClose}
      title={edited ? 'Edit alert rule' : 'New alert rule'}
      closeOnClickOutside={false}
      size={620}
    >
      {shown === undefined ? null : (
        <AlertForm projectId={projectId} edited={edited} onClose={onClose} />
      )}
    </Modal>
  );
}

interface AlertFormProps {
  projectId: string;
  edited: AlertRule | undefined;
  onClose: () => void;
}

function AlertForm({ projectId, edited, onClose }: AlertFormProps) {
  const [refusal, setRefusal] = useState<string>();
  const [create] = useGraphqlMutation(CreateAlertRuleMutation);
  const [update] = useGraphqlMutation(UpdateAlertRuleMutation);
  const form = useForm<AlertDraft>({
    initialValues: edited ? toAlertDraft(edited) : NEW_ALERT,
    onValuesChange: () => setRefusal(undefined),
  });
  const draft = form.values;
  const { measure, target, groupBy } = draft;
  const baseline = getBaseline(draft);
  const isMetric = target === 'METRICS';
  const metrics = useStoredMetrics(projectId, isMetric);
  const chosen = metrics?.find(({ name }) => name === draft.metric);
  const attributes = useMetricAttributes(projectId, isMetric ? draft.metric : null);
  const submit = form.onSubmit(async () => {
    const reading = readAlertDraft(draft);
    if ('problems' in reading) {
      form.setErrors(reading.problems);
      return;
    }
    const input = reading.value;
    const { error } = edited
      ? await update({ input: { id: edited.id, ...input } })
      : await create({ input: { projectId, ...input } });
    if (error) {
      setRefusal(describeError(error).detail);
      return;
    }
    notifications.show({ message: `Alert rule ${draft.name} saved` });
    onClose();
  });
  const directions = useDirections(measure === 'SCORE' ? projectId : undefined);
  const worse = findWorseSide(directions.get(draft.annotation));
  const nameAnnotation = (annotation: string) => {
    form.setFieldValue('annotation', annotation);
    const side = findWorseSide(directions.get(annotation));
    if (!edited && side) form.setFieldValue('comparison', side);
  };
  const [rested] = useDebouncedValue(draft, REST_MS);
  const threshold = Number(draft.threshold.replace(',', '.')) / getScale(measure, baseline);

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Name"
          placeholder="Many errors"
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <ChoiceField
          label="Watch"
          value={target}
          choices={[
            { value: 'TRACES', label: 'Traces' },
            { value: 'SPANS', label: 'Spans' },
            { value: 'METRICS', label: 'A metric' },
          ]}
          onChange={(value) => form.setValues(changeTarget(draft, value))}
        />
        {isMetric ? (
          <MetricField
            projectId={projectId}
            metrics={metrics}
            value={draft.metric}
            error={form.errors['metric'] as string | undefined}
            onChange={({ name, kind }) =>
              form.setValues({ metric: name, measure: fitAggregation(kind, measure) })
            }
          />
        ) : null}
        <div className={classes.pair}>
          {isMetric ? (
            <Select
              label="Measure"
              data={[...listAggregations(chosen?.kind)]}
              allowDeselect={false}
              {...form.getInputProps('measure')}
            />
          ) : (
            <Select
              label="Measure"
              data={MEASURES}
              allowDeselect={false}
              {...form.getInputProps('measure')}
            />
          )}
          <Select
            label="In the last"
            data={WINDOWS.map(({ value, label }) => ({ value: String(value), label }))}
            allowDeselect={false}
            value={String(draft.windowMinutes)}
            onChange={(value) => form.setFieldValue('windowMinutes', Number(value))}
          />
        </div>
        {measure === 'SCORE' ? (
          <TextInput
            label="Annotation"
            description="The name of the annotations whose scores are averaged."
            required
            autoComplete="off"
            {...form.getInputProps('annotation')}
            onChange={(event) => nameAnnotation(event.currentTarget.value)}
          />
        ) : null}
        <Select
          label="Grouped by"
          description="The rule watches each group separately, and its messages name the groups that fire or resolve."
          placeholder="Not grouped"
          data={listGroupings(target)}
          clearable
          {...form.getInputProps('groupBy')}
        />
        {groupBy === 'ATTRIBUTE' ? (
          <Autocomplete
            label="Attribute"
            placeholder={isMetric ? 'model' : 'metadata.tenant'}
            required
            spellCheck={false}
            data={[...attributes]}
            {...form.getInputProps('groupAttribute')}
          />
        ) : null}
        <TextInput
          label="Condition"
          description={`The rule only watches ${isMetric ? 'points' : target.toLowerCase()} that meet it. Rules with a condition or groups, on spans, on a metric, on a score, or over more than an hour are evaluated every five minutes, and others every minute.`}
          placeholder={EXAMPLES[target]}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('condition')}
        />
        {groupBy ? null : (
          <ChoiceField
            label="Compare"
            value={baseline}
            choices={[
              { value: 'NONE', label: 'The value' },
              { value: 'LAST_WEEK', label: 'Its change against last week' },
            ]}
            onChange={(value) => form.setFieldValue('baseline', value)}
          />
        )}
        <div className={classes.pair}>
          <Select
            label="Fires"
            data={[
              { value: 'ABOVE', label: 'above' },
              { value: 'BELOW', label: 'below' },
            ]}
            allowDeselect={false}
            {...form.getInputProps('comparison')}
          />
          <TextInput
            label="Threshold"
            required
            inputMode="decimal"
            autoComplete="off"
            rightSection={getUnit(measure, baseline)}
            rightSectionWidth={44}
            {...form.getInputProps('threshold')}
          />
        </div>
        {measure === 'SCORE' && worse && worse !== draft.comparison ? (
          <Notice tone="warning">
            {worse === 'ABOVE' ? 'Lower' : 'Higher'} scores of “{draft.annotation}” are better. This
            rule fires when they improve.
          </Notice>
        ) : null}
        <AlertPreview
          projectId={projectId}
          previewed={{
            target: rested.target,
            metric: rested.target === 'METRICS' ? rested.metric : null,
            condition: rested.condition,
            measure: rested.measure,
            annotation: rested.measure === 'SCORE' ? rested.annotation : null,
            groupBy: rested.groupBy,
            groupAttribute: rested.groupBy === 'ATTRIBUTE' ? rested.groupAttribute : null,
            windowMinutes: rested.windowMinutes,
            baseline: getBaseline(rested),
            comparison: rested.comparison,
          }}
          threshold={Number.isFinite(threshold) ? threshold : undefined}
        />
        <TextInput
          label="Quiet time"
          description="At most one message in this time. The alert resolves once the value has stayed within the threshold for as long."
          required
          inputMode="numeric"
          autoComplete="off"
          rightSection="min"
          rightSectionWidth={44}
          {...form.getInputProps('quietMinutes')}
        />
        <ReceiverFields edited={edited} draft={draft} onChange={form.setValues} />
        <Switch label="Enabled" {...form.getInputProps('isEnabled', { type: 'checkbox' })} />
        <FormAlert text={refusal} />
        <FormButtons
          label={edited ? 'Save rule' : 'Create rule'}
          isBusy={form.submitting}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
