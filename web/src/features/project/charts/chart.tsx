import { BarList } from '../../../components/charts/bar-list.js';
import { PageSection } from '../../../components/layout/page-section.js';
import classes from './chart.module.css';
import { ChartCard, ListLink } from './chart-card.js';
import type { ChartDefinition, NumberDefinition, RankingDefinition } from './chart-definition.js';
import { SeriesChart } from './series-chart.js';

/** Charts under a title. */
export interface ChartGroup {
  title: string;
  charts: readonly ChartDefinition[];
}

/** Charts under a title, side by side where there is room. */
export function ChartSection({ title, charts }: ChartGroup) {
  return (
    <PageSection title={title}>
      <Charts charts={charts} />
    </PageSection>
  );
}

/** Charts side by side where there is room. */
export function Charts({ charts }: Pick<ChartGroup, 'charts'>) {
  return (
    <div className={classes.charts}>
      {charts.map((chart) => (
        <Chart key={`${chart.title} ${chart.note ?? ''}`} chart={chart} />
      ))}
    </div>
  );
}

/** A chart of any kind. */
export function Chart({ chart }: { chart: ChartDefinition }) {
  switch (chart.kind) {
    case 'ranking':
      return <Ranking chart={chart} />;
    case 'number':
      return <NumberChart chart={chart} />;
    default:
      return <SeriesChart chart={chart} />;
  }
}

/** The largest groups of something. */
function Ranking({ chart }: { chart: RankingDefinition }) {
  return (
    <ChartCard chart={chart} isEmpty={({ items }) => items.length === 0}>
      {({ items }) => (
        <BarList
          label={chart.title}
          items={items.map(({ target, ...item }) => ({
            ...item,
            renderLink: (content, className) => (
              <ListLink target={target} className={className}>
                {content}
              </ListLink>
            ),
          }))}
        />
      )}
    </ChartCard>
  );
}

/** One number for the whole range. */
function NumberChart({ chart }: { chart: NumberDefinition }) {
  const { format, description } = chart;
  return (
    <ChartCard chart={chart} isEmpty={({ value }) => value === undefined}>
      {({ value = 0 }) => (
        <p className={classes.number}>
          <span title={format.exact(value)}>{format.short(value)}</span>
          <small>{description}</small>
        </p>
      )}
    </ChartCard>
  );
}
