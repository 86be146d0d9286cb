import { Autocomplete, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { Notice } from '../../../components/feedback/notice.js';
import { ChoiceField } from '../../../components/forms/choice-field.js';
import {
  fitAggregation,
  listAggregations,
} from '../../../components/metrics/metric-aggregations.js';
import { MetricField } from '../../../components/metrics/metric-field.js';
import {
  useMetricAttributes,
  useStoredMetrics,
} from '../../../components/metrics/use-sent-metrics.js';
import { type AlertDraft, changeTarget, getBaseline, toPreviewed } from '../alert-draft.js';
import { EXAMPLES, getScale, getUnit, listGroupings, MEASURES, WINDOWS } from '../alert-texts.js';
import classes from './alert-form.module.css';
import { AlertPreview } from './alert-preview.js';

/** How long typing must rest before the preview is read again. */
const REST_MS = 500;

interface FieldsProps {
  projectId: string;
  form: UseFormReturnType<AlertDraft>;
  /** Returns the side of a threshold on which the scores of an annotation are worse. */
  worseSideOf: (annotation: string) => AlertDraft['comparison'] | undefined;
}

/** The fields for the figure that a rule watches. */
export function WatchedFields(props: FieldsProps & { isNew: boolean }) {
  const { projectId, form, worseSideOf, isNew } = props;
  const draft = form.values;
  const { target, measure, groupBy } = draft;
  const isMetric = target === 'METRICS';
  const metrics = useStoredMetrics(projectId, isMetric);
  const chosen = metrics?.find(({ name }) => name === draft.metric);
  const attributes = useMetricAttributes(projectId, isMetric ? draft.metric : null);
  const nameAnnotation = (annotation: string) => {
    form.setFieldValue('annotation', annotation);
    const side = worseSideOf(annotation);
    if (isNew && side) form.setFieldValue('comparison', side);
  };
  return (
    <>
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
        <Select<AlertDraft['measure']>
          label="Measure"
          data={isMetric ? [...listAggregations(chosen?.kind)] : MEASURES}
          allowDeselect={false}
          {...form.getInputProps('measure')}
        />
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
        description={`The rule watches only ${isMetric ? 'points' : target.toLowerCase()} that meet it. Spandrel evaluates it every minute, or every five minutes if it has a condition or groups, watches spans, a metric or a score, or covers more than an hour.`}
        placeholder={EXAMPLES[target]}
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('condition')}
      />
    </>
  );
}

/** When a rule fires. */
export function ThresholdFields({ form, worseSideOf }: FieldsProps) {
  const draft = form.values;
  const { measure, groupBy } = draft;
  const baseline = getBaseline(draft);
  const worse = worseSideOf(draft.annotation);
  return (
    <>
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
    </>
  );
}

/** The past values of the figure, once typing rests. */
export function DraftPreview({ projectId, draft }: { projectId: string; draft: AlertDraft }) {
  const [rested] = useDebouncedValue(draft, REST_MS);
  const threshold =
    Number(draft.threshold.replace(',', '.')) / getScale(draft.measure, getBaseline(draft));
  return (
    <AlertPreview
      projectId={projectId}
      previewed={toPreviewed(rested)}
      threshold={Number.isFinite(threshold) ? threshold : undefined}
    />
  );
}
