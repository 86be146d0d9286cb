import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Code } from 'lucide-react';
import { createLazyDialog } from '../../../components/dialogs/lazy-dialog.js';
import { NameChips } from '../../../components/data-display/name-chip.js';
import classes from '../../../components/layout/page-header.module.css';
import { ProjectLink } from '../../../components/projects/project-link.js';
import type { DatasetFrame } from '../api/dataset-frame.js';
import type { CodeDialogProps } from './dataset-code-dialog.js';
import { type DatasetActions, DatasetMenu } from './dataset-menu.js';
import { DownloadMenu } from './download-menu.js';

const codeDialog = createLazyDialog<CodeDialogProps>(
  () => import('./dataset-code-dialog.js').then(({ DatasetCodeDialog }) => DatasetCodeDialog),
  ({ opened }) => opened,
);

interface DatasetHeaderProps {
  dataset: DatasetFrame;
  /** The selected version; absent for the newest. */
  version: string | undefined;
  actions: DatasetActions;
}

/** The name of a dataset, and the actions for the whole dataset. */
export function DatasetHeader({ dataset, version, actions }: DatasetHeaderProps) {
  const [showsCode, code] = useDisclosure();
  const { id, name, description, labels } = dataset;
  return (
    <div className={classes.header}>
      <div className={classes.texts}>
        <div className={classes.line}>
          <h1 className={classes.name} title={name} dir="auto">
            {name}
          </h1>
          <NameChips items={labels} limit={4} />
          <ProjectLink project={dataset.project} />
        </div>
        {description ? (
          <p className={classes.description} title={description} dir="auto">
            {description}
          </p>
        ) : null}
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          leftSection={<Code size={15} aria-hidden />}
          onPointerEnter={codeDialog.preload}
          onFocus={codeDialog.preload}
          onClick={code.open}
        >
          Use in code
        </Button>
        <DownloadMenu datasetId={id} version={version} />
        <DatasetMenu dataset={dataset} actions={actions} />
      </div>
      <codeDialog.Dialog dataset={{ id, name, version }} opened={showsCode} onClose={code.close} />
    </div>
  );
}
