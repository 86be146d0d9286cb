import { useInViewport } from '@mantine/hooks';
import { useMemo } from 'react';
import { BarList } from '../../../components/charts/bar-list.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { ChartCard, ChartSkeleton, EmptyChart, FailedChart } from './chart-card.js';
import classes from './chart-card.module.css';
import { ListLink } from './list-link.js';
import { useMetrics } from './metrics-context.js';
import { readProject } from './series-chart.js';
import type { ProjectAnswer, RankingDefinition } from './series-definition.js';

/** The largest groups of something, which is loaded when it is scrolled to. */
export function Ranking<Answer extends ProjectAnswer, Variables>({
  ranking,
}: {
  ranking: RankingDefinition<Answer, Variables>;
}) {
  const { projectId: id, filter = null, period } = useMetrics();
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const { timeRange } = period;
  const answer = useGraphqlQuery(
    ranking.document,
    ranking.toVariables({ id, timeRange, traceFilterCondition: filter }),
    { enabled: inViewport, keepPrevious: true },
  );
  const project = readProject(answer.data);
  const items = useMemo(() => project && ranking.read(project), [project, ranking]);
  return (
    <ChartCard
      title={ranking.title}
      note={(project && ranking.readNote?.(project)) ?? ranking.note}
      priced={project && ranking.readPriced?.(project)}
      target={ranking.target}
    >
      <div ref={ref} className={answer.isPrevious ? classes.previous : undefined}>
        {items?.length === 0 ? <EmptyChart>{ranking.empty}</EmptyChart> : null}
        {items && items.length > 0 ? (
          <BarList
            label={ranking.title}
            items={items.map(({ target, ...item }) => ({
              ...item,
              renderLink: (content, className) => (
                <ListLink target={target} className={className}>
                  {content}
                </ListLink>
              ),
            }))}
          />
        ) : null}
        {items ? null : answer.error ? (
          <FailedChart error={answer.error} onRetry={answer.reload} />
        ) : (
          <ChartSkeleton />
        )}
      </div>
    </ChartCard>
  );
}
