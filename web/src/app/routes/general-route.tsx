import { SendingWays } from '../../features/onboarding/components/sending-ways.js';
import { GeneralPage } from '../../features/settings/routes/general-page.js';

/** The general settings, with code that sends traces. */
export function GeneralRoute() {
  return <GeneralPage sending={<SendingWays projectName="my-app" heading="h3" />} />;
}
