import { FactList } from '../data-display/fact-list.js';
import { JsonView } from '../text/json-view.js';
import { isObject, isStructure, type Json, printExactJson } from '../../lib/json/exact-json.js';
import { formatPlural } from '../../lib/format/numbers.js';
import type { VersionDetail } from '../prompt-editor/version.js';
import { listMessages } from '../prompt-editor/template-messages.js';
import { getProviderLabel } from '../prompt-editor/providers.js';
import { formatLabel } from '../prompt-editor/template-formats.js';
import { MessageList } from './message-card.js';
import { MessageView } from './message-view.js';
import { PageSection } from '../layout/page-section.js';
import { ToolsView } from './tools-view.js';
import classes from './version-content.module.css';

/** The complete content of a version, with its messages first. */
export function VersionContent({ version }: { version: VersionDetail }) {
  const { templateFormat, responseFormat, tools } = version;
  const messages = listMessages(version);
  const metadata = version.metadata as Json;
  return (
    <div className={classes.content}>
      <PageSection title="Messages" note={messages.length === 0 ? 'No messages.' : undefined}>
        <MessageList>
          {messages.map((message, place) => (
            <MessageView key={place} message={message} format={templateFormat} />
          ))}
        </MessageList>
      </PageSection>
      <PageSection title="Model">
        <FactList facts={listModelFacts(version)} />
      </PageSection>
      {tools ? <ToolsView tools={tools.json as Json} /> : null}
      {responseFormat ? (
        <PageSection title="Response format">
          <div className={classes.json}>
            <JsonView value={responseFormat.json as Json} />
          </div>
        </PageSection>
      ) : null}
      {isObject(metadata) && Object.keys(metadata).length > 0 ? (
        <PageSection title="Version metadata">
          <div className={classes.json}>
            <JsonView value={metadata} />
          </div>
        </PageSection>
      ) : null}
    </div>
  );
}

function listModelFacts(version: VersionDetail) {
  const { modelName, modelProvider, templateFormat, variables } = version;
  const parameters = version.invocationParameters.json as Json;
  const given = isObject(parameters) ? Object.entries(parameters) : [];
  return [
    { label: 'Model', value: <code>{modelName}</code> },
    { label: 'Provider', value: getProviderLabel(modelProvider) },
    {
      label: 'Template',
      value: (
        <>
          {formatLabel(templateFormat)}
          <span className={classes.dimmed}>
            {variables.length === 0
              ? 'no variables'
              : `${formatPlural(variables.length, 'variable')}:`}
          </span>
          {variables.map((name) => (
            <code key={name} className={classes.variable}>
              {name}
            </code>
          ))}
        </>
      ),
    },
    ...given.map(([name, value]) => ({
      label: name,
      value: isStructure(value) ? (
        <JsonView value={value} />
      ) : (
        <code>{printExactJson(value ?? null)}</code>
      ),
    })),
  ];
}
