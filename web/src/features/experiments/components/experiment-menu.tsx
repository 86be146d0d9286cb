import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  Download,
  Ellipsis,
  Flag,
  FlagOff,
  FlaskConical,
  ListTree,
  Pencil,
  Trash2,
} from 'lucide-react';
import { CopyItem } from '../../../components/buttons/copy-item.js';
import { DownloadItem } from '../../../components/buttons/download-item.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { ExperimentJob } from '../api/experiment-job.js';
import { JobItem } from './job-item.js';

/** The download formats for the runs of an experiment. */
const FORMATS = [
  { format: 'csv', label: 'CSV' },
  { format: 'json', label: 'JSON' },
] as const;

/** The fields of an experiment that its menu uses. */
export interface ExperimentInMenu {
  id: string;
  name: string;
  description: string | null;
  sequenceNumber: number;
  isBaseline: boolean;
  runCount: number;
  errorRunCount: number;
  /** Null unless the server runs it. */
  job: Pick<ExperimentJob, 'status' | 'stopReason'> | null;
  dataset: { id: string };
  project: { id: string; name: string } | null;
}

/** The changes that the menu offers. */
export interface ExperimentActions {
  onEdit: (experiment: ExperimentInMenu) => void;
  onBaseline: (experiment: ExperimentInMenu) => void;
  onDelete: (experiments: readonly ExperimentInMenu[]) => void;
}

interface ExperimentMenuProps {
  experiment: ExperimentInMenu;
  actions: ExperimentActions;
  /** Absent on the experiment’s own page. */
  isOpen?: boolean;
}

/** The actions for an experiment. Viewers can open, copy and download it. */
export function ExperimentMenu({ experiment, actions, isOpen = false }: ExperimentMenuProps) {
  const { can } = useViewer();
  const { id, name, dataset, project } = experiment;
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isOpen ? null : (
          <Menu.Item
            leftSection={<FlaskConical size={14} aria-hidden />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/datasets/$datasetId/experiments/$experimentId"
                params={{ datasetId: dataset.id, experimentId: id }}
              />
            )}
          >
            Open
          </Menu.Item>
        )}
        {project ? (
          <Menu.Item
            leftSection={<ListTree size={14} aria-hidden />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/projects/$projectId/traces"
                params={{ projectId: project.id }}
                search={{ timeRangeKey: 'all' }}
              />
            )}
          >
            Traces
          </Menu.Item>
        ) : null}
        <CopyItem what="ID" text={id} />
        <Downloads experiment={experiment} />
        {can.write ? <Changes experiment={experiment} actions={actions} isOpen={isOpen} /> : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function Downloads({ experiment }: { experiment: ExperimentInMenu }) {
  const { id, runCount } = experiment;
  return FORMATS.map(({ format, label }) =>
    // The server has no file for an experiment without runs.
    runCount === 0 ? (
      <Menu.Item key={format} disabled leftSection={<Download size={14} aria-hidden />}>
        Download {label}
      </Menu.Item>
    ) : (
      <DownloadItem
        key={format}
        path={`v1/experiments/${encodeURIComponent(id)}/${format}`}
        icon={<Download size={14} aria-hidden />}
      >
        Download {label}
      </DownloadItem>
    ),
  );
}

function Changes({ experiment, actions, isOpen }: ExperimentMenuProps) {
  const BaselineIcon = experiment.isBaseline ? FlagOff : Flag;
  return (
    <>
      <Menu.Divider />
      {experiment.job && !isOpen ? <JobItem experiment={experiment} job={experiment.job} /> : null}
      <Menu.Item
        leftSection={<BaselineIcon size={14} aria-hidden />}
        onClick={() => actions.onBaseline(experiment)}
      >
        {experiment.isBaseline ? 'Remove as baseline' : 'Set as baseline'}
      </Menu.Item>
      <Menu.Item
        leftSection={<Pencil size={14} aria-hidden />}
        onClick={() => actions.onEdit(experiment)}
      >
        Edit…
      </Menu.Item>
      <Menu.Item
        leftSection={<Trash2 size={14} aria-hidden />}
        onClick={() => actions.onDelete([experiment])}
      >
        Delete…
      </Menu.Item>
    </>
  );
}
