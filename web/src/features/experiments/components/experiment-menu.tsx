import { Menu } from '@mantine/core';
import { Download, Flag, FlagOff, FlaskConical, ListTree, Pencil, Trash2 } from 'lucide-react';
import { CopyItem } from '../../../components/buttons/copy-item.js';
import { DownloadItem } from '../../../components/buttons/download-item.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { ExperimentJob } from '../api/experiment-job.js';
import { JobItem } from './job-item.js';
import { ActionItem, ActionLink, ActionsMenu } from '../../../components/buttons/actions-menu.js';

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
    <ActionsMenu name={name} width={210}>
      {isOpen ? null : (
        <ActionLink
          icon={FlaskConical}
          to="/datasets/$datasetId/experiments/$experimentId"
          params={{ datasetId: dataset.id, experimentId: id }}
        >
          Open
        </ActionLink>
      )}
      {project ? (
        <ActionLink
          icon={ListTree}
          to="/projects/$projectId/traces"
          params={{ projectId: project.id }}
          search={{ timeRangeKey: 'all' }}
        >
          Traces
        </ActionLink>
      ) : null}
      <CopyItem what="ID" text={id} />
      <Downloads experiment={experiment} />
      {can.write ? <Changes experiment={experiment} actions={actions} isOpen={isOpen} /> : null}
    </ActionsMenu>
  );
}

function Downloads({ experiment }: { experiment: ExperimentInMenu }) {
  const { id, runCount } = experiment;
  return FORMATS.map(({ format, label }) =>
    // The server has no file for an experiment without runs.
    runCount === 0 ? (
      <ActionItem icon={Download} key={format} disabled>
        Download {label}
      </ActionItem>
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
      <ActionItem icon={BaselineIcon} onClick={() => actions.onBaseline(experiment)}>
        {experiment.isBaseline ? 'Remove as baseline' : 'Set as baseline'}
      </ActionItem>
      <ActionItem icon={Pencil} onClick={() => actions.onEdit(experiment)}>
        Edit…
      </ActionItem>
      <ActionItem icon={Trash2} onClick={() => actions.onDelete([experiment])}>
        Delete…
      </ActionItem>
    </>
  );
}
