import { lazy, Suspense } from 'react';
import { CodeBlock } from '../../../components/code/code-tabs.js';
import guide from '../../../components/layout/guide-page.module.css';
import { serverAddress } from '../../../lib/page/base-url.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import classes from './onboarding.module.css';

interface SendingWaysProps {
  projectName: string;
  /** The level of the headings of the steps. */
  heading: 'h2' | 'h3';
}

/** Loaded after the page, because lists show this only while they are empty. */
const FrameworkGallery = lazy(() =>
  import('./framework-gallery.js').then((module) => ({ default: module.FrameworkGallery })),
);

/** Ways to send the first trace to a project: coding agents, then applications. */
export function SendingWays({ projectName, heading: Heading }: SendingWaysProps) {
  return (
    <>
      <Heading className={guide.step}>Coding agents</Heading>
      <p className={classes.help}>
        Claude Code, Codex CLI, Gemini CLI, Qwen Code, Copilot CLI, opencode and Cursor. The command
        shows each change before it makes it, and <code>--undo</code> takes it back.
      </p>
      <CodeBlock code={writeConnectCommand(projectName)} label="connect command" />
      <Heading className={guide.step}>Applications</Heading>
      <Suspense fallback={<div className={classes.loading} />}>
        <FrameworkGallery projectName={projectName} heading={Heading} />
      </Suspense>
    </>
  );
}

/** Names that agents cannot send in a header are left out, so the command proposes another one. */
function writeConnectCommand(projectName: string): string {
  const project = /^[\w.@/+-]+$/.test(projectName) ? ` --project ${projectName}` : '';
  const connect = `npx spandrel connect --url ${serverAddress}${project}`;
  if (!pageConfig.authenticationEnabled) return connect;
  return `npx spandrel login --url ${serverAddress}\n${connect}`;
}
