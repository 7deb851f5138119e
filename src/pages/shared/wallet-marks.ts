/**
 * Small drawings, made for this project, that distinguish the wallets, in a box of 24 by 24. Each is one path with
 * the fill rule `evenodd`.
 */
export const walletMarks = {
  wallet_a: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm0 4.5 5.25 10.25h-3.1L12 12.5l-2.15 4.25h-3.1Z',
  wallet_b: 'M12 1.25 22.75 12 12 22.75 1.25 12Zm0 6L7.25 12 12 16.75 16.75 12Z',
} as const;
