const at = (id) => document.getElementById(id);
const say = (text) => {
  at('message').textContent = text;
};
const ask = async (path, body) => (await fetch(path, body && { method: 'POST', body: JSON.stringify(body) })).json();
const complain = (error) => say(error.fields ? Object.values(error.fields).join(' ') : error.message);

/** The order is good when the server has heard of the payment from the service, not when this page says so. */
async function waitForOrder(id) {
  say('Thank you! Waiting for the confirmation…');
  while (!(await ask('/paid')).includes(id)) await new Promise((go) => setTimeout(go, 250));
  say(`Paid: ${id}`);
}

async function pay(body) {
  const { id, error } = await ask('/pay', body);
  if (error) say(`Not paid: ${error}`);
  else await waitForOrder(id);
}

const { publishableKey, amount } = await ask('/config');
const payments = PaymentsSDK(publishableKey);
at('price').textContent = `$${amount.toFixed(2)}`;

const ways = {
  checkout: async () => {
    const { clientSecret, error } = await ask('/session', {});
    if (error) return say(error);
    payments.mountCheckout('#checkout', {
      clientSecret,
      appearance: { variables: { colorPrimary: '#7c2d12' } },
      onComplete: ({ transactionId }) => waitForOrder(transactionId),
      onError: complain,
    });
  },
  card: () => {
    payments.mountCardInputs('#card-fields', { appearance: { variables: { colorPrimary: '#7c2d12' } } });
    at('card-form').addEventListener('submit', async (event) => {
      event.preventDefault();
      say('One moment…');
      try {
        const { token } = await payments.createToken();
        const threeDS = at('secure').checked ? await payments.threeDS().authenticate({ amount, token }) : null;
        const isSkipped = threeDS?.status === 'SKIPPED';
        await pay({ token, threeDS: isSkipped ? null : threeDS, email: at('email').value });
      } catch (error) {
        complain(error);
      }
    });
  },
  wallet: () => {
    const wallets = payments.elements().mountWallets('#wallet', { amount, collectShipping: true });
    wallets.on('walletPayment', ({ paysioWallet, wallet, threeDS }) => pay({ paysioWallet, wallet, threeDS }));
    wallets.on('error', complain);
  },
};

const shown = new Set();
for (const button of document.querySelectorAll('[data-way]')) {
  button.addEventListener('click', () => {
    for (const other of document.querySelectorAll('[data-way]')) {
      other.setAttribute('aria-pressed', String(other === button));
      at(other.dataset.way).hidden = other !== button;
    }
    say('');
    if (!shown.has(button.dataset.way)) ways[button.dataset.way]();
    shown.add(button.dataset.way);
  });
}
