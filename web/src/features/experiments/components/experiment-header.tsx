import { Badge, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Columns2 } from 'lucide-react';
import { PayloadPreview } from '../../../components/payloads/payload-preview.js';
import { NameChips } from '../../../components/data-display/name-chip.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { listNodes } from '../../../lib/data/connections.js';
import { isObject, type Json } from '../../../lib/json/exact-json.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { formatAbsolute } from '../../../lib/time/time.js';
import type { ExperimentDetail } from '../api/experiment.js';
import { BaselineBadge } from './baseline-badge.js';
import classes from './experiment-header.module.css';
import { type ExperimentActions, ExperimentMenu } from './experiment-menu.js';

interface ExperimentHeaderProps {
  experiment: ExperimentDetail;
  /** The baseline of the dataset, if there is one. */
  baselineId: string | undefined;
  actions: ExperimentActions;
}

/** The name and origin of an experiment, and its actions. */
export function ExperimentHeader({ experiment, baselineId, actions }: ExperimentHeaderProps) {
  const { id, name, sequenceNumber, description, dataset, tags } = experiment;
  const compared = baselineId === undefined || baselineId === id ? [id] : [baselineId, id];
  return (
    <header className={classes.header}>
      <div className={classes.title}>
        <h1 dir="auto">
          <span className={classes.number}>#{sequenceNumber}</span> {name}
        </h1>
        {experiment.isBaseline ? <BaselineBadge /> : null}
        {tags.map((tag) => (
          <Badge key={tag.id} variant="default" radius="xl" tt="none" title={tag.description ?? ''}>
            {tag.name}
          </Badge>
        ))}
        <span className={classes.actions}>
          <Button
            variant="default"
            leftSection={<Columns2 size={15} aria-hidden />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/datasets/$datasetId/compare"
                params={{ datasetId: dataset.id }}
                search={{ experimentId: compared }}
              />
            )}
          >
            {compared.length > 1 ? 'Compare with baseline' : 'Compare'}
          </Button>
          <ExperimentMenu experiment={experiment} actions={actions} isOpen />
        </span>
      </div>
      {description ? (
        <p className={classes.description} dir="auto">
          {description}
        </p>
      ) : null}
      <Origin experiment={experiment} />
      <Metadata metadata={experiment.metadata as Json} />
    </header>
  );
}

function Metadata({ metadata }: { metadata: Json }) {
  if (!isObject(metadata) || Object.keys(metadata).length === 0) return null;
  return (
    <div className={classes.metadata}>
      <PayloadPreview value={metadata} />
    </div>
  );
}

function Origin({ experiment }: { experiment: ExperimentDetail }) {
  const { user, createdAt, dataset, datasetVersion, repetitions } = experiment;
  const splits = listNodes(experiment.datasetSplits);
  const { project, projectName } = experiment;
  return (
    <ul className={classes.origin}>
      <li>
        run <RelativeTime time={createdAt} />
        {user ? ` by ${user.username}` : ''}
      </li>
      <li>
        on{' '}
        <Link to="/datasets/$datasetId/experiments" params={{ datasetId: dataset.id }}>
          {dataset.name}
        </Link>
        <span
          title={[formatAbsolute(datasetVersion.createdAt), datasetVersion.description]
            .filter(Boolean)
            .join(': ')}
        >
          , version {datasetVersion.sequenceNumber}
        </span>
      </li>
      {splits.length > 0 ? (
        <li className={classes.splits}>
          splits <NameChips items={splits} limit={4} />
        </li>
      ) : null}
      <li>{formatPlural(repetitions, 'repetition')}</li>
      {project ? (
        <li>
          traces in{' '}
          <Link
            to="/projects/$projectId/traces"
            params={{ projectId: project.id }}
            search={{ timeRangeKey: 'all' }}
          >
            {project.name}
          </Link>
        </li>
      ) : null}
      {project === null && projectName !== null ? (
        <li>project {projectName} has been deleted</li>
      ) : null}
    </ul>
  );
}
