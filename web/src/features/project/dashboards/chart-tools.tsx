import { ArrowLeft, ArrowRight, Copy, Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.js';
import classes from './chart-grid.module.css';

interface ChartToolsProps {
  title: string;
  isFirst: boolean;
  isLast: boolean;
  onEdit: () => void;
  onCopy: () => void;
  onMove: (step: -1 | 1) => void;
  onDelete: () => void;
}

/** What can be done with a chart while its dashboard is edited. */
export function ChartTools(props: ChartToolsProps) {
  const { title, isFirst, isLast, onEdit, onCopy, onMove, onDelete } = props;
  return (
    <div className={classes.tools} role="toolbar" aria-label={`Chart ${title}`}>
      <IconButton label={`Move ${title} earlier`} onClick={isFirst ? undefined : () => onMove(-1)}>
        <ArrowLeft size={15} aria-hidden />
      </IconButton>
      <IconButton label={`Move ${title} later`} onClick={isLast ? undefined : () => onMove(1)}>
        <ArrowRight size={15} aria-hidden />
      </IconButton>
      <span className={classes.spring} />
      <IconButton label={`Edit ${title}`} onClick={onEdit}>
        <Pencil size={15} aria-hidden />
      </IconButton>
      <IconButton label={`Duplicate ${title}`} onClick={onCopy}>
        <Copy size={15} aria-hidden />
      </IconButton>
      <IconButton label={`Delete ${title}`} onClick={onDelete}>
        <Trash2 size={15} aria-hidden />
      </IconButton>
    </div>
  );
}
