import { ArrowLeft, ArrowRight, Copy, Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.js';
import classes from './chart-grid.module.css';

/** A tool that gets the focus after a change. */
export type ChartTool = 'earlier' | 'later' | 'delete';

interface ChartToolsProps {
  title: string;
  isFirst: boolean;
  isLast: boolean;
  onEdit: () => void;
  /** Undefined if there cannot be more charts. */
  onCopy: (() => void) | undefined;
  onMove: (step: -1 | 1) => void;
  onDelete: () => void;
}

/** What can be done with a chart while its dashboard is edited. */
export function ChartTools(props: ChartToolsProps) {
  const { title, isFirst, isLast, onEdit, onCopy, onMove, onDelete } = props;
  return (
    <div className={classes.tools} role="group" aria-label={`Chart ${title}`}>
      <IconButton
        label={`Move ${title} earlier`}
        tool="earlier"
        onClick={isFirst ? undefined : () => onMove(-1)}
      >
        <ArrowLeft size={15} aria-hidden />
      </IconButton>
      <IconButton
        label={`Move ${title} later`}
        tool="later"
        onClick={isLast ? undefined : () => onMove(1)}
      >
        <ArrowRight size={15} aria-hidden />
      </IconButton>
      <span className={classes.spring} />
      <IconButton label={`Edit ${title}`} onClick={onEdit}>
        <Pencil size={15} aria-hidden />
      </IconButton>
      <IconButton label={`Duplicate ${title}`} onClick={onCopy}>
        <Copy size={15} aria-hidden />
      </IconButton>
      <IconButton label={`Delete ${title}`} tool="delete" onClick={onDelete}>
        <Trash2 size={15} aria-hidden />
      </IconButton>
    </div>
  );
}
