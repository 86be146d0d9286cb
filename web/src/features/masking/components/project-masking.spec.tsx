import { screen, within } from '@testing-library/react/pure';
import { type Answer, answer, refuse } from '../../../testing/answers.js';
import { button, field, link } from '../../../testing/elements.js';
import { renderComponent } from '../../../testing/render-page.js';
import {
  type MaskedSpan,
  type Masking,
  MaskingPreviewQuery,
  PatchMaskingMutation,
  ProjectMaskingQuery,
} from '../api/masking.js';
import { ProjectMasking } from './project-masking.js';

const ID = 'project-1';
const NOTHING: Masking = { kinds: [], keys: [], patterns: [] };
const RULES: Masking = {
  kinds: ['EMAIL'],
  keys: ['**.password'],
  patterns: [{ name: 'customer', pattern: 'KD-\\d{6}' }],
};
const NOT_VALID = 'The pattern "customer" is not valid in RE2 syntax: missing closing ): `KD-(`.';

const masked = (masking: Masking) =>
  answer(ProjectMaskingQuery, { node: { __typename: 'Project', id: ID, masking } });
const previewed = (...maskingPreview: MaskedSpan[]) =>
  answer(MaskingPreviewQuery, { node: { __typename: 'Project', id: ID, maskingPreview } });
const SAVED = answer(PatchMaskingMutation, { patchProjectMasking: { project: { id: ID } } });
const open = (answers: Answer[], as: 'ADMIN' | 'MEMBER' = 'ADMIN') =>
  renderComponent(<ProjectMasking projectId={ID} />, answers, { as });
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });

describe('the masks of a project', () => {
  it('are tried on stored spans, saved, and shown again', async () => {
    const page = await open([masked(NOTHING), refuse(MaskingPreviewQuery, NOT_VALID), SAVED]);
    screen.getByText(/If two names become the same, the second gets a number/);
    expect(button('Save')).toHaveProperty('disabled', true);
    await page.user.click(box(/^Email addresses/));
    await page.fill(field('Whole attributes'), '**.password\n\n');
    await page.user.click(button('Add pattern'));
    await page.fill(field('Name of the pattern'), 'customer');
    await page.fill(field('Pattern'), 'KD-(');
    await page.user.click(button('Preview'));
    screen.getByText(NOT_VALID);

    await page.fill(field('Pattern'), 'KD-\\d{6}');
    expect(screen.queryByText(NOT_VALID)).toBeNull();
    page.answer(
      previewed({
        partCount: 3,
        parts: [
          {
            path: 'attributes.input.value',
            before: 'Ada, ada@example.com, customer KD-123456',
            after: 'Ada, [email], customer [customer]',
          },
        ],
        span: { id: 'span-1', name: 'answer', spanKind: 'llm', context: { traceId: 'trace-1' } },
      }),
    );
    await page.user.click(button('Preview'));
    const preview = within(screen.getByRole('region', { name: 'Preview' }));
    preview.getByText('These rules would have changed 1 span of the newest 50:');
    preview.getByText('Ada, [email], customer [customer]');
    preview.getByText('and 2 more places');
    expect(link('answer').getAttribute('href')).toBe(
      '/projects/project-1/traces/trace-1?selectedSpanNodeId=span-1',
    );
    expect(page.sent(MaskingPreviewQuery).at(-1)).toEqual({ id: ID, rules: RULES });
    expect(page.sent(PatchMaskingMutation)).toEqual([]);

    page.answer(masked(RULES));
    await page.user.click(button('Save'));
    expect(page.sent(PatchMaskingMutation)).toEqual([{ input: { projectId: ID, rules: RULES } }]);
    expect(button('Save')).toHaveProperty('disabled', true);
    expect(box(/^Email addresses/).checked).toBe(true);
    expect(field('Pattern')).toHaveProperty('value', 'KD-\\d{6}');
  });

  it('say if they change none of the newest spans', async () => {
    const page = await open([masked(RULES), previewed()]);
    await page.user.click(button('Preview'));
    screen.getByText('These rules would have changed none of the newest 50 spans.');
  });

  it('are not saved with a pattern that is not valid, until it is removed', async () => {
    const page = await open([masked(RULES), refuse(PatchMaskingMutation, NOT_VALID)]);
    await page.fill(field('Pattern'), 'KD-(');
    await page.user.click(button('Save'));
    within(screen.getByRole('alert')).getByText(NOT_VALID);
    page.answer(SAVED, masked({ ...RULES, patterns: [] }));
    await page.user.click(button('Remove the pattern customer'));
    expect(screen.queryByRole('alert')).toBeNull();
    await page.user.click(button('Save'));
    expect(page.sent(PatchMaskingMutation).at(-1)?.input.rules.patterns).toEqual([]);
    expect(screen.queryByRole('textbox', { name: 'Pattern' })).toBeNull();
  });

  it.each([
    ['by their names', RULES, 'Email addresses, customer, **.password'],
    ['if there are none, too', NOTHING, 'Nothing is masked.'],
  ])('are only shown to members: %s', async (_case, rules, text) => {
    await open([masked(rules)], 'MEMBER');
    screen.getByText(text);
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
