import { Tabs } from '@mantine/core';
import { useRef, useState } from 'react';
import { type Framework, writeKey, writeProgram } from '../../../../../snippets/framework.js';
import { FRAMEWORKS } from '../../../../../snippets/frameworks.js';
import { CodeBlock } from '../../../components/code/code-tabs.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import guide from '../../../components/layout/guide-page.module.css';
import { serverAddress } from '../../../lib/page/base-url.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import classes from './framework-gallery.module.css';

interface FrameworkGalleryProps {
  projectName: string;
  /** The level of the headings of the steps. */
  heading: 'h2' | 'h3';
}

/** The frameworks that can send traces. Choosing one shows its code. */
export function FrameworkGallery({ projectName, heading }: FrameworkGalleryProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = FRAMEWORKS.filter((framework) => matches(framework, search));
  const active = shown.find(({ id }) => id === chosen) ?? shown[0];
  const steps = useRef<HTMLDivElement>(null);
  // The code is below all tiles, where it could change unseen.
  const showSteps = () =>
    requestAnimationFrame(() => steps.current?.scrollIntoView({ block: 'nearest' }));
  return (
    <>
      <div className={classes.search}>
        <FilterField
          label="Search frameworks"
          placeholder="Search by framework or language"
          value={search}
          isInstant
          onApply={setSearch}
        />
      </div>
      {active ? (
        <Tabs value={active.id} onChange={setChosen} variant="unstyled" keepMounted={false}>
          <Tabs.List className={classes.grid} aria-label="Frameworks">
            {shown.map(({ id, title, language }) => (
              <Tabs.Tab
                key={id}
                value={id}
                className={classes.tile}
                onClick={showSteps}
                classNames={{ tabLabel: classes.label }}
              >
                <span className={classes.title}>{title} </span>
                <span className={classes.language}>{language}</span>
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel ref={steps} value={active.id}>
            <Steps framework={active} projectName={projectName} heading={heading} />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <output className={classes.none}>
          No framework matches “{search}”. Choose “OpenTelemetry”: any program that can export its
          spans over OTLP can send traces.
        </output>
      )}
    </>
  );
}

interface StepsProps extends FrameworkGalleryProps {
  framework: Framework;
}

/** The steps to install, configure and run one framework. */
function Steps({ framework, projectName, heading: Heading }: StepsProps) {
  const needsKey = pageConfig.authenticationEnabled;
  const { title, language, install, run } = framework;
  const target = { server: serverAddress, project: projectName, needsKey };
  return (
    <>
      {install ? (
        <>
          <Heading className={guide.step}>Install</Heading>
          <CodeBlock code={install} label="install command" />
        </>
      ) : null}
      {needsKey ? (
        <>
          <Heading className={guide.step}>Set your API key</Heading>
          <CodeBlock code={writeKey(framework)} label="environment" />
        </>
      ) : null}
      <Heading className={guide.step}>{run ? describeFile(run) : 'Run in a terminal'}</Heading>
      <CodeBlock code={writeProgram(framework, target)} label={`${title} ${language} code`} />
    </>
  );
}

/** Says how the file is named and run: `Save as app.py, and run: python app.py`. */
function describeFile(run: string): string {
  return `Save as ${run.split(' ').at(-1)!}, and run: ${run}`;
}

function matches({ title, language, packages }: Framework, search: string): boolean {
  const text = [title, language, ...packages].join(' ').toLowerCase();
  const words = search.toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}
