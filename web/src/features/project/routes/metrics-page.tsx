import { Anchor } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import { useTimeRange } from '../../../lib/time/use-time-range.js';
import { useProject } from '../components/project-context.js';
import { ChartSection } from '../charts/chart.js';
import { ChartsFrame } from '../charts/charts-frame.js';
import { AnnotationSection } from '../metrics/annotation-history.js';
import { PROJECT_METRICS } from '../metrics/project-metrics.js';
import classes from './metrics-page.module.css';
import { Toolbar } from '../../../components/layout/page.js';
import { useState } from 'react';
import { ConditionField } from '../../../components/filters/condition-field.js';
import { useConditionCheck, useFilterVocabulary } from '../api/conditions.js';
import { completeTerms } from '../query-bar/complete-terms.js';
import { findBar } from '../query-bar/query.js';

const route = getRouteApi('/projects/$projectId/metrics');

/** The charts of a project. */
export function MetricsPage() {
  const { id } = useProject();
  const search = route.useSearch();
  const { filter } = search;
  const range = useTimeRange(search);
  const navigate = useNavigate();
  return (
    <>
      <Toolbar>
        <MetricsFilter
          projectId={id}
          filter={filter}
          onApply={(next) =>
            void navigate({ to: '.', search: (now) => ({ ...now, filter: next }), replace: true })
          }
        />
        <Anchor component={Link} to={`/projects/${id}/coding-agents`} inherit>
          Coding agents
        </Anchor>
      </Toolbar>
      <ChartsFrame range={range} filter={filter}>
        <ScrollRegion label="Metrics" className={classes.scroller}>
          {PROJECT_METRICS.map((section) => (
            <ChartSection key={section.title} {...section} />
          ))}
          <AnnotationSection />
        </ScrollRegion>
      </ChartsFrame>
    </>
  );
}

interface MetricsFilterProps {
  projectId: string;
  /** The applied condition. */
  filter: string | undefined;
  onApply: (filter: string | undefined) => void;
}

/** The condition on traces that all charts follow. */
function MetricsFilter({ projectId, filter = '', onApply }: MetricsFilterProps) {
  const check = useConditionCheck(projectId, 'traces');
  const [isUsed, setIsUsed] = useState(false);
  const terms = useFilterVocabulary(projectId, 'traces', isUsed);
  return (
    <ConditionField
      label="Filter all charts by traces"
      placeholder="A condition on traces, such as metadata['env'] == 'prod'"
      value={filter}
      isCovered={false}
      check={check}
      complete={(text, cursor, recent) =>
        // Charts have no search for words.
        completeTerms(text, cursor, { tab: 'traces', terms, recent }).filter(
          ({ insert }) => findBar(insert) === -1,
        )
      }
      historyKey={`project.${projectId}.metrics.conditions`}
      onApply={(typed) => onApply(typed.trim() || undefined)}
      onFocus={() => setIsUsed(true)}
    />
  );
}
