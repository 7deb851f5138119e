import { median } from '../measure.js';

const sizes = [10_000, 100_000, 500_000];

/** Measures start, memory and charge rate against stored data: the curves of docs/growth.svg. */
export async function growth({ scaled, storedAt }) {
  const figures = [];
  for (const stored of sizes.map((size) => scaled(size, 100))) {
    const { starts, memory, memoryRestarted, rates, rateToEmpty } = await storedAt(stored);
    const count = stored.toLocaleString('en-US');
    const seconds = starts.map((milliseconds) => milliseconds / 1_000);
    const start = { name: `start with ${count} charges`, value: median(seconds), unit: 's', rounds: seconds };
    const charges = { name: `charges with ${count} stored`, value: median(rates), unit: '/s', rounds: rates };
    figures.push(
      { ...start, curve: 'start', stored },
      { name: `memory with ${count} charges`, value: memory, unit: 'MB', curve: 'memory', stored },
      { name: `memory with ${count} charges, after a restart`, value: memoryRestarted, unit: 'MB' },
      { ...charges, curve: 'charges', stored },
      { name: `charge, ${count} stored / empty`, value: rateToEmpty, unit: 'x' },
    );
  }
  return figures;
}
