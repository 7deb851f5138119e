import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { amount, instant } from '../../../core/base/terminal-text.ts';
import { isoOf } from '../../model/details/times.ts';
import { shortDayOf } from '../../model/format.ts';
import { accountNames, currenciesIn, entriesOfBalances, type MoneyLines, moneyLines } from '../../model/time/money.ts';
import type { PageState } from '../keyboard-focus.ts';
import { colourIn } from './pen.ts';
import { selectRow } from './select.ts';

/** The height of the chart in pixels. */
const chartHeight = 150;
/**
 * The number of ledger entries to load for the chart, and the maximum number of loaded entries to draw, latest first.
 */
const leastEntries = 400;
const mostEntries = 1_000;

type Plot = typeof uPlot;

/** The chart library, loaded with the first chart. */
let loading: Promise<Plot> | null = null;

function charts(): Promise<Plot> {
  try {
    new Intl.NumberFormat(navigator.language);
  } catch {
    // The library formats numbers in the browser's language, and some browsers report a language that does not exist:
    // `en-US@posix`.
    Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true });
  }
  loading ??= import('uplot').then(({ default: plot }) => plot);
  return loading;
}

/** The balance of each account over emulated time, as steps; a click selects the entry that caused a step. */
export function MoneyChart({ look: { desk } }: { readonly look: PageState }) {
  const { session } = desk;
  const { ledger } = session.lists;
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const whole = entriesOfBalances(session.lists);
  const entries = useMemo(() => whole?.slice(0, mostEntries) ?? [], [whole]);
  const currencies = currenciesIn(entries);
  const currency = chosen !== null && currencies.includes(chosen) ? chosen : currencies[0];
  const balances = session.status?.balances;
  const lines = useMemo(
    () => (currency === undefined ? null : moneyLines(entries, balances ?? [], currency, session.now)),
    [entries, balances, currency],
  );
  const kept = useRef<MoneyLines | null>(null);
  kept.current = lines;
  const isWide =
    whole !== null && entries.length < leastEntries && ledger.hasMore && !ledger.isLoading && ledger.failure === null;
  useLayoutEffect(() => {
    if (isWide) void ledger.loadMore();
  });
  const select = (at: number): void => {
    const entry = kept.current?.entries[at] ?? null;
    selectRow(desk, ({ key }) => key === entry?.id);
  };
  const [Chart, setChart] = useState<Plot | null>(null);
  useLayoutEffect(() => {
    void charts().then((loaded) => setChart(() => loaded));
  }, []);
  useLayoutEffect(() => {
    const { current } = box;
    if (current === null || currency === undefined || Chart === null) return;
    chart.current = made(Chart, current, currency, select);
    const observed = new ResizeObserver(() =>
      chart.current?.setSize({ width: current.clientWidth, height: chartHeight }),
    );
    observed.observe(current);
    return () => {
      observed.disconnect();
      chart.current?.destroy();
      chart.current = null;
    };
  }, [currency, Chart]);
  useLayoutEffect(() => {
    if (lines === null) return;
    const seconds = lines.at.map((at) => at / 1_000);
    chart.current?.setData([seconds, ...accountNames.map((name) => [...lines.balances[name]])]);
  }, [lines, Chart]);
  if (whole === null) return <p class="soft money">Balances over time are shown without a filter.</p>;
  if (lines === null) return null;
  return (
    <section class="money" aria-label="Balances over emulated time">
      {currencies.length > 1 && (
        <div class="kinds" role="tablist" aria-label="Currency">
          {currencies.map((each) => (
            <button
              key={each}
              type="button"
              role="tab"
              aria-selected={each === currency}
              onClick={() => setChosen(each)}
            >
              {each}
            </button>
          ))}
        </div>
      )}
      <div ref={box} role="img" aria-label={spoken(lines)} />
    </section>
  );
}

const spoken = ({ balances, currency }: MoneyLines): string =>
  accountNames.map((name) => `${name} ${amount(balances[name].at(-1) ?? 0, currency)}`).join(', ');

/** The color of each account, by its name in the style sheet. */
const colours = { available: 'brand-ink', pending: 'warn', reserved: 'soft', held: 'danger' } as const;

/** The labels on the time axis: the date at the start of a day, the time elsewhere. @param step in seconds */
function timesAt(moments: readonly number[], step: number): string[] {
  const daySeconds = 86_400;
  return moments.map((seconds) => {
    const iso = isoOf(seconds);
    if (seconds % daySeconds === 0) return shortDayOf(iso);
    return iso.slice(11, step < 60 ? 19 : 16);
  });
}

function made(Chart: Plot, box: HTMLElement, currency: string, select: (at: number) => void): uPlot {
  const colour = (name: string) => () => colourIn(box, name);
  // While the pointer is not over the chart, the legend shows the current balances.
  const money = ({ data }: uPlot, value: number | null, series: number) =>
    amount(value ?? data[series]?.at(-1) ?? 0, currency);
  const axis = { stroke: colour('soft'), grid: { stroke: colour('line'), width: 1 }, ticks: { show: false } };
  const plot: uPlot = new Chart(
    {
      width: box.clientWidth,
      height: chartHeight,
      tzDate: (seconds) => Chart.tzDate(new Date(seconds * 1_000), 'UTC'),
      cursor: { drag: { x: true, y: false } },
      series: [
        { label: 'at', value: (_, seconds) => (seconds === null ? 'now' : instant(isoOf(seconds))) },
        ...accountNames.map((name) => ({
          label: name,
          stroke: colour(colours[name]),
          width: name === 'available' ? 2 : 1.25,
          ...(Chart.paths.stepped === undefined ? {} : { paths: Chart.paths.stepped({ align: 1 }) }),
          points: { show: false },
          value: money,
        })),
      ],
      axes: [
        { ...axis, size: 28, space: 80, values: (_, moments, __, ___, step) => timesAt(moments, step) },
        { ...axis, size: 84, values: (_, values) => values.map((value) => amount(value, currency)) },
      ],
    },
    undefined,
    box,
  );
  plot.over.addEventListener('click', () => {
    if (typeof plot.cursor.idx === 'number') select(plot.cursor.idx);
  });
  return plot;
}
