import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useMetricAttributes } from '../../../components/metrics/use-sent-metrics.js';
import { useFilterVocabulary } from '../api/conditions.js';
import type { DashboardChart } from '../api/dashboards.js';
import { useProject } from '../components/project-context.js';
import { EmptyChart } from '../charts/chart-card.js';
import classes from './chart-editor.module.css';
import { ChartCondition } from './chart-condition.js';
import {
  changeChart,
  describeChart,
  ENTITIES,
  findList,
  findMissingPart,
  isAdditive,
  KINDS,
  WIDTHS,
} from './chart-options.js';
import { Choice, GroupFields, MeasureFields } from './chart-fields.js';
import { ChartMetric } from './chart-metric.js';
import { DashboardChartView } from './chart-grid.js';
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
        {isMetric ? (
          <ChartMetric chart={chart} onChange={change} />
        ) : (
          <MeasureFields
            chart={chart}
            annotations={listAnnotations(terms, chart.entity)}
            onChange={change}
          />
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
          <GroupFields
            chart={chart}
            attributes={isMetric ? [...ofMetric] : listAttributes(terms)}
            onChange={change}
          />
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

/** The chart as it will be, once typing pauses. */
function Preview({ chart }: { chart: DashboardChart }) {
  // As text, because each rendering has another object.
  const [text] = useDebouncedValue(JSON.stringify(chart), PAUSE_MS);
  const shown = useMemo(() => JSON.parse(text) as DashboardChart, [text]);
  return <DashboardChartView key={shown.kind} chart={shown} />;
}
