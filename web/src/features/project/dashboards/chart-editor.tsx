import {
  Autocomplete,
  Button,
  Group,
  Modal,
  NumberInput,
  SegmentedControl,
  Select,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useMetricAttributes } from '../../../components/metrics/use-sent-metrics.js';
import { useFilterVocabulary } from '../api/conditions.js';
import type { DashboardChart } from '../api/dashboards.js';
import { useProject } from '../components/project-context.js';
import { EmptyChart } from '../metrics/chart-card.js';
import classes from './chart-editor.module.css';
import { ChartCondition } from './chart-condition.js';
import {
  AGGREGATIONS,
  changeChart,
  describeChart,
  ENTITIES,
  findList,
  findMissingPart,
  hasMeasure,
  isAdditive,
  KINDS,
  listGroupings,
  listMeasures,
  type Option,
  WIDTHS,
} from './chart-options.js';
import { ChartMetric } from './chart-metric.js';
import { DashboardChartView } from './dashboard-chart.js';
import { listAnnotations, listAttributes } from './known-names.js';

/** The chart to edit. */
export interface EditedChart {
  chart: DashboardChart;
  isNew: boolean;
}

export interface ChartEditorProps {
  edited: EditedChart | undefined;
  onClose: () => void;
  onDone: (chart: DashboardChart) => void;
}

const PAUSE_MS = 400;
const MOST_GROUPS = 20;

/** A dialog for a chart, with a preview. */
export function ChartEditor({ edited, onClose, onDone }: ChartEditorProps) {
  const [isChanged, setIsChanged] = useState(false);
  const isNarrow = useMediaQuery('(max-width: 900px)');
  const close = () => {
    setIsChanged(false);
    onClose();
  };
  return (
    <Modal
      opened={edited !== undefined}
      onClose={close}
      title={edited?.isNew ? 'Add chart' : 'Edit chart'}
      size={960}
      fullScreen={isNarrow ?? false}
      // A slip must not lose what was entered.
      closeOnEscape={!isChanged}
      closeOnClickOutside={!isChanged}
    >
      {edited ? (
        <EditorForm
          edited={edited}
          onChange={() => setIsChanged(true)}
          onClose={close}
          onDone={(chart) => {
            setIsChanged(false);
            onDone(chart);
          }}
        />
      ) : null}
    </Modal>
  );
}

interface EditorFormProps {
  edited: EditedChart;
  onChange: () => void;
  onClose: () => void;
  onDone: (chart: DashboardChart) => void;
}

function EditorForm({ edited, onChange, onClose, onDone }: EditorFormProps) {
  const [chart, setChart] = useState(edited.chart);
  const change = (parts: Partial<DashboardChart>) => {
    onChange();
    setChart((now) => changeChart(now, parts));
  };
  const { id } = useProject();
  const hasNames = chart.aggregation === 'MEAN_SCORE' || chart.groupBy === 'ATTRIBUTE';
  const isMetric = chart.entity === 'METRICS';
  const terms = useFilterVocabulary(id, findList(chart.entity) ?? 'traces', hasNames && !isMetric);
  const ofMetric = useMetricAttributes(id, isMetric ? chart.metric : null);
  const missing = findMissingPart(chart);
  const title = chart.title.trim() || describeChart(chart);
  const submit = () => {
    if (!missing) onDone({ ...chart, title });
  };

  return (
    <div className={classes.editor}>
      <div className={classes.fields}>
        <TextInput
          label="Title"
          placeholder={describeChart(chart)}
          maxLength={200}
          data-autofocus
          value={chart.title}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <Choice
          label="Of"
          options={ENTITIES}
          value={chart.entity}
          onChange={(entity) => change({ entity })}
        />
        {isMetric ? <ChartMetric chart={chart} onChange={change} /> : null}
        {isMetric ? null : (
          <div className={classes.pair}>
            <Choices
              label="Show"
              options={AGGREGATIONS}
              value={chart.aggregation}
              onChange={(aggregation) => change({ aggregation })}
            />
            {hasMeasure(chart) ? (
              <Choices
                label="Number"
                options={listMeasures(chart.entity)}
                value={chart.measure}
                onChange={(measure) => change({ measure })}
              />
            ) : null}
            {chart.aggregation === 'MEAN_SCORE' ? (
              <Autocomplete
                label="Annotation"
                placeholder="correctness"
                required
                maxLength={500}
                data={listAnnotations(terms, chart.entity)}
                value={chart.annotation ?? ''}
                onChange={(annotation) => change({ annotation })}
              />
            ) : null}
          </div>
        )}
        <Choice
          label="As"
          options={KINDS.filter(
            ({ value }) => value !== 'STACKED_BARS' || isAdditive(chart.aggregation),
          )}
          value={chart.kind}
          onChange={(kind) => change({ kind })}
        />
        {chart.kind === 'NUMBER' ? null : (
          <div className={classes.pair}>
            <Select
              label="Grouped by"
              placeholder="Not grouped"
              clearable
              allowDeselect
              data={[...listGroupings(chart.entity)]}
              value={chart.groupBy}
              onChange={(groupBy) => change({ groupBy })}
            />
            {chart.groupBy === 'ATTRIBUTE' ? (
              <Autocomplete
                label="Attribute"
                placeholder={isMetric ? 'model' : 'metadata.tenant'}
                required
                maxLength={500}
                limit={20}
                data={isMetric ? [...ofMetric] : listAttributes(terms)}
                value={chart.attribute ?? ''}
                onChange={(attribute) => change({ attribute })}
              />
            ) : null}
            {chart.groupBy ? (
              <GroupLimit
                value={chart.groupLimit}
                onChange={(groupLimit) => change({ groupLimit })}
              />
            ) : null}
          </div>
        )}
        <ChartCondition
          key={chart.entity}
          entity={chart.entity}
          condition={chart.condition ?? ''}
          onChange={(condition) => change({ condition: condition.trim() || null })}
        />
        <Choice
          label="Width"
          options={WIDTHS}
          value={chart.width}
          onChange={(width) => change({ width })}
        />
      </div>
      <div className={classes.preview}>
        {missing ? <EmptyChart>{missing}</EmptyChart> : <Preview chart={{ ...chart, title }} />}
      </div>
      <Group justify="flex-end" gap="xs" className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={missing !== undefined} onClick={submit}>
          {edited.isNew ? 'Add chart' : 'Apply changes'}
        </Button>
      </Group>
    </div>
  );
}

/** How many groups a chart shows. The field can be empty while a number is typed. */
function GroupLimit(props: { value: number; onChange: (limit: number) => void }) {
  const [typed, setTyped] = useState<number | string>(props.value);
  return (
    <NumberInput
      label="Groups"
      min={1}
      max={MOST_GROUPS}
      allowDecimal={false}
      allowNegative={false}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        if (typeof next === 'number' && next >= 1 && next <= MOST_GROUPS) props.onChange(next);
      }}
      onBlur={() => setTyped(props.value)}
    />
  );
}

/** The chart as it will be, once typing pauses. */
function Preview({ chart }: { chart: DashboardChart }) {
  // As text, because each rendering has another object.
  const [text] = useDebouncedValue(JSON.stringify(chart), PAUSE_MS);
  const shown = useMemo(() => JSON.parse(text) as DashboardChart, [text]);
  return <DashboardChartView key={shown.kind} chart={shown} />;
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly Option<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
}

/** A few choices side by side. */
function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <div>
      <span className={classes.label} aria-hidden>
        {label}
      </span>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={label}
        data={options.map((option) => ({ ...option }))}
        value={value ?? ''}
        onChange={(chosen) => onChange(chosen as Value)}
      />
    </div>
  );
}

/** Many choices in a list. */
function Choices<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <Select
      label={label}
      allowDeselect={false}
      data={options.map((option) => ({ ...option }))}
      value={value}
      onChange={(chosen) => (chosen ? onChange(chosen) : undefined)}
    />
  );
}
