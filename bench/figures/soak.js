/** Measures charges, one after another as fast as they are answered. */
export async function soak({ scaled, storedAt }) {
  const count = scaled(100_000, 200);
  const { first, filling, journalBytes, memory, starts } = await storedAt(count);
  const charges = `${count.toLocaleString('en-US')} charges`;
  const slowest = `slowest answer while ${charges} go in`;
  return [
    { name: slowest, value: filling.slowest, unit: 'ms' },
    { name: 'the same, 99 %', value: filling.late, unit: 'ms' },
    {
      name: `slowest answer of the first ${first.count.toLocaleString('en-US')} charges`,
      value: first.slowest,
      unit: 'ms',
    },
    { name: `charges while ${charges} go in`, value: filling.perSecond, unit: '/s' },
    { name: `memory after ${charges}`, value: memory, unit: 'MB' },
    { name: 'journal of a charge', value: journalBytes, unit: 'bytes' },
    { name: `the start after ${charges}`, value: starts[0] / 1_000, unit: 's' },
  ];
}
