import { type ReactNode, useId } from 'react';
import classes from './profile-section.module.css';

interface SectionProps {
  title: string;
  /** Whether this section starts the page and names it. */
  isPage?: boolean;
  intro?: ReactNode;
  /** An action that concerns the whole section. */
  action?: ReactNode;
  children?: ReactNode;
}

/** A part of a page, with a heading. */
export function ProfileSection({ title, isPage = false, intro, action, children }: SectionProps) {
  const Title = isPage ? 'h1' : 'h2';
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <div className={classes.words}>
          <Title id={id} className={classes.title}>
            {title}
          </Title>
          {intro ? <p className={classes.intro}>{intro}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
