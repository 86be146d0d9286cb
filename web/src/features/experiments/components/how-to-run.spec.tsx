import { screen } from '@testing-library/react/pure';
import { renderComponent } from '../../../testing/render-page.js';
import { HowToRun } from './how-to-run.js';

const OF_RIVERS = <HowToRun datasetName="rivers" heading="h2" />;

describe('how to run the first experiment', () => {
  it('is shown in code for the dataset, while the page waits', async () => {
    const page = await renderComponent(OF_RIVERS, [], {
      config: { authenticationEnabled: false },
    });
    screen.getByText(/dataset="rivers"/);
    await page.user.click(screen.getAllByRole('tab', { name: 'TypeScript' }).at(-1)!);
    screen.getByText(/datasetName: "rivers"/);
    screen.getByText('Waiting for the first experiment…');
    expect(screen.queryByText(/PHOENIX_API_KEY/)).toBeNull();
  });

  it('begins with the key if the server requires one', async () => {
    await renderComponent(OF_RIVERS);
    screen.getByText('export PHOENIX_API_KEY=spd_…');
  });

  it('is not shown to viewers', async () => {
    await renderComponent(OF_RIVERS, [], { as: 'VIEWER' });
    screen.getByText('No experiments yet');
    expect(screen.queryByText(/Waiting for the first experiment/)).toBeNull();
    expect(screen.queryByText(/rivers/)).toBeNull();
  });
});
