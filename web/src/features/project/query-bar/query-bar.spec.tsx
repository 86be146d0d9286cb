import { screen } from '@testing-library/react/pure';
import { useState } from 'react';
import { answer, type Answer } from '../../../testing/answers.js';
import { button, field, option } from '../../../testing/elements.js';
import { InProject, PROJECT_ID } from '../../../testing/factories/project-scope.js';
import { renderComponent } from '../../../testing/render-page.js';
import { CheckConditionQuery, VocabularyQuery } from '../api/conditions.js';
import type { Query } from './query.js';
import { QueryBar } from './query-bar.js';

const NOTHING: Query = { search: undefined, filter: undefined };

const term = (name: string) => ({ name, description: '', category: 'field', iterableName: null });

/** A server that knows two fields and one key, and finds a fault in misspelled names. */
const ANSWERS: Answer[] = [
  answer(VocabularyQuery, {
    node: {
      __typename: 'Project' as const,
      id: PROJECT_ID,
      traceFilterVocabulary: ['num_spans', 'error_count', 'metadata["tenant"]'].map(term),
    },
  }),
  answer(CheckConditionQuery, ({ condition }) => ({
    node: {
      __typename: 'Project' as const,
      id: PROJECT_ID,
      validateTraceFilterCondition: judge(condition),
    },
  })),
];

function judge(condition: string) {
  if (condition.includes('span_count')) {
    return {
      isValid: false,
      errorMessage: 'Unknown name `span_count`; did you mean `num_spans`? (at character 1)',
      position: 1,
      suggestion: { name: 'num_spans', replaces: 'span_count' },
      warnings: [],
    };
  }
  const errorMessage = condition.includes('inn ') ? 'Unexpected `inn` (at character 8).' : null;
  const warnings = condition.includes('tenants') ? ['No span has `metadata.tenants`.'] : [];
  const position = errorMessage && 8;
  return { isValid: errorMessage === null, errorMessage, position, suggestion: null, warnings };
}

interface BarProps {
  initial: Query;
  applied: Query[];
  onOpenId?: ((id: string) => Promise<boolean>) | undefined;
}

function Bar({ initial, applied, onOpenId }: BarProps) {
  const [query, setQuery] = useState(initial);
  return (
    <InProject>
      <QueryBar
        tab="traces"
        {...query}
        isCovered={false}
        onApply={(next) => {
          applied.push(next);
          setQuery(next);
        }}
        {...(onOpenId ? { onOpenId } : {})}
      />
    </InProject>
  );
}

/** Opens a bar in which a query is applied; `applied` collects the next ones. */
async function open({ initial = NOTHING, onOpenId }: Partial<BarProps> = {}) {
  const applied: Query[] = [];
  const bar = <Bar initial={initial} applied={applied} onOpenId={onOpenId} />;
  const page = await renderComponent(bar, ANSWERS);
  return { ...page, applied };
}

const bar = () => field('Filter traces');
const written = () => bar().textContent;
const fault = () => bar().querySelector('[class*=fault]')?.textContent;

describe('the query bar', () => {
  it('has the focus after a slash, and applies words', async () => {
    const { user, applied } = await open();
    await user.keyboard('/');
    expect(document.activeElement).toBe(bar());
    await user.keyboard('refund{Enter}');
    expect(applied).toEqual([{ search: 'refund', filter: undefined }]);
  });

  it('shows what is applied, and clears it', async () => {
    const { user, applied } = await open({
      initial: { search: 'refund', filter: 'num_spans > 1' },
    });
    expect(bar()).toHaveProperty('value', 'refund | num_spans > 1');
    await user.click(await screen.findByRole('button', { name: 'Clear filter' }));
    expect(applied).toEqual([NOTHING]);
    expect(screen.queryByRole('button', { name: 'Clear filter' })).toBeNull();
  });

  it('explains a mistake, applies nothing, and offers to repair it', async () => {
    const page = await open();
    await page.user.click(bar());
    await page.fill(bar(), 'refund | span_count > 1');
    await page.user.keyboard('{Enter}');
    await screen.findByText(/did you mean `num_spans`/);
    expect(bar().getAttribute('aria-invalid')).toBe('true');
    expect(fault()).toBe('span_count');
    expect(page.applied).toEqual([]);
    await page.user.click(button('Write num_spans'));
    expect(written()).toBe('refund | num_spans > 1');
    await page.user.keyboard('{Enter}');
    expect(page.applied).toEqual([{ search: 'refund', filter: 'num_spans > 1' }]);
    expect(page.sent(CheckConditionQuery).at(-1)).toEqual({
      id: PROJECT_ID,
      condition: 'num_spans > 1',
      ofSpans: false,
      ofTraces: true,
      ofSessions: false,
    });
  });

  it('checks a condition after a pause in typing', async () => {
    const page = await open();
    await page.user.click(bar());
    await page.fill(bar(), "'late' inn input and num_spans > 0");
    await screen.findByText(/^Unexpected `inn`/);
    expect(fault()).toBe('inn');
    expect(bar().querySelector('[class*=string]')?.textContent).toBe("'late'");
    expect(bar().querySelector('[class*=word]')?.textContent).toBe('and');
  });

  it('applies a condition that has only a warning', async () => {
    const page = await open();
    await page.user.click(bar());
    await page.fill(bar(), "metadata.tenants == 'acme'");
    await screen.findByText('No span has `metadata.tenants`.');
    expect(bar().getAttribute('aria-invalid')).toBe('false');
    await page.user.keyboard('{Enter}');
    expect(page.applied).toEqual([{ search: undefined, filter: "metadata.tenants == 'acme'" }]);
  });

  it('completes names with Tab, and keys with the arrow keys', async () => {
    const { user } = await open();
    await user.click(bar());
    await user.keyboard('refund | error_c');
    option('error_count');
    await user.keyboard('{Tab}');
    expect(written()).toBe('refund | error_count');
    await user.keyboard(' > 0 and metadata[[');
    await user.keyboard('{ArrowDown}');
    expect(bar().getAttribute('aria-activedescendant')).toBe(option('metadata["tenant"]').id);
    await user.keyboard('{Enter}');
    expect(written()).toBe('refund | error_count > 0 and metadata["tenant"]');
  });

  it('completes a value that is clicked', async () => {
    const { user } = await open();
    await user.click(bar());
    await user.keyboard("span_kind == 'a");
    await user.click(screen.getByRole('option', { name: /'AGENT'/ }));
    expect(written()).toBe("span_kind == 'AGENT'");
  });

  it('closes the suggestions with Escape, and is left with the next', async () => {
    const { user } = await open();
    await user.click(bar());
    await user.keyboard('error_c{Escape}');
    expect(screen.queryByRole('option')).toBeNull();
    expect(document.activeElement).toBe(bar());
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(document.body);
  });

  it('goes back to earlier queries with the arrow keys', async () => {
    const page = await open();
    await page.user.click(bar());
    for (const query of ['num_spans > 2', 'error_count > 0']) {
      await page.fill(bar(), query);
      await page.user.keyboard('{Enter}');
    }
    await page.user.click(button('Clear filter'));
    const places: (string | null)[] = [];
    for (const key of ['Up', 'Up', 'Up', 'Down', 'Down']) {
      await page.user.keyboard(`{Arrow${key}}`);
      places.push(bar().querySelector('.cm-placeholder') ? '' : written());
    }
    expect(places).toEqual([
      'error_count > 0',
      'num_spans > 2',
      'num_spans > 2',
      'error_count > 0',
      '',
    ]);
  });

  it('offers what was applied before, first the newest', async () => {
    localStorage.setItem(
      `project.${PROJECT_ID}.traces.conditions`,
      JSON.stringify(['error_count > 0', 'num_spans > 2']),
    );
    const { user } = await open();
    await user.click(bar());
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(options.slice(0, 2)).toEqual(['error_count > 0recent', 'num_spans > 2recent']);
    await user.click(screen.getAllByRole('option')[1]!);
    expect(written() || (bar() as HTMLInputElement).value).toBe('num_spans > 2');
    expect(screen.queryByText('recent')).toBeNull();
  });

  it('opens what has a typed ID, and applies nothing then', async () => {
    const asked: string[] = [];
    const { user, applied } = await open({
      onOpenId: async (id) => asked.push(id) > 0 && id === 'chat-2',
    });
    await user.keyboard('/chat-2{Enter}');
    expect(applied).toEqual([]);
    await user.keyboard('0{Enter}');
    expect(asked).toEqual(['chat-2', 'chat-20']);
    expect(applied).toEqual([{ search: 'chat-20', filter: undefined }]);
  });
});
