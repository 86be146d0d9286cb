import { UnstyledButton } from '@mantine/core';
import type { ChartSeries } from './chart-series.js';
import classes from './time-chart.module.css';

interface ChartLegendProps {
  series: readonly ChartSeries[];
  /** Those that are drawn. */
  shown: readonly ChartSeries[];
  /** Returns the value of a series in the chosen bins. */
  textOf: (series: ChartSeries) => string;
  onToggle: (key: string) => void;
}

/** The series of a chart with their values. If there are several, a click hides or shows one. */
export function ChartLegend({ series, shown, textOf, onToggle }: ChartLegendProps) {
  return (
    <ul className={classes.legend} aria-label="Series">
      {series.map((one) => {
        const isShown = shown.includes(one);
        const content = (
          <>
            <svg viewBox="0 0 10 10" aria-hidden>
              <rect width="10" height="10" rx="2" style={{ fill: one.color }} />
            </svg>
            <span className={classes.name} dir="auto">
              {one.label}
            </span>
            {isShown ? <span className={classes.value}>{textOf(one)}</span> : null}
          </>
        );
        return (
          <li key={one.key}>
            {series.length > 1 ? (
              <UnstyledButton
                className={classes.entry}
                aria-pressed={isShown}
                title={isShown ? `Hide ${one.label}` : `Show ${one.label}`}
                onClick={() => onToggle(one.key)}
              >
                {content}
              </UnstyledButton>
            ) : (
              <span className={classes.entry}>{content}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
