import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { SearchX } from 'lucide-react';
import { useCallback } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { type Crumb, useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import { TraceComparisonQuery } from '../api/trace-comparison.js';
import { ChooseTrace } from '../comparison/choose-trace.js';
import { ComparisonView } from '../comparison/comparison-view.js';
import type { TraceComparisonSearch } from '../search.js';

const route = getRouteApi('/compare-traces');

/** Two traces side by side, or the choice of the second one. */
export function CompareTracesPage() {
  const { base, other } = route.useSearch();
  const navigate = useNavigate();
  if (base === undefined) return <NothingHere />;
  if (other === undefined) {
    return (
      <Choice
        baseId={base}
        onChoose={(traceId) =>
          void navigate({ to: '/compare-traces', search: { base, other: traceId } })
        }
      />
    );
  }
  return <Comparison key={`${base} ${other}`} base={base} other={other} />;
}

function Choice(props: Parameters<typeof ChooseTrace>[0]) {
  useBreadcrumbs([{ label: 'Projects', link: { to: '/projects' } }, { label: 'Compare traces' }]);
  return <ChooseTrace {...props} />;
}

function Comparison({ base, other }: { base: string; other: string }) {
  const { span, differing } = route.useSearch();
  const navigate = useNavigate();
  const { data, error, reload } = useGraphqlQuery(TraceComparisonQuery, { base, other });
  const comparison = data?.compareTraces;
  const project = comparison?.base.project;
  const ofProject: Crumb[] = project
    ? [
        {
          label: project.name,
          link: { to: '/projects/$projectId/traces', params: { projectId: project.id } },
        },
      ]
    : [];
  useBreadcrumbs([
    { label: 'Projects', link: { to: '/projects' } },
    ...ofProject,
    { label: 'Compare traces' },
  ]);
  const change = useCallback(
    (part: Partial<TraceComparisonSearch>) =>
      void navigate({
        to: '/compare-traces',
        search: (now) => ({ ...now, ...part }),
        replace: true,
      }),
    [navigate],
  );
  if (error && isNotFound(error)) return <NothingHere />;
  if (error && !comparison) return <ErrorState isPage error={error} onRetry={reload} />;
  if (!comparison) return <div aria-busy />;
  return (
    <ComparisonView
      comparison={comparison}
      spanId={span}
      onSelect={(id) => change({ span: id })}
      isDiffering={differing ?? false}
      onDifferingChange={(isDiffering) => change({ differing: isDiffering ? true : undefined })}
      onSwap={() => change({ base: other, other: base })}
    />
  );
}

function NothingHere() {
  useBreadcrumbs([{ label: 'Projects', link: { to: '/projects' } }, { label: 'Compare traces' }]);
  return (
    <EmptyState
      isPage
      icon={SearchX}
      title="Trace not found"
      action={
        <Button variant="default" renderRoot={(root) => <Link {...root} to="/projects" />}>
          All projects
        </Button>
      }
    >
      One of the two traces has been deleted, or the link is incomplete. Select two traces in the
      list of a project, and choose Compare.
    </EmptyState>
  );
}
