import { screen, within } from '@testing-library/react/pure';
import { answer, refuse } from '../../../../testing/answers.js';
import { PROJECT_ID } from '../../../../testing/factories/project-scope.js';
import { anAgreement, aQueue, BEN } from '../../../../testing/factories/reviews.js';
import { ADA } from '../../../../testing/factories/users.js';
import { renderComponent } from '../../../../testing/render-page.js';
import { type DetailedAgreement, QueueAgreementQuery } from '../api/queues.js';
import { AgreementSection } from './agreement-section.js';

const SECTION = <AgreementSection projectId={PROJECT_ID} queue={aQueue({ judgmentsPerItem: 2 })} />;
const agreed = (agreement: DetailedAgreement) =>
  answer(QueueAgreementQuery, {
    node: { __typename: 'AnnotationQueue', id: 'queue-1', agreement: [agreement] },
  });

it('shows how much people agree, and leads to what they judged differently', async () => {
  const disagreement = {
    annotationQueueItem: { id: 'item-3', number: 3 },
    judgments: [
      { label: 'bad', score: 0, user: ADA },
      { label: null, score: 0.5, user: BEN },
    ],
  };
  await renderComponent(SECTION, [
    agreed(
      anAgreement({
        disagreements: [disagreement, { ...disagreement, annotationQueueItem: null }],
      }),
    ),
  ]);
  const card = within(screen.getByRole('region', { name: 'Agreement' }));
  card.getByText('From 3 items that 2 people judged.');
  card.getByText('Equal judgments');
  card.getByText('67%');
  card.getByText('Cohen’s kappa');
  card.getByText(/different judgments/);
  const entry = card.getByRole('listitem');
  expect(entry.textContent).toBe('Item 3ada: bad · ben: 0.5');
  expect(within(entry).getByRole('link').getAttribute('href')).toBe(
    `/projects/${PROJECT_ID}/review/queue-1?item=item-3`,
  );
});

it('says that there are not enough judgments', async () => {
  await renderComponent(SECTION, [
    agreed(anAgreement({ itemCount: 0, percentAgreement: null, cohensKappa: null })),
  ]);
  screen.getByText('Not enough judgments. At least two people must finish the same item.');
});

it('says why it cannot be read', async () => {
  await renderComponent(SECTION, [refuse(QueueAgreementQuery, 'Try again later.')]);
  screen.getByText('Try again later.');
});
