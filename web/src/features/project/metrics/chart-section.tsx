import type { ReactNode } from 'react';
import { PageSection } from '../../../components/layout/page-section.js';
import classes from './chart-section.module.css';

/** Charts under a title, side by side where there is room. */
export function ChartSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <PageSection title={title}>
      <div className={classes.charts}>{children}</div>
    </PageSection>
  );
}
