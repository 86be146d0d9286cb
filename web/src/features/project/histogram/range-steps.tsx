import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.js';
import type { RangeStep } from '../../../lib/time/range-steps.js';
import classes from './histogram.module.css';

const STEPS = [
  { step: 'earlier', label: 'Earlier', Icon: ChevronLeft },
  { step: 'later', label: 'Later', Icon: ChevronRight },
  { step: 'in', label: 'Zoom in', Icon: ZoomIn },
  { step: 'out', label: 'Zoom out', Icon: ZoomOut },
] as const;

/** Buttons that move the time range, or make it shorter or longer. */
export function RangeSteps({ onStep }: { onStep: (step: RangeStep) => void }) {
  return (
    <div role="group" aria-label="Move the time range" className={classes.steps}>
      {STEPS.map(({ step, label, Icon }) => (
        <IconButton key={step} label={label} onClick={() => onStep(step)}>
          <Icon size={16} aria-hidden />
        </IconButton>
      ))}
    </div>
  );
}
