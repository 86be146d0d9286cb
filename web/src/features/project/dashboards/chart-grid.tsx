import { useEffect, useRef, useState } from 'react';
import type { DashboardChart } from '../api/dashboards.js';
import { addChart, type DraftChart, moveChart } from './chart-draft.js';
import classes from './chart-grid.module.css';
import { ChartTools } from './chart-tools.js';
import { DashboardChartView } from './dashboard-chart.js';

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
  /** Returns a key for a new chart. */
  createKey: () => string;
  onChange: (charts: readonly DraftChart[]) => void;
  onEdit: (chart: DraftChart) => void;
}

/** The charts of a dashboard while it is edited. */
export function EditedGrid({ charts, createKey, onChange, onEdit }: EditedGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState<{ key: string; step: -1 | 1 }>();
  // A button that has moved with its chart loses the focus.
  useEffect(() => {
    if (!moved) return;
    const at = charts.findIndex(({ key }) => key === moved.key);
    const buttons =
      grid.current?.children[at]?.querySelectorAll<HTMLElement>('button:not(:disabled)');
    buttons?.[moved.step === 1 && at > 0 && at < charts.length - 1 ? 1 : 0]?.focus();
  }, [moved, charts]);
  return (
    <div ref={grid} className={classes.grid}>
      {charts.map((one, at) => (
        <div key={one.key} className={classes.slot} data-width={one.chart.width}>
          <ChartTools
            title={one.chart.title}
            isFirst={at === 0}
            isLast={at === charts.length - 1}
            onEdit={() => onEdit(one)}
            onCopy={() => onChange(addChart(charts, copyOf(one.chart), createKey(), one.key))}
            onMove={(step) => {
              onChange(moveChart(charts, one.key, step));
              setMoved({ key: one.key, step });
            }}
            onDelete={() => onChange(charts.filter(({ key }) => key !== one.key))}
          />
          <DashboardChartView chart={one.chart} />
        </div>
      ))}
    </div>
  );
}

function copyOf(chart: DashboardChart): DashboardChart {
  return { ...chart, title: `${chart.title} (copy)`.slice(0, 200) };
}
