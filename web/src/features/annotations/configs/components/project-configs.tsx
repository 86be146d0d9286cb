import { Button } from '@mantine/core';
import { Plus, Tags } from 'lucide-react';
import { useMemo, useState } from 'react';
import { DataTable } from '../../../../components/data-table/data-table.js';
import { useColumnLayout } from '../../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../../components/feedback/error-state.js';
import { useViewer } from '../../../../lib/viewer/viewer.js';
import { type AnnotationConfig, type ConfigRow, useAllConfigs } from '../api/annotation-configs.js';
import { buildSwitchColumns } from './config-columns.js';
import { ConfigDialog } from './config-dialog.js';
import classes from './project-configs.module.css';
import { useProjectSwitches } from './use-project-switches.js';

/** A table that switches which configs annotators see in a project. Can also create one. */
export function ProjectConfigs({ projectId }: { projectId: string }) {
  const { can, canOnServer } = useViewer();
  const list = useAllConfigs();
  const { isReady, isOn, onSwitch, ...switches } = useProjectSwitches(projectId);
  const [edited, setEdited] = useState<ConfigRow | 'new'>();

  const columns = useMemo(
    () =>
      buildSwitchColumns(
        {
          isOn,
          onSwitch: can.write ? (config, next) => void onSwitch(config, next) : undefined,
        },
        canOnServer.write ? { onEdit: setEdited } : undefined,
      ),
    [can.write, canOnServer.write, isOn, onSwitch],
  );
  const layout = useColumnLayout('project.annotations', columns);
  const onSaved = (config: AnnotationConfig) => {
    if (edited === 'new') void onSwitch(config, true);
    list.reread();
  };
  const error = list.error ?? switches.error;

  return (
    <>
      <div className={classes.head}>
        <p>
          Annotators see the configs that are switched on. Changes to a config itself affect all
          projects that use it.
        </p>
        {canOnServer.write ? (
          <Button
            variant="default"
            leftSection={<Plus size={15} aria-hidden />}
            onClick={() => setEdited('new')}
          >
            New config
          </Button>
        ) : null}
      </div>
      <div className={classes.table}>
        {error ? (
          <ErrorState
            error={error}
            onRetry={() => {
              list.reload();
              switches.reload();
            }}
          />
        ) : (
          <DataTable
            label="Annotation configs of this project"
            layout={layout}
            rows={isReady ? list.rows : []}
            isLoading={!isReady || list.status === 'loading'}
            empty={
              <EmptyState icon={Tags} title="No annotation configs yet">
                {canOnServer.write
                  ? 'Create one for each thing that people should judge, such as correctness with the labels “right” and “wrong”.'
                  : 'A member can create one for each thing that people should judge.'}
              </EmptyState>
            }
          />
        )}
      </div>
      <ConfigDialog config={edited} onClose={() => setEdited(undefined)} onSaved={onSaved} />
    </>
  );
}
