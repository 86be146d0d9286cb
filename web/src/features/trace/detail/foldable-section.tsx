import { UnstyledButton } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { formatExact } from '../../../lib/format/numbers.js';
import { useFolding } from './folding.js';
import classes from './foldable-section.module.css';

interface SectionProps {
  title: string;
  /** The number of items inside. */
  count?: number;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  /** Whether the section starts folded, because it is for looking things up. */
  folded?: boolean;
  children: ReactNode;
}

/** A titled part of the span detail that can be folded. Folded content is not rendered. */
export function FoldableSection({ title, count, actions, folded = false, children }: SectionProps) {
  const [open, setOpen] = useFolding(!folded);
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h4 className={classes.title} id={id}>
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <ChevronRight size={14} aria-hidden />
            {title}
            {count === undefined ? null : (
              <span className={`${classes.count} numeric`}>{formatExact(count)}</span>
            )}
          </UnstyledButton>
        </h4>
        <div className={classes.actions}>{actions}</div>
      </div>
      {open ? <div className={classes.body}>{children}</div> : null}
    </section>
  );
}
