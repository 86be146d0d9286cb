import type { ReactNode } from 'react';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import classes from './reading-page.module.css';
import { PageHeading } from '../../../components/layout/page.js';

interface ReadingPageProps {
  title: string;
  intro: ReactNode;
  children: ReactNode;
}

/** A settings section that is read from top to bottom. */
export function ReadingPage({ title, intro, children }: ReadingPageProps) {
  return (
    <ScrollRegion label={title} className={classes.scroller}>
      <PageHeading title={title}>{intro}</PageHeading>
      <div className={classes.content}>{children}</div>
    </ScrollRegion>
  );
}
