import { useEffect } from 'preact/hooks';
import { emptyStateOf } from '../model/views/empty-state.ts';
import { AnswersChart } from './charts/answers-chart.tsx';
import { Lanes } from './charts/lanes.tsx';
import { MoneyChart } from './charts/money-chart.tsx';
import { DetailsPane } from './details/details-pane.tsx';
import { ChooserDialog } from './dialogs/chooser-dialog.tsx';
import { FormDialog } from './dialogs/form-dialog.tsx';
import { Help } from './dialogs/help.tsx';
import { Banner } from './frame/banner.tsx';
import { Notice } from './frame/notice.tsx';
import { TokenQuestion } from './frame/token-question.tsx';
import { Views } from './frame/views.tsx';
import type { PageState } from './keyboard-focus.ts';
import { EmptyList } from './list/empty-list.tsx';
import { FilterBar } from './list/filter-bar.tsx';
import { Grid } from './list/grid.tsx';
import { storedToken } from './token.ts';

/** The whole page. @param enter receives the token that the user types */
export function App({ look, enter }: { readonly look: PageState; readonly enter: (token: string) => void }) {
  const { desk } = look;
  const { dialog, details } = desk;
  useRedraw(look);
  const isRefused = desk.session.isTokenWanted;
  if (isRefused) return <TokenQuestion enter={enter} isWrong={storedToken() !== undefined} />;
  const shown = details ?? desk.preview.follow(desk.selected);
  const instead = desk.rows.length === 0 ? emptyStateOf(desk) : null;
  return (
    <div class={`inspector${details === null ? '' : ' is-open'}`}>
      <a class="skip" href="#main" onClick={(event) => skip(event, look)}>
        Skip to the rows
      </a>
      <Banner look={look} />
      <Views desk={desk} />
      <main id="main" aria-label={desk.view.title}>
        <FilterBar look={look} />
        <ChartOf look={look} />
        {instead === null ? <Grid look={look} /> : <EmptyList look={look} instead={instead} />}
      </main>
      <DetailsPane look={look} details={shown} />
      <Notice desk={desk} />
      {dialog?.type === 'chooser' && <ChooserDialog desk={desk} chooser={dialog} />}
      {dialog?.type === 'form' && <FormDialog desk={desk} form={dialog} />}
      {look.isHelpOpen && <Help look={look} />}
    </div>
  );
}

/** Redraws when the window or the color scheme changes, because canvases keep their old size and colors. */
function useRedraw(look: PageState): void {
  useEffect(() => {
    const draw = (): void => look.draw();
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    addEventListener('resize', draw);
    scheme.addEventListener('change', draw);
    return () => {
      removeEventListener('resize', draw);
      scheme.removeEventListener('change', draw);
    };
  }, [look]);
}

/** The chart of the current view, over time. */
function ChartOf({ look }: { readonly look: PageState }) {
  const { view, session } = look.desk;
  const lists = view.lists(session, 0);
  if (view.isLog === true) return <Lanes look={look} />;
  if (lists.includes(session.lists.ledger)) return <MoneyChart look={look} />;
  return lists.includes(session.lists.deliveries) ? <AnswersChart look={look} /> : null;
}

/** The URL identifies the shown data, so this link must not change it. */
function skip(event: Event, look: PageState): void {
  event.preventDefault();
  look.focus('grid');
}
