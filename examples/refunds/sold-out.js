/** Gives back what was paid for an article that is sold out, and tells the buyer. */
export async function refundSoldOut({ transaction_id: id, customer_email: email }, { call, mail }) {
  const { metadata } = await call('GET', `/transactions/${id}`);
  const amount = Number(metadata.sold_out ?? 0);
  if (amount === 0) return;
  await call('POST', `/transactions/${id}/refund`, { amount });
  mail(email.toLowerCase(), `An article is sold out. We have sent ${amount} cents back to you.`);
}
