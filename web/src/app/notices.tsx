import { Notifications } from '@mantine/notifications';

/** Shows short messages. */
export function Notices() {
  return <Notifications position="bottom-right" />;
}
