/** A bug to plant into the shop: what to replace in `shop/shop.js`, and the rule that must find it. */
export interface Mutation {
  rule: string;
  bug: string;
  search: string;
  replace: string;
  also?: { search: string; replace: string };
}
export const mutations: readonly Mutation[];
