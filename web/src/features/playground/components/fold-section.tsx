import { UnstyledButton } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import classes from './fold-section.module.css';

interface FoldSectionProps {
  title: string;
  /** The content in a few words. */
  summary: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A part of a variant that is usually folded. Folded content is not rendered. */
export function FoldSection({ title, summary, isOpen, onToggle, children }: FoldSectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={onToggle}>
        <ChevronRight size={14} aria-hidden />
        <span className={classes.title} id={id}>
          {title}
        </span>
        <span className={classes.summary}>{summary}</span>
      </UnstyledButton>
      {isOpen ? <div className={classes.body}>{children}</div> : null}
    </section>
  );
}
