import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Split } from 'lucide-react';
import { NameChips } from '../../../components/data-display/name-chip.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { SpanKindIcon } from '../../../components/spans/span-kind.js';
import type { ExampleDetail } from '../api/example.js';
import type { ExampleRow } from '../api/examples-list.js';
import { AssignSplitsDialog } from './assign-splits-dialog.js';
import classes from './example-facts.module.css';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { useExamples } from './examples-context.js';

interface ExampleFactsProps {
  example: ExampleRow | ExampleDetail;
  detail: ExampleDetail | undefined;
  /** Called when its splits have changed. */
  onChanged: () => void;
}

/** The facts about an example besides its content. */
export function ExampleFacts({ example, detail, onChanged }: ExampleFactsProps) {
  const { canOnServer } = useViewer();
  const { canEdit, onChanged: onListChanged } = useExamples();
  const [isAssigning, assigning] = useDisclosure();
  const { datasetSplits, createdAt, revision } = example;
  return (
    <div className={classes.facts}>
      {datasetSplits.length > 0 ? <NameChips items={datasetSplits} limit={6} /> : null}
      {canEdit && canOnServer.write ? (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Split size={13} aria-hidden />}
          onClick={assigning.open}
        >
          {datasetSplits.length > 0 ? 'Splits…' : 'Assign to splits…'}
        </Button>
      ) : null}
      <span className={classes.fact}>
        Created <RelativeTime time={createdAt} />
      </span>
      {isLater(revision.createdAt, createdAt) ? (
        <span className={classes.fact}>
          Changed <RelativeTime time={revision.createdAt} />
        </span>
      ) : null}
      {detail?.span ? <SourceSpan span={detail.span} /> : null}
      <AssignSplitsDialog
        members={isAssigning ? [example] : undefined}
        onClose={assigning.close}
        onAssigned={() => {
          onListChanged();
          onChanged();
        }}
      />
    </div>
  );
}

/** An example and its first revision are stored one right after the other. */
function isLater(changed: string, created: string): boolean {
  return Date.parse(changed) - Date.parse(created) > 1000;
}

/** A link to the span from which the example was created. */
function SourceSpan({ span }: { span: NonNullable<ExampleDetail['span']> }) {
  return (
    <span className={classes.fact}>
      From{' '}
      <Link
        to="/projects/$projectId/traces/$traceId"
        params={{ projectId: span.project.id, traceId: span.context.traceId }}
        search={{ timeRangeKey: 'all', selectedSpanNodeId: span.id }}
        className={classes.span}
      >
        <SpanKindIcon kind={span.spanKind} size={14} />
        <span className={classes.name} dir="auto">
          {span.name || 'unnamed span'}
        </span>
      </Link>
    </span>
  );
}
