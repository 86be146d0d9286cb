import { Skeleton } from '@mantine/core';
import { ChartLine, Table2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { IconButton } from '../../../components/buttons/icon-button.js';
import type { Brush } from '../../../components/charts/brush.js';
import { ChartTable } from '../../../components/charts/chart-table.js';
import type { TimeAxis } from '../../../components/charts/time-axis.js';
import { TimeChart } from '../../../components/charts/time-chart.js';
import { formatCount, formatPlural } from '../../../lib/format/numbers.js';
import { buildScoreCharts, type ScorePoint } from '../score-series.js';
import classes from './score-charts.module.css';

interface ScoreChartsProps {
  axis: TimeAxis;
  /** One for each bin; undefined for a bin without evaluations. */
  points: readonly (ScorePoint | undefined)[];
  /** Opens what the bins from one to another show. */
  onOpen: (first: number, last: number) => void;
}

/** Charts of how an evaluator judged over time, with its evaluations in numbers. */
export function ScoreCharts({ axis, points, onOpen }: ScoreChartsProps) {
  const [brush, setBrush] = useState<Brush>();
  const [isTable, setIsTable] = useState(false);
  const charts = useMemo(() => buildScoreCharts(points), [points]);
  const sum = (read: (point: ScorePoint) => number) =>
    points.reduce((total, point) => total + (point ? read(point) : 0), 0);
  const failed = sum(({ errorCount }) => errorCount);
  return (
    <div className={classes.history}>
      <div className={classes.head}>
        <span>
          {formatPlural(
            sum(({ count }) => count),
            'evaluation',
          )}
          {failed > 0 ? `, and ${formatCount(failed)} failed` : ''}
        </span>
        {charts.length > 0 ? (
          <IconButton
            label={isTable ? 'Show scores as charts' : 'Show scores as tables'}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? <ChartLine size={15} /> : <Table2 size={15} />}
          </IconButton>
        ) : null}
      </div>
      <div className={classes.charts}>
        {charts.map(({ title, ...chart }) => (
          <section key={title} className={classes.card} aria-label={title}>
            <h3>{title}</h3>
            {isTable ? (
              <ChartTable label={title} axis={axis} {...chart} />
            ) : (
              <TimeChart
                label={title}
                axis={axis}
                {...chart}
                brush={brush}
                onBrush={setBrush}
                onZoom={onOpen}
                onOpen={(index) => onOpen(index, index)}
              />
            )}
          </section>
        ))}
      </div>
    </div>
  );
}

/** As tall as one row of charts. */
export function ScoresSkeleton() {
  return (
    <div aria-busy className={classes.charts}>
      <Skeleton height={262} />
    </div>
  );
}
