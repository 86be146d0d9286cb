import { Button } from '@mantine/core';
import { useRecalculations } from '../api/recalculations.js';
import classes from './running-note.module.css';
import { RecalculationProgress } from './recalculation-list.js';

/** The progress of the recalculations that run; nothing if there are none. */
export function RunningNote({ onOpen }: { onOpen: () => void }) {
  const { recalculations = [] } = useRecalculations();
  const running = recalculations.filter(({ status }) => status === 'RUNNING');
  const [first] = running;
  if (!first) return null;
  return (
    <div className={classes.note} role="status">
      <span className={classes.text}>
        Recalculating the costs of{' '}
        {running.length === 1 ? <b>{first.project.name}</b> : `${running.length} projects`}
      </span>
      {running.length === 1 ? <RecalculationProgress recalculation={first} /> : null}
      <Button variant="default" size="compact-sm" onClick={onOpen}>
        Show
      </Button>
    </div>
  );
}
