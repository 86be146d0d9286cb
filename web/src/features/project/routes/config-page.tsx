import type { ReactNode } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { FactList } from '../../../components/data-display/fact-list.js';
import { PageSection } from '../../../components/layout/page-section.js';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import { useProject } from '../components/project-context.js';
import { KeptMetrics } from '../components/kept-metrics.js';
import { SentCosts } from '../components/sent-costs.js';
import classes from './config-page.module.css';

interface ConfigPageProps {
  /** Shows and switches the annotation configs of the project with this ID. */
  annotationConfigs: (projectId: string) => ReactNode;
  /** Shows and changes the retention policy of the project with this ID. */
  retention: (projectId: string) => ReactNode;
  /** Shows and changes which traces of the project with this ID are kept. */
  sampling: (projectId: string) => ReactNode;
  /** Shows and changes what is not stored of the spans of the project with this ID. */
  masking: (projectId: string) => ReactNode;
  /** Shows and changes who can see the project with this ID. */
  access: (projectId: string) => ReactNode;
}

/** The settings of a project. */
export function ConfigPage({
  annotationConfigs,
  retention,
  sampling,
  masking,
  access,
}: ConfigPageProps) {
  const { id, name } = useProject();
  return (
    <ScrollRegion label="Config" className={classes.scroller}>
      <div className={classes.page}>
        <PageSection title="Annotation configs">{annotationConfigs(id)}</PageSection>
        <PageSection title="Data retention">{retention(id)}</PageSection>
        <PageSection title="Sampling">{sampling(id)}</PageSection>
        <PageSection title="Masking">{masking(id)}</PageSection>
        <PageSection title="Costs">
          <SentCosts projectId={id} />
        </PageSection>
        <PageSection title="Metrics">
          <KeptMetrics projectId={id} />
        </PageSection>
        <PageSection title="Access">{access(id)}</PageSection>
        <PageSection title="Project">
          <FactList
            facts={[
              {
                label: 'Name',
                value: (
                  <>
                    <code>{name}</code>
                    <CopyButton value={name} label="name" />
                  </>
                ),
              },
              {
                label: 'ID',
                value: (
                  <>
                    <code>{id}</code>
                    <CopyButton value={id} label="ID" />
                  </>
                ),
              },
            ]}
          />
        </PageSection>
      </div>
    </ScrollRegion>
  );
}
