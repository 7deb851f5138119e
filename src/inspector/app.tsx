import { insteadOfRows } from '../desk/views/instead.ts';
import { DetailsPane } from './details/details-pane.tsx';
import { ChooserDialog } from './dialogs/chooser-dialog.tsx';
import { FormDialog } from './dialogs/form-dialog.tsx';
import { Help } from './dialogs/help.tsx';
import { Banner } from './frame/banner.tsx';
import { Notice } from './frame/notice.tsx';
import { TokenQuestion } from './frame/token-question.tsx';
import { Views } from './frame/views.tsx';
import { Lanes } from './lanes/lanes.tsx';
import { FilterBar } from './list/filter-bar.tsx';
import { Grid } from './list/grid.tsx';
import type { Look } from './look.ts';
import { MoneyChart } from './money/money-chart.tsx';
import { keptToken } from './token.ts';

/** The whole page. @param enter takes a token that somebody typed */
export function App({ look, enter }: { readonly look: Look; readonly enter: (token: string) => void }) {
  const { desk } = look;
  const { dialog, details } = desk;
  const isRefused = desk.session.isTokenWanted;
  if (isRefused) return <TokenQuestion enter={enter} isWrong={keptToken() !== undefined} />;
  const shown = details ?? desk.preview.follow(desk.selected);
  const instead = desk.rows.length === 0 ? insteadOfRows(desk) : null;
  return (
    <div class={`inspector${details === null ? '' : ' is-open'}`}>
      <a class="skip" href="#main" onClick={(event) => skip(event, look)}>
        Skip to the rows
      </a>
      <Banner look={look} />
      <Views desk={desk} />
      <main id="main" aria-label={desk.view.title}>
        <FilterBar look={look} />
        {desk.view.isLog === true && <Lanes look={look} />}
        {desk.view.lists(desk.session, 0).includes(desk.session.lists.ledger) && <MoneyChart look={look} />}
        {instead === null ? (
          <Grid look={look} />
        ) : (
          <p class={`instead${instead.isFailure ? ' tone-bad' : ''}`} role={instead.isFailure ? 'alert' : 'status'}>
            {instead.text}
          </p>
        )}
      </main>
      <DetailsPane look={look} details={shown} />
      <Notice desk={desk} />
      {dialog?.type === 'chooser' && <ChooserDialog desk={desk} chooser={dialog} />}
      {dialog?.type === 'form' && <FormDialog desk={desk} form={dialog} />}
      {look.isHelpOpen && <Help look={look} />}
    </div>
  );
}

/** The address says what is looked at, so that no link may change it. */
function skip(event: Event, look: Look): void {
  event.preventDefault();
  look.focus('grid');
}
