import type { ReactNode } from 'react';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import page from '../../../components/layout/list-page.module.css';
import classes from './reading-page.module.css';

interface ReadingPageProps {
  title: string;
  intro: ReactNode;
  children: ReactNode;
}

/** A settings section that is read from top to bottom. */
export function ReadingPage({ title, intro, children }: ReadingPageProps) {
  return (
    <ScrollRegion label={title} className={classes.scroller}>
      <div className={page.heading}>
        <h1>{title}</h1>
        <p>{intro}</p>
      </div>
      <div className={classes.content}>{children}</div>
    </ScrollRegion>
  );
}
