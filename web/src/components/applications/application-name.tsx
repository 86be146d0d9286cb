import { Badge, Tooltip } from '@mantine/core';
import classes from './application-name.module.css';

interface ApplicationNameProps {
  application: { clientName: string; clientId: string; isFirstParty: boolean };
}

/** The name of an application, with a note if nobody has verified it. */
export function ApplicationName({ application }: ApplicationNameProps) {
  const { clientName, clientId, isFirstParty } = application;
  return (
    <span className={classes.name}>
      <span className={classes.text} title={`${clientName} (${clientId})`} dir="auto">
        {clientName}
      </span>
      {isFirstParty ? null : (
        <Tooltip label="The application registered itself, and nobody has verified its name.">
          <Badge
            size="sm"
            variant="light"
            color="gray"
            tt="none"
            fw={500}
            className={classes.badge}
          >
            Unverified
          </Badge>
        </Tooltip>
      )}
    </span>
  );
}
