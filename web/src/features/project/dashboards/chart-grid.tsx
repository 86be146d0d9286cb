import { useEffect, useMemo, useRef } from 'react';
import type { DashboardChart } from '../api/dashboards.js';
import { Chart } from '../charts/chart.js';
import { defineDashboardChart } from './chart-data.js';
import { addChart, type DraftChart, moveChart, nameCopy } from './chart-draft.js';
import classes from './chart-grid.module.css';
import { ArrowLeft, ArrowRight, Copy, Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.js';

/** A chart of a dashboard. */
export function DashboardChartView({ chart }: { chart: DashboardChart }) {
  const definition = useMemo(() => defineDashboardChart(chart), [chart]);
  return <Chart chart={definition} />;
}

/** The charts of a dashboard. */
export function ChartGrid({ charts }: { charts: readonly DashboardChart[] }) {
  return (
    <div className={classes.grid}>
      {charts.map((chart, at) => (
        <div key={`${at} ${chart.title}`} className={classes.slot} data-width={chart.width}>
          <DashboardChartView chart={chart} />
        </div>
      ))}
    </div>
  );
}

interface EditedGridProps {
  charts: readonly DraftChart[];
  /** Whether there can be more charts. */
  canAdd: boolean;
  /** Whether the charts cannot be changed now. */
  isLocked: boolean;
  /** Returns a key for a new chart. */
  createKey: () => string;
  onChange: (charts: readonly DraftChart[]) => void;
  onEdit: (chart: DraftChart) => void;
}

/** The charts of a dashboard while it is edited. */
export function EditedGrid(props: EditedGridProps) {
  const { charts, canAdd, isLocked, createKey, onChange, onEdit } = props;
  const grid = useRef<HTMLDivElement>(null);
  /** The tool to focus once the charts have changed. */
  const wanted = useRef<{ at: number; tool: ChartTool }>(undefined);
  // A button that has moved with its chart, or went with it, loses the focus.
  useEffect(() => {
    if (!wanted.current) return;
    const { at, tool } = wanted.current;
    wanted.current = undefined;
    const last = charts.length - 1;
    const slot = grid.current?.children[Math.min(at, last)];
    slot?.querySelector<HTMLElement>(`[data-tool="${findTool(tool, at, last)}"]`)?.focus();
  }, [charts]);
  return (
    <div ref={grid} className={classes.grid} inert={isLocked}>
      {charts.map((one, at) => (
        <div key={one.key} className={classes.slot} data-width={one.chart.width}>
          <ChartTools
            title={one.chart.title}
            isFirst={at === 0}
            isLast={at === charts.length - 1}
            onEdit={() => onEdit(one)}
            onCopy={
              canAdd
                ? () => onChange(addChart(charts, copyOf(one.chart), createKey(), one.key))
                : undefined
            }
            onMove={(step) => {
              wanted.current = { at: at + step, tool: step === 1 ? 'later' : 'earlier' };
              onChange(moveChart(charts, one.key, step));
            }}
            onDelete={() => {
              wanted.current = { at, tool: 'delete' };
              onChange(charts.filter(({ key }) => key !== one.key));
            }}
          />
          <DashboardChartView chart={one.chart} />
        </div>
      ))}
    </div>
  );
}

/** Returns a tool, or the opposite one if the chart is already at that end. */
function findTool(tool: ChartTool, at: number, last: number): ChartTool {
  if (tool === 'earlier' && at === 0) return 'later';
  return tool === 'later' && at === last ? 'earlier' : tool;
}

function copyOf(chart: DashboardChart): DashboardChart {
  return { ...chart, title: nameCopy(chart.title) };
}

/** A tool that gets the focus after a change. */
type ChartTool = 'earlier' | 'later' | 'delete';

interface ChartToolsProps {
  title: string;
  isFirst: boolean;
  isLast: boolean;
  onEdit: () => void;
  /** Undefined if there cannot be more charts. */
  onCopy: (() => void) | undefined;
  onMove: (step: -1 | 1) => void;
  onDelete: () => void;
}

/** The actions for a chart while its dashboard is edited. */
function ChartTools(props: ChartToolsProps) {
  const { title, isFirst, isLast, onEdit, onCopy, onMove, onDelete } = props;
  return (
    <div className={classes.tools} role="group" aria-label={`Chart ${title}`}>
      <IconButton
        label={`Move ${title} earlier`}
        tool="earlier"
        onClick={isFirst ? undefined : () => onMove(-1)}
      >
        <ArrowLeft size={15} aria-hidden />
      </IconButton>
      <IconButton
        label={`Move ${title} later`}
        tool="later"
        onClick={isLast ? undefined : () => onMove(1)}
      >
        <ArrowRight size={15} aria-hidden />
      </IconButton>
      <span className={classes.spring} />
      <IconButton label={`Edit ${title}`} onClick={onEdit}>
        <Pencil size={15} aria-hidden />
      </IconButton>
      <IconButton label={`Duplicate ${title}`} onClick={onCopy}>
        <Copy size={15} aria-hidden />
      </IconButton>
      <IconButton label={`Delete ${title}`} tool="delete" onClick={onDelete}>
        <Trash2 size={15} aria-hidden />
      </IconButton>
    </div>
  );
}
