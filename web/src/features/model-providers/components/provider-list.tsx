import { Tooltip } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import type { CustomProvider, ProviderConfig } from '../api/custom-providers.js';
import { SDKS } from '../sdks.js';
import classes from './provider-list.module.css';

/** The number of models that are named before the others are counted. */
const NAMED_MODELS = 5;

interface ProviderActions {
  onEdit: (provider: CustomProvider) => void;
  onDelete: (provider: CustomProvider) => void;
}

interface ProviderListProps {
  providers: readonly CustomProvider[];
  /** Absent for everyone but administrators. */
  actions: ProviderActions | undefined;
}

/** The custom providers with their models, and who changed them last. */
export function ProviderList({ providers, actions }: ProviderListProps) {
  return (
    <ul className={classes.list} aria-label="Custom providers">
      {providers.map((provider) => (
        <li key={provider.id} className={classes.item}>
          <div className={classes.what}>
            <div className={classes.title}>
              <span className={classes.name} dir="auto">
                {provider.name}
              </span>
              <span className={classes.sdk}>{SDKS[provider.sdk].label}</span>
              {provider.config?.__typename === 'UnparsableConfig' ? (
                <Tooltip label={`${provider.config.parseError} Edit the provider to repair it.`}>
                  <span className={classes.unreadable}>unreadable</span>
                </Tooltip>
              ) : null}
            </div>
            {provider.description ? (
              <div className={classes.description} dir="auto">
                {provider.description}
              </div>
            ) : null}
            <div className={classes.notes}>
              <span dir="auto">{provider.provider}</span>
              {provider.config ? <Address config={provider.config} /> : null}
              <Models names={provider.modelNames} />
              <span>
                changed <RelativeTime time={provider.updatedAt} />
                {provider.user ? ` by ${provider.user.username}` : null}
              </span>
            </div>
          </div>
          {actions ? (
            <div className={classes.actions}>
              <IconButton label={`Edit ${provider.name}`} onClick={() => actions.onEdit(provider)}>
                <Pencil size={15} aria-hidden />
              </IconButton>
              <IconButton
                label={`Delete ${provider.name}`}
                onClick={() => actions.onDelete(provider)}
              >
                <Trash2 size={15} aria-hidden />
              </IconButton>
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Address({ config }: { config: ProviderConfig }) {
  if (config.__typename === 'UnparsableConfig') return null;
  const address =
    config.__typename === 'AWSBedrockCustomProviderConfig'
      ? (config.endpointUrl ?? config.region)
      : config.__typename === 'AzureOpenAICustomProviderConfig'
        ? config.endpoint
        : config.baseUrl;
  return address === null ? null : <span className={classes.address}>{address}</span>;
}

function Models({ names }: { names: readonly string[] }) {
  if (names.length === 0) return <span>any model</span>;
  const more = names.length - NAMED_MODELS;
  return (
    <span title={names.join('\n')} dir="auto">
      {names.slice(0, NAMED_MODELS).join(', ')}
      {more > 0 ? ` and ${more} more` : ''}
    </span>
  );
}
