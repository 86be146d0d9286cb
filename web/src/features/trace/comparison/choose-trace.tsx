import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Duration } from '../../../components/data-display/duration.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { ComparableTracesQuery, type ComparedTrace } from '../api/trace-comparison.js';
import classes from './choose-trace.module.css';

const SHOWN = 50;

interface ChooseTraceProps {
  /** The sender’s ID of the first trace. */
  baseId: string;
  onChoose: (traceId: string) => void;
}

/** Chooses the trace with which another one is compared: from the newest ones, or by its ID. */
export function ChooseTrace({ baseId, onChoose }: ChooseTraceProps) {
  const variables = { traceId: baseId, first: SHOWN };
  const { data, error, reload } = useGraphqlQuery(ComparableTracesQuery, variables);
  const base = data?.getTraceByOtelId;
  if (error) return <ErrorState isPage error={error} onRetry={reload} />;
  if (!data) return <div className={classes.page} aria-busy />;
  if (!base) {
    return (
      <EmptyState isPage title="Trace not found">
        No trace has the ID {baseId}. It may have been deleted.
      </EmptyState>
    );
  }
  const others = base.project.traces.edges
    .map(({ node }) => node)
    .filter(({ id }) => id !== base.id);
  const name = base.rootSpan?.name;
  const isAlike = (trace: ComparedTrace) => trace.rootSpan?.name === name;
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>
        Compare <bdi>{name || base.traceId}</bdi> with another trace
      </h1>
      <IdForm onChoose={onChoose} />
      <TraceChoices
        title="Newest traces with this name"
        traces={others.filter(isAlike)}
        onChoose={onChoose}
      />
      <TraceChoices
        title="Other new traces"
        traces={others.filter((trace) => !isAlike(trace))}
        onChoose={onChoose}
      />
    </div>
  );
}

function IdForm({ onChoose }: Pick<ChooseTraceProps, 'onChoose'>) {
  const [id, setId] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (id.trim() !== '') onChoose(id.trim());
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label="Trace ID"
        description="Of any project"
        value={id}
        className={classes.field}
        onChange={(event) => setId(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={id.trim() === ''}>
        Compare
      </Button>
    </form>
  );
}

interface TraceChoicesProps extends Pick<ChooseTraceProps, 'onChoose'> {
  title: string;
  traces: readonly ComparedTrace[];
}

function TraceChoices({ title, traces, onChoose }: TraceChoicesProps) {
  if (traces.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.choices}>
        {traces.map((trace) => (
          <li key={trace.id}>
            <button
              type="button"
              className={classes.choice}
              onClick={() => onChoose(trace.traceId)}
            >
              <span className={classes.name} dir="auto">
                {trace.rootSpan?.name || trace.traceId}
              </span>
              {trace.errorCount > 0 ? <span className={classes.failed}>failed</span> : null}
              <Duration ms={trace.latencyMs} />
              <RelativeTime time={trace.startTime} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
