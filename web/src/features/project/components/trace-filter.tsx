import { CloseButton } from '@mantine/core';
import classes from './trace-filter.module.css';

interface TraceFilterProps {
  condition: string;
  onRemove: () => void;
}

/** The condition on the traces of listed spans, such as that of the charts they were opened from. */
export function TraceFilter({ condition, onRemove }: TraceFilterProps) {
  return (
    <span className={classes.chip} title={condition}>
      in traces with <code>{condition}</code>
      <CloseButton size="sm" aria-label="Remove the condition on traces" onClick={onRemove} />
    </span>
  );
}
