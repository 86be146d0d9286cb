import { Button, Loader } from '@mantine/core';
import { Navigate, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { Notice } from '../../../components/feedback/notice.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { basePath } from '../../../lib/page/base-url.js';
import { getReturnPath } from '../../../lib/routing/return-path.js';
import { goToSignIn } from '../../../lib/session/server-fetch.js';
import { getRoleLabel } from '../../../lib/viewer/permissions.js';
import { useViewer, type Viewer } from '../../../lib/viewer/viewer.js';
import { ConsentQuery, sendDecision } from '../api/consent.js';
import { AccountFrame } from '../components/account-frame.js';
import { describeRedirect } from '../redirect-goal.js';
import classes from './consent-page.module.css';

/** Asks a user whether an application may act for them. */
export function ConsentPage() {
  const { viewer, isPending, error, retry } = useViewer();
  const isNobody = !isPending && !error && !viewer;
  useEffect(() => {
    if (isNobody) goToSignIn();
  }, [isNobody]);

  if (error) return <ErrorState isPage error={error} onRetry={retry} />;
  if (!viewer) return null;
  if (!viewer.passwordNeedsReset) return <Consent viewer={viewer} />;
  const returnUrl = getReturnPath(location, basePath);
  return <Navigate to="/reset-password" search={{ returnUrl }} replace />;
}

function Consent({ viewer }: { viewer: Viewer }) {
  const { searchStr } = useLocation();
  const request = new URLSearchParams(searchStr);
  const redirectUri = request.get('redirect_uri') ?? '';
  const { data, error, reload } = useGraphqlQuery(ConsentQuery, {
    clientId: request.get('client_id') ?? '',
    redirectUri,
  });
  if (error) return <ErrorState isPage error={error} onRetry={reload} />;
  if (!data) {
    return (
      <AccountFrame title="Access for an application">
        <Loader size="sm" aria-label="Loading" />
      </AccountFrame>
    );
  }
  const application = data.oauth2Client;
  if (!application) {
    return (
      <AccountFrame
        title="This application cannot ask for access"
        intro="It is not registered here, or it wants you to return to another address than it registered. Start again in the application."
      />
    );
  }
  return (
    <Question
      application={application}
      request={request}
      viewer={viewer}
      redirectUri={redirectUri}
    />
  );
}

interface QuestionProps {
  application: { name: string; isFirstParty: boolean };
  request: URLSearchParams;
  redirectUri: string;
  viewer: Viewer;
}

function Question({ application, request, redirectUri, viewer }: QuestionProps) {
  const [sending, setSending] = useState<'approve' | 'deny'>();
  const [problem, setProblem] = useState<string>();
  const [target, setTarget] = useState<string>();
  const decide = async (approved: boolean) => {
    setSending(approved ? 'approve' : 'deny');
    setProblem(undefined);
    const result = await sendDecision(request, approved);
    setSending(undefined);
    if (result.target === undefined) return setProblem(result.problem);
    setTarget(result.target);
    location.assign(result.target);
  };
  if (target !== undefined) return <Done name={application.name} target={target} />;

  const isMcpOnly = /\/mcp\/?$/.test(request.get('resource') ?? '');
  return (
    <AccountFrame
      title={`Allow ${application.name} to act for you?`}
      foot={`Signed in as ${viewer.username}`}
    >
      {application.isFirstParty ? null : (
        <Notice tone="warning">
          This application registered itself, and nobody has verified its name. Approve it only if
          you have just started it.
        </Notice>
      )}
      <dl className={classes.facts}>
        <dt>It can</dt>
        <dd>
          do everything that you can do here with your role, {getRoleLabel(viewer.role.name)}
          {isMcpOnly ? ', through the MCP server' : ''}
        </dd>
        <dt>You can end it</dt>
        <dd>at any time, in your profile under Applications</dd>
        <dt>You return to</dt>
        <dd>
          {describeRedirect(redirectUri)}
          <code className={classes.address}>{redirectUri}</code>
        </dd>
      </dl>
      {problem === undefined ? null : <Notice tone="error">{problem}</Notice>}
      <div className={classes.buttons}>
        <Button
          variant="default"
          loading={sending === 'deny'}
          disabled={sending === 'approve'}
          onClick={() => void decide(false)}
        >
          Deny
        </Button>
        <Button
          loading={sending === 'approve'}
          disabled={sending === 'deny'}
          onClick={() => void decide(true)}
        >
          Approve
        </Button>
      </div>
    </AccountFrame>
  );
}

/** Stays visible if a program on this computer opens instead of a page. */
function Done({ name, target }: { name: string; target: string }) {
  return (
    <AccountFrame title={`Return to ${name}`} intro="You can close this page.">
      <p className={classes.again}>
        Nothing happened? <a href={target}>Open {name} again</a>
      </p>
    </AccountFrame>
  );
}
