export interface paths {
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the account
         * @description Takes any key of the workspace; a scoped one needs the scope account:read.
         */
        get: operations["account.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the account's name, logo or time zone
         * @description Needs a secret key; a scoped one needs the scope account:write.
         */
        patch: operations["account.update"];
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an access token for an installed app
         * @description Takes no key.
         */
        post: operations["app_tokens.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of the team
         * @description Takes any key of the workspace; a scoped one needs the scope members:read.
         */
        get: operations["members.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pixels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the marketing pixel identifiers of the checkout
         * @description Takes any key of the workspace; a scoped one needs the scope pixels:read.
         */
        get: operations["pixels.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set or clear marketing pixel identifiers; what is left out stays
         * @description Needs a secret key; a scoped one needs the scope pixels:write.
         */
        patch: operations["pixels.update"];
        trace?: never;
    };
    "/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products
         * @description Takes any key of the workspace.
         */
        get: operations["products.list"];
        put?: never;
        /**
         * Create a product
         * @description Needs a secret key.
         */
        post: operations["products.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a product
         * @description Takes any key of the workspace.
         */
        get: operations["products.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what is given of a product; a list of variants replaces the one there was
         * @description Needs a secret key.
         */
        patch: operations["products.update"];
        trace?: never;
    };
    "/inventory/adjust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adjust the stock of a product or variant as one atomic change
         * @description Needs a secret key; a scoped one needs the scope inventory:write.
         */
        post: operations["inventory.adjust"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tokenize a card
         * @description Takes a secret or a publishable key. At most 60 requests a minute in the lowest tier.
         */
        post: operations["tokens.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokenization-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the key that a browser tokenizes with, and the kind of gateway behind it
         * @description Takes any key of the workspace.
         */
        get: operations["tokenization_key.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Takes any key of the workspace.
         */
        get: operations["customers.list"];
        put?: never;
        /**
         * Create a customer, or update the one with this e-mail address
         * @description Needs a secret key.
         */
        post: operations["customers.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a customer
         * @description Takes any key of the workspace.
         */
        get: operations["customers.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a customer's contact, billing or shipping details
         * @description Needs a secret key.
         */
        patch: operations["customers.update"];
        trace?: never;
    };
    "/customers/{id}/payment-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a customer's saved instruments
         * @description Takes any key of the workspace.
         */
        get: operations["payment_methods.list"];
        put?: never;
        /**
         * Save a card or bank account for a customer
         * @description Needs a secret key.
         */
        post: operations["payment_methods.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{id}/payment-methods/{billingId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a saved instrument
         * @description Needs a secret key.
         */
        delete: operations["payment_methods.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storefronts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List storefronts: their status and live address
         * @description Takes any key of the workspace; a scoped one needs the scope storefronts:read.
         */
        get: operations["storefronts.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/three-ds/initialize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a 3-D Secure authentication of a card
         * @description Takes a secret or a publishable key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["three_ds.initialize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/three-ds/authenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Authenticate the holder of a card with its issuer
         * @description Takes a secret or a publishable key. At most 20 requests a minute in the lowest tier. The workspace needs the debit-and-payouts capability.
         */
        post: operations["three_ds.authenticate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/three-ds/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for the result of an authentication; poll while a challenge is open
         * @description Takes a secret or a publishable key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["three_ds.finish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the payout balance
         * @description Takes any key of the workspace. The workspace needs the debit-and-payouts capability.
         */
        get: operations["balance.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account-checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask whether and how fast a card or bank can receive money
         * @description Needs a secret key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["account_checks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallets/prepare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a wallet_b credential once, and seal it for a charge
         * @description Takes a secret or a publishable key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["wallets.prepare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallets/wallet-a-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a merchant session for a wallet_a sheet
         * @description Takes a secret or a publishable key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["wallets.wallet_a_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallets/wallet-a/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which domains wallet_a is registered for
         * @description Takes any key of the workspace. The workspace needs the debit-and-payouts capability.
         */
        get: operations["wallet_domains.list"];
        put?: never;
        /**
         * Register a domain for wallet_a
         * @description Needs a secret key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["wallet_domains.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/wallets/wallet-a/domains/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a domain from wallet_a
         * @description Needs a secret key. The workspace needs the debit-and-payouts capability.
         */
        delete: operations["wallet_domains.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/charges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Charge a saved instrument or a one-time token
         * @description Needs a secret key. At most 100 requests a minute in the lowest tier. The workspace needs the debit-and-payouts capability.
         */
        post: operations["charges.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions
         * @description Takes any key of the workspace.
         */
        get: operations["transactions.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a transaction
         * @description Takes any key of the workspace.
         */
        get: operations["transactions.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void a transaction that has not settled
         * @description Needs a secret key.
         */
        post: operations["transactions.void"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund a settled transaction, in whole or in part
         * @description Needs a secret key.
         */
        post: operations["transactions.refund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List disputes and alerts
         * @description Takes any key of the workspace.
         */
        get: operations["disputes.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/disputes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a dispute with its time line
         * @description Takes any key of the workspace.
         */
        get: operations["disputes.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payouts
         * @description Takes any key of the workspace. The workspace needs the debit-and-payouts capability.
         */
        get: operations["payouts.list"];
        put?: never;
        /**
         * Send money to a card or bank account
         * @description Needs a secret key. At most 30 requests a minute in the lowest tier. The workspace needs the debit-and-payouts capability.
         */
        post: operations["payouts.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payouts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payout
         * @description Takes any key of the workspace. The workspace needs the debit-and-payouts capability.
         */
        get: operations["payouts.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fulfillments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the fulfillments of a transaction, with the state of its order
         * @description Takes any key of the workspace; a scoped one needs the scope fulfillments:read.
         */
        get: operations["fulfillments.list"];
        put?: never;
        /**
         * Mark every line item of a transaction fulfilled
         * @description Needs a secret key; a scoped one needs the scope fulfillments:write.
         */
        post: operations["fulfillments.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payout links
         * @description Takes any key of the workspace. The workspace needs the debit-and-payouts capability.
         */
        get: operations["payout_links.list"];
        put?: never;
        /**
         * Send a recipient a link to claim money, or make a form for payout requests
         * @description Needs a secret key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["payout_links.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payout link
         * @description Takes any key of the workspace. The workspace needs the debit-and-payouts capability.
         */
        get: operations["payout_links.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-links/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payout link and release what it holds
         * @description Needs a secret key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["payout_links.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description Takes any key of the workspace.
         */
        get: operations["subscriptions.list"];
        put?: never;
        /**
         * Subscribe a customer to a recurring product
         * @description Needs a secret key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["subscriptions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a subscription
         * @description Takes any key of the workspace.
         */
        get: operations["subscriptions.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a subscription, at its period's end or at once
         * @description Needs a secret key.
         */
        post: operations["subscriptions.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop billing a subscription
         * @description Needs a secret key.
         */
        post: operations["subscriptions.pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/subscriptions/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused subscription, or take its pending cancellation back
         * @description Needs a secret key.
         */
        post: operations["subscriptions.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices
         * @description Takes any key of the workspace.
         */
        get: operations["invoices.list"];
        put?: never;
        /**
         * Make an invoice from products: a draft, unless it is to be sent at once
         * @description Needs a secret key.
         */
        post: operations["invoices.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an invoice
         * @description Takes any key of the workspace.
         */
        get: operations["invoices.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * E-mail an invoice to its customer, the first time or again
         * @description Needs a secret key.
         */
        post: operations["invoices.send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void an unpaid invoice
         * @description Needs a secret key.
         */
        post: operations["invoices.void"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkout-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a checkout session, to be paid on a hosted page or one embedded in your own
         * @description Needs a secret key.
         */
        post: operations["checkout_sessions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkout-sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a checkout session
         * @description Takes any key of the workspace.
         */
        get: operations["checkout_sessions.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment links
         * @description Takes any key of the workspace; a scoped one needs the scope payment_links:read.
         */
        get: operations["payment_links.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment-links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payment link
         * @description Takes any key of the workspace; a scoped one needs the scope payment_links:read.
         */
        get: operations["payment_links.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the app's blocks on an object
         * @description Needs an app access token.
         */
        get: operations["blocks.list"];
        put?: never;
        /**
         * Attach a block to an object, or replace the app's block of that type there
         * @description Needs an app access token.
         */
        post: operations["blocks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/blocks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a block of the app
         * @description Needs an app access token.
         */
        delete: operations["blocks.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payout requests
         * @description Takes any key of the workspace. The workspace needs the debit-and-payouts capability.
         */
        get: operations["payout_requests.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-requests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payout request
         * @description Takes any key of the workspace. The workspace needs the debit-and-payouts capability.
         */
        get: operations["payout_requests.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-requests/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay a payout request, or another amount than it asks for
         * @description Needs a secret key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["payout_requests.approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payout-requests/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse to pay a payout request
         * @description Needs a secret key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["payout_requests.reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "payment.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * a payment is processed: at settlement on the debit-and-payouts rail, at approval elsewhere
         * @description Sent when a payment is processed: at settlement on the debit-and-payouts rail, at approval elsewhere.
         */
        post: operations["webhook_payment_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.refunded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * a transaction is refunded, fully or partly
         * @description Sent when a transaction is refunded, fully or partly.
         */
        post: operations["webhook_payment_refunded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.voided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * an unsettled transaction is voided
         * @description Sent when an unsettled transaction is voided.
         */
        post: operations["webhook_payment_voided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * the network rejects a pending payment
         * @description Sent when the network rejects a pending payment.
         */
        post: operations["webhook_payment_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment.disputed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * a settled payment is charged back, or returned by the bank
         * @description Sent when a settled payment is charged back, or returned by the bank.
         */
        post: operations["webhook_payment_disputed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * a dispute or alert is received
         * @description Sent when a dispute or alert is received.
         */
        post: operations["webhook_dispute_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * a dispute changes its status
         * @description Sent when a dispute changes its status.
         */
        post: operations["webhook_dispute_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.evidence_submitted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * a chargeback response goes to the network
         * @description Sent when a chargeback response goes to the network.
         */
        post: operations["webhook_dispute_evidence_submitted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.won": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * a fought chargeback is decided for the merchant
         * @description Sent when a fought chargeback is decided for the merchant.
         */
        post: operations["webhook_dispute_won"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.lost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * a chargeback is decided for the cardholder
         * @description Sent when a chargeback is decided for the cardholder.
         */
        post: operations["webhook_dispute_lost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * a payout is accepted
         * @description Sent when a payout is accepted.
         */
        post: operations["webhook_payout_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * a payout is approved and in transit
         * @description Sent when a payout is approved and in transit.
         */
        post: operations["webhook_payout_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * a payout settles
         * @description Sent when a payout settles.
         */
        post: operations["webhook_payout_paid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * the network rejects a payout before settlement
         * @description Sent when the network rejects a payout before settlement.
         */
        post: operations["webhook_payout_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payout.returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * the receiving bank sends a settled ACH payout back
         * @description Sent when the receiving bank sends a settled ACH payout back.
         */
        post: operations["webhook_payout_returned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * a subscription is made and its first payment taken
         * @description Sent when a subscription is made and its first payment taken.
         */
        post: operations["webhook_subscription_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.renewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * an automatic renewal charge succeeded
         * @description Sent when an automatic renewal charge succeeded.
         */
        post: operations["webhook_subscription_renewed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.cancel_scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * a cancellation is set for the period's end
         * @description Sent when a cancellation is set for the period's end.
         */
        post: operations["webhook_subscription_cancel_scheduled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * a subscription is cancelled, at once or at the scheduled end
         * @description Sent when a subscription is cancelled, at once or at the scheduled end.
         */
        post: operations["webhook_subscription_cancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * a subscription is paused
         * @description Sent when a subscription is paused.
         */
        post: operations["webhook_subscription_paused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.resumed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * a paused subscription is resumed
         * @description Sent when a paused subscription is resumed.
         */
        post: operations["webhook_subscription_resumed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * a subscription is made with a start date in the future
         * @description Sent when a subscription is made with a start date in the future.
         */
        post: operations["webhook_subscription_scheduled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.activated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * a scheduled subscription reached its start date, was charged and became active
         * @description Sent when a scheduled subscription reached its start date, was charged and became active.
         */
        post: operations["webhook_subscription_activated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        OAuthError: {
            /**
             * @description Why it was refused, as RFC 6749 names it.
             * @enum {string}
             */
            error: "invalid_request" | "unsupported_grant_type" | "invalid_client";
            /** @description Why it was refused, for people. */
            error_description: string;
        };
        /** @description Why exactly it was refused, where a code applies; stable. */
        ErrorCode: ("ACCOUNT_NOT_ELIGIBLE" | "already_fulfilled" | "app_required" | "blocked" | "domain_not_registered" | "insufficient_funds" | "parameter_missing" | "resource_missing") | ("amount_too_large" | "body_too_large" | "capability_required" | "card_declined" | "discount_not_applicable" | "duplicate_transaction" | "gateway_unavailable" | "host_not_allowed" | "idempotency_key_reused" | "incorrect_cvc" | "insufficient_scope" | "insufficient_stock" | "invalid_card" | "invalid_json" | "invalid_state" | "merchant_configuration" | "merchant_key_required" | "method_not_allowed" | "origin_not_allowed" | "parameter_invalid" | "parameter_unknown" | "reference_id_reused" | "request_in_progress" | "secret_key_required" | "storage_unavailable" | "token_expired" | "token_used" | "unknown_error" | "unsupported_card" | "unsupported_media_type");
        Error: {
            /** @description For people; its wording may change. */
            error: string;
            /**
             * @description What kind of refusal it is; stable.
             * @enum {string}
             */
            type: "invalid_request_error" | "authentication_error" | "card_error" | "permission_error" | "not_found_error" | "idempotency_error" | "rate_limit_error" | "api_error";
            code?: components["schemas"]["ErrorCode"];
            /** @description The offending field. */
            param?: string;
        };
        DeclinedError: {
            /** @description For people; its wording may change. */
            error: string;
            /**
             * @description The payment was declined.
             * @constant
             */
            type: "card_error";
            code: components["schemas"]["ErrorCode"];
            /** @description The offending field. */
            param?: string;
            /** @description The gateway's own code. */
            decline_code: string | null;
            /**
             * @description What kind of failure it was.
             * @enum {string}
             */
            category: "declined" | "insufficient_funds" | "invalid_card" | "cvc" | "unsupported_card" | "duplicate" | "configuration" | "gateway_unavailable" | "unknown";
            /** @description Finds the attempt in the request log. */
            reference_id: string | null;
            /** @description The failed transaction. */
            data: components["schemas"]["Transaction"];
        };
        UnknownOutcomeError: {
            /** @description For people; its wording may change. */
            error: string;
            /**
             * @description Always so, where the outcome is unknown.
             * @constant
             */
            type: "api_error";
            code: components["schemas"]["ErrorCode"];
            /** @description The offending field. */
            param?: string;
            /** @description The gateway's own code. */
            decline_code: string | null;
            /**
             * @description What kind of failure it was.
             * @enum {string}
             */
            category: "declined" | "insufficient_funds" | "invalid_card" | "cvc" | "unsupported_card" | "duplicate" | "configuration" | "gateway_unavailable" | "unknown";
            /** @description Finds the attempt in the request log. */
            reference_id: string | null;
        };
        Account: {
            /** @description The identifier of the account. */
            id: string;
            /**
             * @description The type of this object, always `account`.
             * @constant
             */
            object: "account";
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When it was made, in ISO 8601.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last, in ISO 8601.
             */
            updated_at: string;
            /** @description The merchant's name, as buyers see it. */
            name: string;
            /** @description The address of the merchant's logo; null where there is none. */
            logo_url: string | null;
            /** @description The merchant's IANA time zone. */
            timezone: string;
            /** @description The merchant's short name in addresses. */
            slug: string;
            /** @description The ISO 4217 code of the currency, in upper case. */
            currency: string;
            /** @description The label of the merchant's storefronts below the service's domain. */
            subdomain: string;
            /** @description The merchant's own domain; null where there is none. */
            custom_domain: string | null;
        };
        Member: {
            /** @description The identifier of the member. */
            id: string;
            /**
             * @description The type of this object, always `member`.
             * @constant
             */
            object: "member";
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When it was made, in ISO 8601.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last, in ISO 8601.
             */
            updated_at: string;
            /** @description The member's name. */
            name: string;
            /** @description The member's e-mail address. */
            email: string;
            /**
             * @description What the member may do.
             * @enum {string}
             */
            role: "owner" | "admin" | "member" | "viewer";
        };
        Pixels: {
            /**
             * @description The type of this object, always `pixels`.
             * @constant
             */
            object: "pixels";
            /** @description The identifier of the Meta pixel; null where there is none. */
            meta_pixel_id: string | null;
            /** @description The identifier of the Google Analytics property; null where there is none. */
            google_analytics_id: string | null;
            /** @description The identifier of the Google Ads account; null where there is none. */
            google_ads_id: string | null;
            /** @description The identifier of the TikTok pixel; null where there is none. */
            tiktok_pixel_id: string | null;
            /** @description The identifier of the Snapchat pixel; null where there is none. */
            snapchat_pixel_id: string | null;
            /** @description The identifier of the Pinterest tag; null where there is none. */
            pinterest_tag_id: string | null;
        };
        Product: {
            /** @description The identifier of the product. */
            id: string;
            /**
             * @description The type of this object, always `product`.
             * @constant
             */
            object: "product";
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When it was made, in ISO 8601.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last, in ISO 8601.
             */
            updated_at: string;
            /** @description What it is called. */
            name: string;
            /** @description What is said of it; null where nothing. */
            description: string | null;
            /** @description Your stock number; null where there is none. */
            sku: string | null;
            /** @description The address of a picture; null where there is none. */
            image_url: string | null;
            /** @description Cents of one; 0 is free. */
            price: number;
            /** @description The ISO 4217 code of the currency, in upper case. */
            currency: string;
            /** @description Whether it can be bought. */
            active: boolean;
            /** @description How many there are. */
            stock_quantity: number;
            /** @description Whether orders take from the stock. */
            track_inventory: boolean;
            /** @description How often it is paid for; null where once. */
            recurring: {
                /**
                 * @description The unit of a period.
                 * @enum {string}
                 */
                interval: "day" | "week" | "month" | "year";
                /** @description How many units a period has. */
                interval_count: number;
            } | null;
            /** @description The forms that it comes in. */
            variants: {
                /** @description The id of the variant. */
                id: string;
                /** @description What it is called. */
                name: string;
                /** @description Your stock number; null where there is none. */
                sku: string | null;
                /** @description Cents of one; null where it has the product's price. */
                price: number | null;
                /** @description How many there are. */
                stock_quantity: number;
                /** @description Whether orders take from its stock. */
                track_inventory: boolean;
            }[];
            /** @description Your own keys and values, kept and shown as they were given. */
            metadata: {
                [key: string]: string | number | boolean | null;
            };
        };
        Inventory: {
            /**
             * @description The type of this object, always `inventory`.
             * @constant
             */
            object: "inventory";
            /** @description The id of the product. */
            product_id: string;
            /** @description The id of the variant; null where the stock is the product's own. */
            variant_id: string | null;
            /** @description How many there are now. */
            stock_quantity: number;
            /** @description Whether orders take from this stock. */
            track_inventory: boolean;
        };
        PaymentToken: {
            /** @description A single-use token, valid for 15 minutes. */
            token: string;
            /** @description What may be shown of the card. */
            card: {
                /** @description The last four digits of the card number. */
                last4: string;
                /** @description The brand of the card. */
                brand: string;
                /** @description The month of expiry, two digits. */
                exp_month: string;
                /** @description The year of expiry, four digits. */
                exp_year: string;
            };
        };
        PaymentMethod: {
            /** @description The identifier of the payment method. */
            id: string;
            /**
             * @description The type of this object, always `payment_method`.
             * @constant
             */
            object: "payment_method";
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When it was made, in ISO 8601.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last, in ISO 8601.
             */
            updated_at: string;
            /** @description The reference of this instrument, equal to its id. */
            billing_id: string;
            /** @description The id of the customer. */
            customer_id: string;
            /** @description The id of the customer in the vault. */
            customer_vault_id: string;
            /**
             * @description Which of the two it is.
             * @enum {string}
             */
            type: "card" | "bank_account";
            /** @description What is kept of the card; null of a bank account. */
            card: {
                /**
                 * @description The brand of the card.
                 * @enum {string}
                 */
                brand: "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay" | "unknown";
                /** @description The last four digits of the card number. */
                last4: string;
                /** @description The first six digits of the card number. */
                bin: string;
                /** @description The month of expiry, two digits. */
                exp_month: string;
                /** @description The year of expiry, four digits. */
                exp_year: string;
                /**
                 * @description Whose money the card spends.
                 * @enum {string}
                 */
                funding: "credit" | "debit" | "prepaid";
                /** @description The ISO 3166-1 alpha-2 code of the issuer's country; null where it is not known. */
                country: string | null;
            } | null;
            /** @description What is kept of the bank account; null of a card. */
            bank_account: {
                /** @description The last four digits of the account number. */
                last4: string;
                /** @description The routing number of the bank, nine digits. */
                routing_number: string;
                /** @description The name of the bank. */
                bank_name: string;
                /**
                 * @description The kind of bank account.
                 * @enum {string}
                 */
                account_type: "checking" | "savings";
                /**
                 * @description Whose account it is.
                 * @enum {string}
                 */
                account_holder_type: "personal" | "business";
                /** @description The holder's name; null where none was given. */
                account_holder_name: string | null;
            } | null;
            /**
             * @description The gateway that it is vaulted with.
             * @enum {string}
             */
            processor: "gateway_a" | "gateway_b" | "debit_payouts";
            /** @description Whether a payout to it would be accepted now. */
            payout_eligible: boolean;
        };
        Customer: {
            /** @description The identifier of the customer. */
            id: string;
            /**
             * @description The type of this object, always `customer`.
             * @constant
             */
            object: "customer";
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When it was made, in ISO 8601.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last, in ISO 8601.
             */
            updated_at: string;
            /** @description The e-mail address, which tells customers apart whatever its case. */
            email: string;
            /** @description The given name; null where it is not known. */
            first_name: string | null;
            /** @description The family name; null where it is not known. */
            last_name: string | null;
            /** @description The company; null where there is none. */
            company: string | null;
            /** @description The phone number; null where it is not known. */
            phone: string | null;
            /** @description Street and number of the billing address. */
            billing_address_1: string | null;
            /** @description What the address has beside the street of the billing address. */
            billing_address_2: string | null;
            /** @description City of the billing address. */
            billing_city: string | null;
            /** @description State or region of the billing address. */
            billing_state: string | null;
            /** @description ZIP or postal code of the billing address. */
            billing_postal_code: string | null;
            /** @description Country, an ISO 3166-1 alpha-2 code of the billing address. */
            billing_country: string | null;
            /** @description Street and number of the shipping address. */
            shipping_address_1: string | null;
            /** @description What the address has beside the street of the shipping address. */
            shipping_address_2: string | null;
            /** @description City of the shipping address. */
            shipping_city: string | null;
            /** @description State or region of the shipping address. */
            shipping_state: string | null;
            /** @description ZIP or postal code of the shipping address. */
            shipping_postal_code: string | null;
            /** @description Country, an ISO 3166-1 alpha-2 code of the shipping address. */
            shipping_country: string | null;
            /**
             * @description The gateway that the customer's instruments are vaulted with.
             * @enum {string}
             */
            processor: "gateway_a" | "gateway_b" | "debit_payouts";
            /** @description The id of the customer in the vault. */
            customer_vault_id: string;
            /** @description Your own keys and values, kept and shown as they were given. */
            metadata: {
                [key: string]: string | number | boolean | null;
            };
        };
        Storefront: {
            /** @description The identifier of the storefront. */
            id: string;
            /**
             * @description The type of this object, always `storefront`.
             * @constant
             */
            object: "storefront";
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When it was made, in ISO 8601.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last, in ISO 8601.
             */
            updated_at: string;
            /**
             * @description Whether it is live.
             * @enum {string}
             */
            status: "draft" | "published";
            /** @description Where it is live; null while it is a draft. */
            url: string | null;
        };
        ThreeDsResult: {
            /**
             * @description The type of this object, always `three_ds_result`.
             * @constant
             */
            object: "three_ds_result";
            /** @description The id of the authentication, which finish takes. */
            authentication_id: string;
            /** @description Y, A, N, U and R are terminal; SKIPPED where no authentication is needed. */
            status: ("Y" | "A" | "N" | "U" | "R" | "SKIPPED") | "C";
            /** @description Whether the cardholder is to be asked. */
            challenge_required: boolean;
            /** @description Where to send the cardholder: `creq` is posted to `url`; null where nowhere. */
            challenge: {
                /** @description Where the challenge is opened. */
                url: string;
                /** @description What is posted there. */
                creq: string;
            } | null;
            /** @description The electronic commerce indicator; null before there is a result. */
            eci: string | null;
            /** @description The cardholder authentication value; null where the issuer gave none. */
            cavv: string | null;
            /** @description The transaction identifier of the authentication; null before there is a result. */
            xid: string | null;
            /** @description The same as `cavv`. */
            authenticationValue: string | null;
            /** @description The directory server's id of the authentication; null before there is a result. */
            dsTransId: string | null;
            /** @description The 3-D Secure server's id of the authentication. */
            threeDSServerTransID: string;
            /** @description The version of the protocol. */
            threeDsVersion: string;
            /** @description Whether no authentication was needed; charge without `three_ds`. */
            skipped: boolean;
            /** @description Why it was skipped or refused; null where nobody says. */
            reason: string | null;
            /** @description Why authenticating failed; stop polling. */
            error?: string;
        };
        Balance: {
            /**
             * @description The type of this object, always `balance`.
             * @constant
             */
            object: "balance";
            /** @description The ISO 4217 code of the currency, in upper case. */
            currency: string;
            /** @description Cents that can be paid out; below zero after refunds or disputes. */
            available: number;
            /** @description Cents of payouts that are pending. */
            reserved: number;
            /** @description Cents of open payout links, their fees included. */
            held: number;
            /** @description Cents of charges that have not settled. */
            pending: number;
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
        };
        AccountCheck: {
            /**
             * @description The type of this object, always `account_check`.
             * @constant
             */
            object: "account_check";
            /**
             * @description What was looked at.
             * @enum {string}
             */
            type: "card" | "bank_account";
            /** @description Whether money can be sent there. */
            eligible: boolean;
            /**
             * @description Why it cannot receive money; null where it can.
             * @enum {string|null}
             */
            code: "ACCOUNT_NOT_ELIGIBLE" | null;
            /** @description The network that money takes: the brand of a card; `rtp`, `fednow` or `ach` for a bank. */
            network: string;
            /**
             * @description When the recipient has the money.
             * @enum {string}
             */
            funds_availability: "immediate" | "next_business_day" | "not_payout_eligible";
            /** @description What an independent BIN directory knows of the card; null where it knows nothing, and of a bank. */
            bin: {
                /** @description The first six digits of the card number. */
                number: string;
                /**
                 * @description The brand of the card.
                 * @enum {string}
                 */
                brand: "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay" | "unknown";
                /**
                 * @description Whose money the card spends, by the directory.
                 * @enum {string}
                 */
                funding: "credit" | "debit" | "prepaid";
                /** @description The name of the bank that issued the card. */
                issuer: string;
                /** @description The ISO 3166-1 alpha-2 code of the issuer's country. */
                country: string;
            } | null;
            /** @description What several sources say of the card's funding; null where they say nothing, and of a bank. */
            card_type_consensus: {
                /**
                 * @description The funding that the sources settle on.
                 * @enum {string}
                 */
                type: "credit" | "debit" | "prepaid";
                /** @description Which sources were asked. */
                sources: ("network" | "directory")[];
                /** @description Whether all of them say the same. */
                agreed: boolean;
            } | null;
            /** @description The routing number of the bank; null of a card. */
            routing_number: string | null;
            /** @description The name of the bank; null of a card. */
            bank_name: string | null;
            /** @description Which instant networks the bank is on; null of a card. */
            rtp: {
                /** @description Whether the bank is on RTP. */
                rtp: boolean;
                /** @description Whether the bank is on FedNow. */
                fednow: boolean;
            } | null;
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
        };
        WalletPrepare: {
            /**
             * @description The type of this object, always `wallet_prepare`.
             * @constant
             */
            object: "wallet_prepare";
            /** @description The sealed credential, for `service_wallet.prepared` of a charge; single use, 15 minutes. */
            prepared: string;
            /** @description Whether a step-up should run before charging. */
            three_ds_required: boolean;
            /**
             * @description Why no step-up is required; null where one is.
             * @enum {string|null}
             */
            three_ds_reason: "already_authenticated" | "three_ds_disabled" | "vault_disabled" | "card_unavailable" | null;
            /** @description What the 3-D Secure operations take; null where they cannot authenticate the card. */
            card_id: string | null;
            /** @description What may be shown of the card. */
            card: {
                /** @description The brand of the card; null where it is not known. */
                brand: string | null;
                /** @description The last four digits of the card number; null where they are not known. */
                last4: string | null;
                /** @description The month of expiry, 1 to 12. */
                exp_month: number;
                /** @description The year of expiry, four digits. */
                exp_year: number;
                /**
                 * @description Whether it is the buyer's real card (pan) or a device token (dpan).
                 * @enum {string}
                 */
                token_type: "pan" | "dpan";
            };
        };
        WalletDomains: {
            /**
             * @description The type of this object, always `wallet_domains`.
             * @constant
             */
            object: "wallet_domains";
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
            /** @description The domains of this mode, the managed ones first. */
            domains: {
                /** @description The host name. */
                domain: string;
                /**
                 * @description Whether wallet_a may be shown there.
                 * @enum {string}
                 */
                status: "registered" | "pending";
                /** @description Whether it is the service's own or the workspace's custom domain, which cannot be removed. */
                managed: boolean;
            }[];
        };
        Transaction: {
            /** @description The identifier of the transaction. */
            id: string;
            /**
             * @description The type of this object, always `transaction`.
             * @constant
             */
            object: "transaction";
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When it was made, in ISO 8601.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last, in ISO 8601.
             */
            updated_at: string;
            /** @description The state that the transaction is in. */
            status: ("pending_settlement" | "settled" | "failed" | "disputed") | ("voided" | "refunded" | "partially_refunded");
            /** @description Cents that were paid, or tried. */
            amount: number;
            /** @description The ISO 4217 code of the currency, in upper case. */
            currency: string;
            /** @description The number of the order, counted from 1 per workspace and mode. */
            order_number: number;
            /** @description The id of the customer; null where there is none. */
            customer_id: string | null;
            /** @description The id of the saved instrument that paid; null where none did. */
            payment_method_id: string | null;
            /** @description The id of the payment link that it was paid on; null where there is none. */
            payment_link_id: string | null;
            /** @description The id of the checkout session that it was paid on; null where there is none. */
            checkout_session_id: string | null;
            /** @description The id of the invoice that it paid; null where there is none. */
            invoice_id: string | null;
            /** @description The id of the subscription that it paid for; null where there is none. */
            subscription_id: string | null;
            /**
             * @description Where the payment began: api for a session or a direct charge, dashboard for a link.
             * @enum {string}
             */
            source: "api" | "dashboard";
            /** @description The reference that the caller gave; null where it gave none. */
            reference_id: string | null;
            /**
             * @description The gateway that took the charge.
             * @enum {string}
             */
            processorType: "gateway_a" | "gateway_b" | "debit_payouts";
            /**
             * @description Whether a card or a bank account paid.
             * @enum {string}
             */
            rail: "card" | "ach";
            /** @description What was bought; empty where an amount was charged. */
            line_items: {
                /** @description The id of the product. */
                product_id: string;
                /** @description The id of the variant of it; null where it is the product itself. */
                variant_id: string | null;
                /** @description What it was called when it was ordered. */
                name: string;
                /** @description How many of it. */
                quantity: number;
                /** @description Cents of one; 0 is free. */
                unit_amount: number;
                /** @description Cents of all of them. */
                amount: number;
            }[];
            /** @description The buyer's name; null where it is not known. */
            buyer_name: string | null;
            /** @description The buyer's e-mail address; null where it is not known. */
            email: string | null;
            /** @description Street and number of the billing address. */
            billing_address_1: string | null;
            /** @description What the address has beside the street of the billing address. */
            billing_address_2: string | null;
            /** @description City of the billing address. */
            billing_city: string | null;
            /** @description State or region of the billing address. */
            billing_state: string | null;
            /** @description ZIP or postal code of the billing address. */
            billing_postal_code: string | null;
            /** @description Country, an ISO 3166-1 alpha-2 code of the billing address. */
            billing_country: string | null;
            /** @description Street and number of the shipping address. */
            shipping_address_1: string | null;
            /** @description What the address has beside the street of the shipping address. */
            shipping_address_2: string | null;
            /** @description City of the shipping address. */
            shipping_city: string | null;
            /** @description State or region of the shipping address. */
            shipping_state: string | null;
            /** @description ZIP or postal code of the shipping address. */
            shipping_postal_code: string | null;
            /** @description Country, an ISO 3166-1 alpha-2 code of the shipping address. */
            shipping_country: string | null;
            /** @description The last four digits of the card; null where a bank account paid. */
            card_last_four: string | null;
            /** @description The brand of the card; null where a bank account paid. */
            card_brand: string | null;
            /** @description The last four digits of the account number; null where a card paid. */
            bank_last_four: string | null;
            /**
             * @description The wallet that paid; null where none did.
             * @enum {string|null}
             */
            wallet_type: "wallet_a" | "wallet_b" | null;
            /** @description The electronic commerce indicator of a device token; null elsewhere. */
            wallet_eci: string | null;
            /** @description Whether a device token came with a cryptogram; null where no wallet paid. */
            wallet_cryptogram_present: boolean | null;
            /** @description The status of the 3-D Secure result; null without one. */
            three_ds_status: string | null;
            /** @description The electronic commerce indicator of the result; null without one. */
            three_ds_eci: string | null;
            /** @description Whether the issuer gave a value; null without a result. */
            three_ds_cavv_present: boolean | null;
            /** @description The transaction identifier of the result; null without one. */
            three_ds_xid: string | null;
            /** @description The version of the 3-D Secure protocol; null without a result. */
            three_ds_version: string | null;
            /** @description The directory server's id of the result; null without one. */
            three_ds_ds_trans_id: string | null;
            /** @description Cents of all refunds so far. */
            total_refunded: number;
            /**
             * @description Whether its order was sent.
             * @enum {string}
             */
            fulfillment_status: "unfulfilled" | "fulfilled";
            /** @description The code of the failure; null where it did not fail. */
            error_code: string | null;
            /** @description The failure in words; null where it did not fail. */
            error_message: string | null;
            /** @description The gateway's own code, verbatim; null where it gave none. */
            decline_code: string | null;
            /**
             * @description What kind of decline it was; null where it was none.
             * @enum {string|null}
             */
            category: "declined" | "insufficient_funds" | "invalid_card" | "cvc" | "unsupported_card" | "duplicate" | "configuration" | "gateway_unavailable" | "unknown" | null;
            /**
             * Format: date-time
             * @description When it settled, in ISO 8601; null until then.
             */
            settled_at: string | null;
            /**
             * Format: date-time
             * @description When it was voided, in ISO 8601; null until then.
             */
            voided_at: string | null;
            /**
             * Format: date-time
             * @description When it failed, in ISO 8601; null until then.
             */
            failed_at: string | null;
            /**
             * Format: date-time
             * @description When it was disputed, in ISO 8601; null until then.
             */
            disputed_at: string | null;
            /** @description `X-Service-SDK` of the client that paid; null where none told. */
            sdk: string | null;
            /** @description Your own keys and values; of a payment on a page also what the page told of its client. */
            metadata: {
                [key: string]: string | number | boolean | null | {
                    [key: string]: unknown;
                };
            };
        };
        Dispute: {
            /** @description The identifier of the dispute. */
            id: string;
            /**
             * @description The type of this object, always `dispute`.
             * @constant
             */
            object: "dispute";
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When it was made, in ISO 8601.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last, in ISO 8601.
             */
            updated_at: string;
            /** @description The id of the dispute. */
            dispute_id: string;
            /** @description The id of the disputed transaction; null while it is unmatched. */
            transaction_id: string | null;
            /**
             * @description What kind of dispute or alert it is.
             * @enum {string}
             */
            kind: "alert_ethoca" | "alert_cdrn" | "alert_rdr" | "chargeback" | "tc40" | "ach_return" | "reversal";
            /**
             * @description The state that the dispute is in.
             * @enum {string}
             */
            status: "new" | "matched" | "unmatched" | "refunded" | "accepted" | "fighting" | "response_submitted" | "won" | "lost" | "expired";
            /** @description The network that sent it. */
            network: string;
            /** @description Why the cardholder or the bank disputes. */
            reason: string;
            /** @description The network's own code of the reason. */
            reason_code: string;
            /** @description Disputed cents. */
            amount: number;
            /** @description The ISO 4217 code of the currency, in upper case. */
            currency: string;
            /** @description The last four digits of the card; null of a bank account. */
            card_last4: string | null;
            /**
             * Format: date-time
             * @description Until when it can be answered, in ISO 8601.
             */
            due_at: string;
            /** @description Whether it is of test mode. */
            sandbox: boolean;
        };
        Payout: {
            /** @description The identifier of the payout. */
            id: string;
            /**
             * @description The type of this object, always `payout`.
             * @constant
             */
            object: "payout";
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When it was made, in ISO 8601.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last, in ISO 8601.
             */
            updated_at: string;
            /** @description Its number, counted from 1 per workspace and mode. */
            payout_number: number;
            /** @description Cents that are sent. */
            amount: number;
            /** @description The ISO 4217 code of the currency, in upper case. */
            currency: string;
            /**
             * @description The state that the payout is in.
             * @enum {string}
             */
            status: "pending" | "paid" | "failed" | "canceled";
            /**
             * @description How the money travels.
             * @enum {string}
             */
            rail: "card" | "ach" | "rtp";
            /**
             * @description The instant network that it takes; null on another rail.
             * @enum {string|null}
             */
            rtp_network: "rtp" | "fednow" | null;
            /** @description The last four digits of the card; null where a bank account is paid. */
            card_last_four: string | null;
            /** @description The brand of the card; null where a bank account is paid. */
            card_brand: string | null;
            /** @description The last four digits of the account number; null where a card is paid. */
            bank_last_four: string | null;
            /** @description What the recipient's statement says. */
            descriptor: string;
            /** @description The id of the customer who is paid. */
            customer_id: string;
            /** @description Why it is paid, for example `payout`. */
            purpose: string;
            /** @description The id of the transaction that it refunds; null where it is no refund. */
            refund_for_transaction_id: string | null;
            /** @description The reference that the caller gave; null where it gave none. */
            reference_id: string | null;
            /** @description The network's code of the failure; null where it did not fail. */
            error_code: string | null;
            /** @description The failure in words; null where it did not fail. */
            error_message: string | null;
            /** @description Whether the receiving bank sent it back. */
            returned: boolean;
            /**
             * Format: date-time
             * @description When it came back, in ISO 8601; null where it did not.
             */
            returned_at: string | null;
            /** @description The bank's code of the return; null where it did not come back. */
            return_code: string | null;
            /** @description The return in words; null where it did not come back. */
            return_reason: string | null;
            /** @description Your own keys and values, kept and shown as they were given. */
            metadata: {
                [key: string]: string | number | boolean | null;
            };
        };
        Fulfillment: {
            /** @description The identifier of the fulfillment. */
            id: string;
            /**
             * @description The type of this object, always `fulfillment`.
             * @constant
             */
            object: "fulfillment";
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When it was made, in ISO 8601.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last, in ISO 8601.
             */
            updated_at: string;
            /** @description The id of the transaction whose order was sent. */
            transaction_id: string;
            /** @description The carrier's number of the parcel; null where none was given. */
            tracking_number: string | null;
            /** @description Who carries it; null where nobody was named. */
            carrier: string | null;
            /** @description Where the parcel can be followed; null where nowhere. */
            tracking_url: string | null;
            /** @description Everything that the order holds. */
            line_items: {
                /** @description The id of the product. */
                product_id: string;
                /** @description The id of the variant of it; null where it is the product itself. */
                variant_id: string | null;
                /** @description What it was called when it was ordered. */
                name: string;
                /** @description How many of it. */
                quantity: number;
                /** @description Cents of one; 0 is free. */
                unit_amount: number;
                /** @description Cents of all of them. */
                amount: number;
            }[];
        };
        PayoutLink: {
            /** @description The identifier of the payout link. */
            id: string;
            /**
             * @description The type of this object, always `payout_link`.
             * @constant
             */
            object: "payout_link";
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When it was made, in ISO 8601.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last, in ISO 8601.
             */
            updated_at: string;
            /**
             * @description Whether it holds money for one recipient, or is a form that anybody may fill.
             * @enum {string}
             */
            type: "directed" | "request";
            /**
             * @description The state that the payout link is in.
             * @enum {string}
             */
            status: "pending" | "active" | "claimed" | "cancelled" | "expired";
            /** @description Cents. Of a request link: what its form suggests, if anything. */
            amount: number | null;
            /** @description Cents, held beside the amount of a directed link; else 0. */
            fee: number;
            /** @description The ISO 4217 code of the currency, in upper case. */
            currency: string;
            /** @description Where the claim link was sent; null of a form. */
            recipient_email: string | null;
            /** @description Whom the money is for; null where nobody was named. */
            recipient_name: string | null;
            /** @description What the recipient is told; null where nothing. */
            note: string | null;
            /** @description The address of its page. */
            url: string;
            /** @description The last part of the page's address. */
            slug: string;
            /** @description The id of the payout of a claimed link; null until then. */
            payout_id: string | null;
            /**
             * Format: date-time
             * @description When it was claimed, in ISO 8601; null until then.
             */
            claimed_at: string | null;
            /**
             * Format: date-time
             * @description When it was cancelled, in ISO 8601; null until then.
             */
            cancelled_at: string | null;
            /**
             * Format: date-time
             * @description Until when it can be claimed, in ISO 8601; null of a form, which does not expire.
             */
            expires_at: string | null;
            /** @description The reference that the caller gave; null where it gave none. */
            reference_id: string | null;
            /** @description Your own keys and values, kept and shown as they were given. */
            metadata: {
                [key: string]: string | number | boolean | null;
            };
        };
        Subscription: {
            /** @description The identifier of the subscription. */
            id: string;
            /**
             * @description The type of this object, always `subscription`.
             * @constant
             */
            object: "subscription";
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When it was made, in ISO 8601.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last, in ISO 8601.
             */
            updated_at: string;
            /**
             * @description The state that the subscription is in.
             * @enum {string}
             */
            status: "active" | "scheduled" | "paused" | "past_due" | "cancelled";
            /** @description The id of the customer who pays. */
            customer_id: string;
            /** @description The id of the recurring product. */
            product_id: string;
            /** @description The id of the saved instrument that is charged. */
            payment_method_id: string;
            /** @description Cents of each period: the product's price when the subscription was made. */
            amount: number;
            /** @description The ISO 4217 code of the currency, in upper case. */
            currency: string;
            /**
             * @description The unit of a period.
             * @enum {string}
             */
            interval: "day" | "week" | "month" | "year";
            /** @description How many units a period has. */
            interval_count: number;
            /**
             * Format: date-time
             * @description When it begins, in ISO 8601.
             */
            start_date: string;
            /**
             * Format: date-time
             * @description When the period that is paid began, in ISO 8601; null until then.
             */
            current_period_start: string | null;
            /**
             * Format: date-time
             * @description When the period that is paid ends, in ISO 8601; null until then.
             */
            current_period_end: string | null;
            /** @description Whether it ends with the period that is paid. */
            cancel_at_period_end: boolean;
            /**
             * Format: date-time
             * @description When it ends, where an end is set, in ISO 8601; null until then.
             */
            cancel_at: string | null;
            /**
             * Format: date-time
             * @description When it was cancelled, in ISO 8601; null until then.
             */
            cancelled_at: string | null;
            /** @description Why it was cancelled, or is to be; null where neither. */
            cancel_reason: string | null;
            /**
             * Format: date-time
             * @description When it was paused, in ISO 8601; null until then.
             */
            paused_at: string | null;
            /** @description The id of the newest payment; null before the first. */
            latest_transaction_id: string | null;
            /** @description Your own name of it, or the one that a 503 made; null without one. */
            reference_id: string | null;
            /** @description Your own keys and values, kept and shown as they were given. */
            metadata: {
                [key: string]: string | number | boolean | null;
            };
        };
        Invoice: {
            /** @description The identifier of the invoice. */
            id: string;
            /**
             * @description The type of this object, always `invoice`.
             * @constant
             */
            object: "invoice";
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When it was made, in ISO 8601.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last, in ISO 8601.
             */
            updated_at: string;
            /** @description `INV-0001` and so on, counted per workspace and mode without gaps. */
            number: string;
            /**
             * @description The state that the invoice is in.
             * @enum {string}
             */
            status: "draft" | "sent" | "viewed" | "processing" | "paid" | "void";
            /** @description The id of the customer who is to pay. */
            customer_id: string;
            /** @description What is to be paid for, at the prices of when it was made. */
            line_items: {
                /** @description The id of the product. */
                product_id: string;
                /** @description The id of the variant of it; null where it is the product itself. */
                variant_id: string | null;
                /** @description What it was called when it was ordered. */
                name: string;
                /** @description How many of it. */
                quantity: number;
                /** @description Cents of one; 0 is free. */
                unit_amount: number;
                /** @description Cents of all of them. */
                amount: number;
            }[];
            /** @description Cents to pay. */
            amount: number;
            /** @description The ISO 4217 code of the currency, in upper case. */
            currency: string;
            /** @description What the merchant says to the customer; null where nothing. */
            memo: string | null;
            /**
             * Format: date-time
             * @description When it is to be paid at the latest, in ISO 8601; null until then.
             */
            due_date: string | null;
            /** @description The id of the payment under way or made; null without one, and again after it failed. */
            transaction_id: string | null;
            /**
             * Format: date-time
             * @description When it was sent first, in ISO 8601; null until then.
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description When its page was opened first, in ISO 8601; null until then.
             */
            viewed_at: string | null;
            /**
             * Format: date-time
             * @description When it was paid, in ISO 8601; null until then.
             */
            paid_at: string | null;
            /**
             * Format: date-time
             * @description When it was voided, in ISO 8601; null until then.
             */
            voided_at: string | null;
            /** @description Your own keys and values, kept and shown as they were given. */
            metadata: {
                [key: string]: string | number | boolean | null;
            };
            /** @description The page that shows the invoice; once it was sent. */
            hosted_invoice_url?: string;
            /** @description The one-time payment link; once it was sent. */
            pay_url?: string;
            /** @description Whether it went out by e-mail; once it was sent. */
            emailed?: boolean;
        };
        CheckoutSession: {
            /** @description The identifier of the checkout session. */
            id: string;
            /**
             * @description The type of this object, always `checkout_session`.
             * @constant
             */
            object: "checkout_session";
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When it was made, in ISO 8601.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last, in ISO 8601.
             */
            updated_at: string;
            /**
             * @description The state that the checkout session is in.
             * @enum {string}
             */
            status: "open" | "complete" | "expired";
            /** @description Whether the service shows the page, or you embed it in your own. */
            ui_mode: "embedded" | "hosted";
            /** @description Embedded mode: what the browser SDK is given; else null. */
            client_secret: string | null;
            /** @description The last part of the page's address, and all that a mobile app needs. */
            slug: string;
            /** @description Where the customer goes after paying; null where the page stays. */
            success_url: string | null;
            /** @description Where the customer goes who does not pay; null where nowhere. */
            cancel_url: string | null;
            /** @description The origins whose pages may embed it, matched exactly. */
            allowed_parent_origins: string[];
            /** @description Whether the page shows what is bought. */
            show_order_summary: boolean;
            /** @description What is bought; empty where an amount is paid. */
            line_items: {
                /** @description The id of the product. */
                product_id: string;
                /** @description The id of the variant of it; null where it is the product itself. */
                variant_id: string | null;
                /** @description What it was called when it was ordered. */
                name: string;
                /** @description How many of it. */
                quantity: number;
                /** @description Cents of one; 0 is free. */
                unit_amount: number;
                /** @description Cents of all of them. */
                amount: number;
            }[];
            /** @description The ISO 4217 code of the currency, in upper case. */
            currency: string;
            /** @description Cents that the customer pays: the discount is taken off. */
            amount: number;
            /** @description The code that was applied; null where none was. */
            discount_code: string | null;
            /** @description Cents taken off by the discount code. */
            discount_amount: number;
            /** @description The id of the customer; null where there is none. */
            customer_id: string | null;
            /** @description The e-mail address that the page begins with; null where it begins empty. */
            customer_email: string | null;
            /** @description The phone number that the page begins with; null where it begins empty. */
            customer_phone: string | null;
            /** @description How the page shows the field of the e-mail address. */
            email_field_mode: "read_only" | ("editable" | "hidden");
            /** @description How the page shows the field of the phone number. */
            phone_field_mode: "hidden" | ("editable" | "read_only");
            /** @description When the page offers quick checkout. */
            quick_checkout_behavior: "on_load" | ("on_click" | "never");
            /** @description The language of its pages, a BCP 47 tag such as de or fr-CA; null where the buyer's browser decides. */
            locale: string | null;
            /** @description The id of the transaction that paid it; null until it is paid. */
            transaction_id: string | null;
            /**
             * Format: date-time
             * @description Until when it can be paid, in ISO 8601.
             */
            expires_at: string;
            /** @description Your own keys and values, kept and shown as they were given. */
            metadata: {
                [key: string]: string | number | boolean | null;
            };
            /** @description Hosted mode: where the customer is sent; else null. */
            url: string | null;
        };
        PaymentLink: {
            /** @description The identifier of the payment link. */
            id: string;
            /**
             * @description The type of this object, always `payment_link`.
             * @constant
             */
            object: "payment_link";
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When it was made, in ISO 8601.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last, in ISO 8601.
             */
            updated_at: string;
            /**
             * @description The state that the payment link is in.
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @description The last part of the page's address. */
            slug: string;
            /** @description What the page calls itself. */
            name: string;
            /** @description What it sells; empty where it takes an amount. */
            products: {
                /** @description The id of the product. */
                product_id: string;
                /** @description The id of the variant of it; null where it is the product itself. */
                variant_id: string | null;
                /** @description How many of it are bought at once. */
                quantity: number;
            }[];
            /** @description Cents; null where products are sold, at their prices of the day. */
            amount: number | null;
            /** @description The ISO 4217 code of the currency, in upper case. */
            currency: string;
            /** @description What its page asks beside the usual. */
            custom_fields: {
                /** @description What names the answer in the payment's `metadata.customFields`. */
                id: string;
                /** @description What the buyer is asked. */
                label: string;
                /**
                 * @description What kind of answer it takes.
                 * @enum {string}
                 */
                type: "text" | "number" | "select" | "checkbox";
                /** @description Whether paying needs an answer. */
                required: boolean;
                /** @description What a select chooses from; null for the others. */
                options: string[] | null;
            }[];
            /** @description Whether its page asks where to send the order. */
            collect_shipping_address: boolean;
            /** @description Your own keys and values, kept and shown as they were given. */
            metadata: {
                [key: string]: string | number | boolean | null;
            };
            /** @description The exact public address of its page. */
            url: string;
        };
        Block: {
            /** @description The identifier of the block. */
            id: string;
            /**
             * @description The type of this object, always `block`.
             * @constant
             */
            object: "block";
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When it was made, in ISO 8601.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last, in ISO 8601.
             */
            updated_at: string;
            /**
             * @description What kind of object the block stands at.
             * @enum {string}
             */
            object_type: "transaction" | "customer" | "subscription";
            /** @description The id of the object that the block stands at. */
            object_id: string;
            /** @description The app's own name of this kind of block. */
            block_type: string;
            /** @description Any object of at most 16 KB. The confirmation page, the customer portal and the receipt show `title` as its heading, `url` (with `link_label`) as its link, and everything else as lines. */
            content: {
                [key: string]: unknown;
            };
            /** @description The client id of the app that the block belongs to. */
            app_id: string;
        };
        PayoutRequest: {
            /** @description The identifier of the payout request. */
            id: string;
            /**
             * @description The type of this object, always `payout_request`.
             * @constant
             */
            object: "payout_request";
            /** @description Whether it belongs to live mode; false in test mode. */
            livemode: boolean;
            /**
             * Format: date-time
             * @description When it was made, in ISO 8601.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was changed last, in ISO 8601.
             */
            updated_at: string;
            /** @description The id of the payout link whose form was filled. */
            payout_link_id: string;
            /**
             * @description The state that the payout request is in.
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected" | "failed";
            /** @description Cents that were asked for; kept when another amount is paid. */
            requested_amount: number;
            /** @description Cents that are paid; null until it is approved. */
            amount: number | null;
            /** @description The ISO 4217 code of the currency, in upper case. */
            currency: string;
            /** @description Who asks. */
            name: string;
            /** @description The e-mail address of who asks. */
            email: string;
            /** @description What the merchant is told; null where nothing. */
            note: string | null;
            /** @description The last four digits of the card number. */
            card_last_four: string;
            /** @description The brand of the card. */
            card_brand: string;
            /** @description The id of the payout; null until it is approved. */
            payout_id: string | null;
            /**
             * Format: date-time
             * @description When it was approved, in ISO 8601; null until then.
             */
            approved_at: string | null;
            /**
             * Format: date-time
             * @description When it was rejected, in ISO 8601; null until then.
             */
            rejected_at: string | null;
            /**
             * Format: date-time
             * @description When its payout failed, in ISO 8601; null until then.
             */
            failed_at: string | null;
        };
    };
    responses: {
        /** @description Invalid or missing parameters. */
        InvalidRequest: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Missing or invalid key. */
        Unauthorized: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The payment was declined; `data` holds the failed transaction. */
        Declined: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeclinedError"];
            };
        };
        /** @description The key may not do this. */
        Forbidden: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The resource does not exist. */
        NotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A conflict, or a reference or an Idempotency-Key used again. */
        Conflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests; nothing was processed. */
        TooManyRequests: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The outcome is unknown; retry with the same reference_id. */
        UnknownOutcome: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnknownOutcomeError"];
            };
        };
        /** @description The network is unavailable; nothing was done. */
        Unavailable: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Refused before the operation was asked, or a failure of the service. */
        Failure: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Refused as OAuth 2.0 says. */
        OAuthRefused: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Requests allowed this minute. */
        "X-RateLimit-Limit": number;
        /** @description Requests left this minute. */
        "X-RateLimit-Remaining": number;
        /** @description The tier that the limit belongs to. */
        "X-RateLimit-Tier": "new" | "established" | "scaled" | "high_volume";
        /** @description The id under which the request log keeps it. */
        "Request-Id": string;
        /** @description The fields that nothing read, and headers that look like one of the API but are not it. */
        "X-Emulator-Ignored": string;
        /** @description Seconds until a retry may succeed. */
        "Retry-After": number;
        /** @description A stored answer, given again. */
        "Idempotency-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "account.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Failure"];
        };
    };
    "account.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada’s Coffee",
                 *       "logo_url": "https://shop.example/logo.png",
                 *       "timezone": "Europe/Berlin"
                 *     }
                 */
                "application/json": {
                    /** @description The merchant's name, as buyers see it. */
                    name?: string;
                    /**
                     * Format: uri
                     * @description The address of the merchant's logo; null removes it, http or https, or a picture of at most 64 KB as data:image/png;base64,….
                     */
                    logo_url?: string | null;
                    /** @description An IANA time zone such as Europe/Berlin. */
                    timezone?: string;
                    /** @description Read-only: what is given here is not applied. */
                    slug?: unknown;
                    /** @description Read-only: what is given here is not applied. */
                    currency?: unknown;
                    /** @description Read-only: what is given here is not applied. */
                    subdomain?: unknown;
                    /** @description Read-only: what is given here is not applied. */
                    custom_domain?: unknown;
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "app_tokens.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grant_type": "client_credentials",
                 *       "client_id": "app_demo",
                 *       "client_secret": "app_secret_demo"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The only way in which apps get a token.
                     * @enum {string}
                     */
                    grant_type: "client_credentials";
                    /** @description The app's id; it may come in an Authorization header of the Basic scheme instead. */
                    client_id?: string;
                    /** @description The app's secret, which comes where its id does. */
                    client_secret?: string;
                    /** @description The workspace that the app is installed in; where it is given it must be that one. */
                    workspace_id?: string;
                    /**
                     * @description The data that the token is for; test where none is given.
                     * @enum {string}
                     */
                    mode?: "test" | "live";
                };
                /**
                 * @example {
                 *       "grant_type": "client_credentials",
                 *       "client_id": "app_demo",
                 *       "client_secret": "app_secret_demo"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    /**
                     * @description The only way in which apps get a token.
                     * @enum {string}
                     */
                    grant_type: "client_credentials";
                    /** @description The app's id; it may come in an Authorization header of the Basic scheme instead. */
                    client_id?: string;
                    /** @description The app's secret, which comes where its id does. */
                    client_secret?: string;
                    /** @description The workspace that the app is installed in; where it is given it must be that one. */
                    workspace_id?: string;
                    /**
                     * @description The data that the token is for; test where none is given.
                     * @enum {string}
                     */
                    mode?: "test" | "live";
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What app routes take; begins with pat_. */
                        access_token: string;
                        /**
                         * @description How the token is sent: after the word Bearer.
                         * @enum {string}
                         */
                        token_type: "bearer";
                        /** @description Seconds until it expires. */
                        expires_in: number;
                        /** @description What the token may do. */
                        scope: string;
                    };
                };
            };
            400: components["responses"]["OAuthRefused"];
            401: components["responses"]["OAuthRefused"];
            409: components["responses"]["OAuthRefused"];
            default: components["responses"]["Failure"];
        };
    };
    "members.list": {
        parameters: {
            query?: {
                /** @description How many objects a page has. */
                limit?: number;
                /** @description The id of the last object of the page before. */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The objects of this page, newest first. */
                        data: components["schemas"]["Member"][];
                        /** @description Whether there are more after the last one of this page. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Failure"];
        };
    };
    "pixels.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pixels"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Failure"];
        };
    };
    "pixels.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "google_analytics_id": "G-EXAMPLE",
                 *       "meta_pixel_id": null
                 *     }
                 */
                "application/json": {
                    /** @description The identifier of the Meta pixel; null or an empty text removes it. */
                    meta_pixel_id?: string | null;
                    /** @description The identifier of the Google Analytics property; null or an empty text removes it. */
                    google_analytics_id?: string | null;
                    /** @description The identifier of the Google Ads account; null or an empty text removes it. */
                    google_ads_id?: string | null;
                    /** @description The identifier of the TikTok pixel; null or an empty text removes it. */
                    tiktok_pixel_id?: string | null;
                    /** @description The identifier of the Snapchat pixel; null or an empty text removes it. */
                    snapchat_pixel_id?: string | null;
                    /** @description The identifier of the Pinterest tag; null or an empty text removes it. */
                    pinterest_tag_id?: string | null;
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pixels"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "products.list": {
        parameters: {
            query?: {
                /** @description How many objects a page has. */
                limit?: number;
                /** @description The id of the last object of the page before. */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The objects of this page, newest first. */
                        data: components["schemas"]["Product"][];
                        /** @description Whether there are more after the last one of this page. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Failure"];
        };
    };
    "products.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "A bag of coffee",
                 *       "price": 1800,
                 *       "recurring": {
                 *         "interval": "month",
                 *         "interval_count": 1
                 *       },
                 *       "track_inventory": true,
                 *       "stock_quantity": 40,
                 *       "variants": [
                 *         {
                 *           "name": "Decaf",
                 *           "price": 1900
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description What it is called. */
                    name: string;
                    /** @description Cents of one; 0 is free. */
                    price: number;
                    /** @description What is said of it. */
                    description?: string | null;
                    /** @description Your stock number. */
                    sku?: string | null;
                    /**
                     * Format: uri
                     * @description The address of a picture, http or https, or a picture of at most 64 KB as data:image/png;base64,….
                     */
                    image_url?: string | null;
                    /** @description An ISO 4217 code in any case; USD where none is given. */
                    currency?: string;
                    /** @description Whether it can be bought; it can unless this is false. */
                    active?: boolean;
                    /** @description How many there are. */
                    stock_quantity?: number;
                    /** @description Whether orders take from the stock; they do not unless this is true. */
                    track_inventory?: boolean;
                    /** @description How often it is paid for; null where once. */
                    recurring?: {
                        /**
                         * @description The unit of a period.
                         * @enum {string}
                         */
                        interval: "day" | "week" | "month" | "year";
                        /** @description How many units a period has; 1 where none is given. */
                        interval_count?: number;
                    } | null;
                    /** @description The forms that it comes in; a list replaces the one there was. */
                    variants?: {
                        /** @description The id of a variant that is there; left out for a new one. */
                        id?: string;
                        /** @description What it is called; a new one needs it. */
                        name?: string;
                        /** @description Your stock number. */
                        sku?: string | null;
                        /** @description Cents of one; null for the product's price. */
                        price?: number | null;
                        /** @description How many there are. */
                        stock_quantity?: number;
                        /** @description Whether orders take from its stock. */
                        track_inventory?: boolean;
                    }[];
                    /** @description Your own keys and values, kept and shown as they were given. */
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description It was done. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Product"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "products.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the product.
                 * @example prod_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Product"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Failure"];
        };
    };
    "products.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the product.
                 * @example prod_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "price": 2900
                 *     }
                 */
                "application/json": {
                    /** @description What it is called. */
                    name?: string;
                    /** @description Cents of one; 0 is free. */
                    price?: number;
                    /** @description What is said of it. */
                    description?: string | null;
                    /** @description Your stock number. */
                    sku?: string | null;
                    /**
                     * Format: uri
                     * @description The address of a picture, http or https, or a picture of at most 64 KB as data:image/png;base64,….
                     */
                    image_url?: string | null;
                    /** @description An ISO 4217 code in any case; USD where none is given. */
                    currency?: string;
                    /** @description Whether it can be bought; it can unless this is false. */
                    active?: boolean;
                    /** @description How many there are. */
                    stock_quantity?: number;
                    /** @description Whether orders take from the stock; they do not unless this is true. */
                    track_inventory?: boolean;
                    /** @description How often it is paid for; null where once. */
                    recurring?: {
                        /**
                         * @description The unit of a period.
                         * @enum {string}
                         */
                        interval: "day" | "week" | "month" | "year";
                        /** @description How many units a period has; 1 where none is given. */
                        interval_count?: number;
                    } | null;
                    /** @description The forms that it comes in; a list replaces the one there was. */
                    variants?: {
                        /** @description The id of a variant that is there; left out for a new one. */
                        id?: string;
                        /** @description What it is called; a new one needs it. */
                        name?: string;
                        /** @description Your stock number. */
                        sku?: string | null;
                        /** @description Cents of one; null for the product's price. */
                        price?: number | null;
                        /** @description How many there are. */
                        stock_quantity?: number;
                        /** @description Whether orders take from its stock. */
                        track_inventory?: boolean;
                    }[];
                    /** @description Your own keys and values, kept and shown as they were given. */
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Product"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "inventory.adjust": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "product_id": "prod_1",
                 *       "delta": -1
                 *     }
                 */
                "application/json": {
                    /** @description The id of the product. */
                    product_id: string;
                    /** @description A relative change; refused with 409 where less than nothing would be left. */
                    delta?: number;
                    /** @description The absolute value to set, meant for imports. */
                    quantity?: number;
                    /** @description The id of the variant whose stock it is; null or left out for the product itself. */
                    variant_id?: string | null;
                } & ({
                    delta: unknown;
                } | {
                    quantity: unknown;
                });
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Inventory"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "tokens.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "number": "4000056655665556",
                 *       "exp_month": "12",
                 *       "exp_year": "2030",
                 *       "cvv": "123"
                 *     }
                 */
                "application/json": {
                    /** @description The card number, which is not kept; a test card of `emulator outcomes`. */
                    number: string;
                    /** @description The month of expiry, 1 to 12. */
                    exp_month: string;
                    /** @description The year of expiry, of two or four digits. */
                    exp_year: string;
                    /** @description The security code, 3 or 4 digits; it is not kept. */
                    cvv?: string;
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["PaymentToken"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "tokenization_key.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /**
                             * @description The type of this object, always `tokenization_key`.
                             * @constant
                             */
                            object: "tokenization_key";
                            /** @description What a browser tokenizes with. */
                            key: string;
                            /**
                             * @description The kind of gateway behind it.
                             * @enum {string}
                             */
                            processor_type: "gateway_a" | "gateway_b" | "debit_payouts" | "gateway_a_white_label";
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Failure"];
        };
    };
    "customers.list": {
        parameters: {
            query?: {
                /** @description How many objects a page has. */
                limit?: number;
                /** @description The id of the last object of the page before. */
                starting_after?: string;
                /** @description Only customers vaulted with this gateway. */
                processor?: "gateway_a" | "gateway_b" | "debit_payouts";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The objects of this page, newest first. */
                        data: components["schemas"]["Customer"][];
                        /** @description Whether there are more after the last one of this page. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Failure"];
        };
    };
    "customers.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "first_name": "Ada",
                 *       "last_name": "Lovelace",
                 *       "billing_address_1": "1 Main St",
                 *       "billing_city": "Springfield",
                 *       "billing_state": "IL",
                 *       "billing_postal_code": "62701",
                 *       "billing_country": "US"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description The e-mail address; a customer who has it already is updated.
                     */
                    email: string;
                    /** @description The given name; null removes it. */
                    first_name?: string | null;
                    /** @description The family name; null removes it. */
                    last_name?: string | null;
                    /** @description The company; null removes it. */
                    company?: string | null;
                    /** @description The phone number; null removes it. */
                    phone?: string | null;
                    /** @description Street and number of the billing address. */
                    billing_address_1?: string | null;
                    /** @description What the address has beside the street of the billing address. */
                    billing_address_2?: string | null;
                    /** @description City of the billing address. */
                    billing_city?: string | null;
                    /** @description State or region of the billing address. */
                    billing_state?: string | null;
                    /** @description ZIP or postal code of the billing address. */
                    billing_postal_code?: string | null;
                    /** @description Country, an ISO 3166-1 alpha-2 code of the billing address. */
                    billing_country?: string | null;
                    /** @description Street and number of the shipping address. */
                    shipping_address_1?: string | null;
                    /** @description What the address has beside the street of the shipping address. */
                    shipping_address_2?: string | null;
                    /** @description City of the shipping address. */
                    shipping_city?: string | null;
                    /** @description State or region of the shipping address. */
                    shipping_state?: string | null;
                    /** @description ZIP or postal code of the shipping address. */
                    shipping_postal_code?: string | null;
                    /** @description Country, an ISO 3166-1 alpha-2 code of the shipping address. */
                    shipping_country?: string | null;
                    /** @description Your own keys and values, kept and shown as they were given. */
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                    /** @description A one-time token of the card to save. */
                    payment_token?: string;
                    /** @description The card number, which is not kept; a test card of `emulator outcomes`. */
                    cc_number?: string;
                    /** @description The month of expiry, 1 to 12. */
                    cc_exp_month?: string;
                    /** @description The year of expiry, of two or four digits. */
                    cc_exp_year?: string;
                } & (unknown & (unknown | {
                    cc_exp_month: unknown;
                    cc_exp_year: unknown;
                }) & (unknown | ({
                    payment_token: unknown;
                } | {
                    cc_number: unknown;
                })) & (unknown | ({
                    payment_token: unknown;
                } | {
                    cc_number: unknown;
                })));
            };
        };
        responses: {
            /** @description It was done. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The customer as it is now. */
                        data: components["schemas"]["Customer"];
                        /** @description The card that was saved; null where none was given. */
                        payment_method: {
                            /** @description The identifier of the payment method. */
                            id: string;
                            /**
                             * @description The type of this object, always `payment_method`.
                             * @constant
                             */
                            object: "payment_method";
                            /** @description Whether it belongs to live mode; false in test mode. */
                            livemode: boolean;
                            /**
                             * Format: date-time
                             * @description When it was made, in ISO 8601.
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description When it was changed last, in ISO 8601.
                             */
                            updated_at: string;
                            /** @description The reference of this instrument, equal to its id. */
                            billing_id: string;
                            /** @description The id of the customer. */
                            customer_id: string;
                            /** @description The id of the customer in the vault. */
                            customer_vault_id: string;
                            /**
                             * @description Which of the two it is.
                             * @enum {string}
                             */
                            type: "card" | "bank_account";
                            /** @description What is kept of the card; null of a bank account. */
                            card: {
                                /**
                                 * @description The brand of the card.
                                 * @enum {string}
                                 */
                                brand: "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay" | "unknown";
                                /** @description The last four digits of the card number. */
                                last4: string;
                                /** @description The first six digits of the card number. */
                                bin: string;
                                /** @description The month of expiry, two digits. */
                                exp_month: string;
                                /** @description The year of expiry, four digits. */
                                exp_year: string;
                                /**
                                 * @description Whose money the card spends.
                                 * @enum {string}
                                 */
                                funding: "credit" | "debit" | "prepaid";
                                /** @description The ISO 3166-1 alpha-2 code of the issuer's country; null where it is not known. */
                                country: string | null;
                            } | null;
                            /** @description What is kept of the bank account; null of a card. */
                            bank_account: {
                                /** @description The last four digits of the account number. */
                                last4: string;
                                /** @description The routing number of the bank, nine digits. */
                                routing_number: string;
                                /** @description The name of the bank. */
                                bank_name: string;
                                /**
                                 * @description The kind of bank account.
                                 * @enum {string}
                                 */
                                account_type: "checking" | "savings";
                                /**
                                 * @description Whose account it is.
                                 * @enum {string}
                                 */
                                account_holder_type: "personal" | "business";
                                /** @description The holder's name; null where none was given. */
                                account_holder_name: string | null;
                            } | null;
                            /**
                             * @description The gateway that it is vaulted with.
                             * @enum {string}
                             */
                            processor: "gateway_a" | "gateway_b" | "debit_payouts";
                            /** @description Whether a payout to it would be accepted now. */
                            payout_eligible: boolean;
                        } | null;
                        /** @description Whether there was a customer with this e-mail address before. */
                        existing: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "customers.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the customer.
                 * @example cus_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Customer"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Failure"];
        };
    };
    "customers.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the customer.
                 * @example cus_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone": "+1 555 0100"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description The e-mail address, which tells customers apart whatever its case.
                     */
                    email?: string;
                    /** @description The given name; null removes it. */
                    first_name?: string | null;
                    /** @description The family name; null removes it. */
                    last_name?: string | null;
                    /** @description The company; null removes it. */
                    company?: string | null;
                    /** @description The phone number; null removes it. */
                    phone?: string | null;
                    /** @description Street and number of the billing address. */
                    billing_address_1?: string | null;
                    /** @description What the address has beside the street of the billing address. */
                    billing_address_2?: string | null;
                    /** @description City of the billing address. */
                    billing_city?: string | null;
                    /** @description State or region of the billing address. */
                    billing_state?: string | null;
                    /** @description ZIP or postal code of the billing address. */
                    billing_postal_code?: string | null;
                    /** @description Country, an ISO 3166-1 alpha-2 code of the billing address. */
                    billing_country?: string | null;
                    /** @description Street and number of the shipping address. */
                    shipping_address_1?: string | null;
                    /** @description What the address has beside the street of the shipping address. */
                    shipping_address_2?: string | null;
                    /** @description City of the shipping address. */
                    shipping_city?: string | null;
                    /** @description State or region of the shipping address. */
                    shipping_state?: string | null;
                    /** @description ZIP or postal code of the shipping address. */
                    shipping_postal_code?: string | null;
                    /** @description Country, an ISO 3166-1 alpha-2 code of the shipping address. */
                    shipping_country?: string | null;
                    /** @description Your own keys and values, kept and shown as they were given. */
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Customer"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "payment_methods.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the customer.
                 * @example cus_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["PaymentMethod"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Failure"];
        };
    };
    "payment_methods.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of the customer.
                 * @example cus_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cc_number": "4000056655665556",
                 *       "cc_exp_month": "12",
                 *       "cc_exp_year": "2030"
                 *     }
                 */
                "application/json": {
                    /** @description A one-time token of the card to save. */
                    payment_token?: string;
                    /** @description The card number, which is not kept; a test card of `emulator outcomes`. */
                    cc_number?: string;
                    /** @description The month of expiry, 1 to 12. */
                    cc_exp_month?: string;
                    /** @description The year of expiry, of two or four digits. */
                    cc_exp_year?: string;
                    /**
                     * @description What is saved; card where none is given.
                     * @enum {string}
                     */
                    type?: "card" | "bank_account";
                    /** @description The routing number of the bank: nine digits with a check digit. */
                    routing_number?: string;
                    /** @description The account number, 4 to 17 digits; the last four are kept. */
                    account_number?: string;
                    /**
                     * @description The kind of bank account; checking where none is given.
                     * @enum {string}
                     */
                    account_type?: "checking" | "savings";
                    /**
                     * @description Whose account it is; personal where nobody says.
                     * @enum {string}
                     */
                    account_holder_type?: "personal" | "business";
                    /** @description The holder's name. */
                    account_holder_name?: string | null;
                } & ((unknown | ({
                    routing_number: unknown;
                    account_number: unknown;
                } & unknown)) & ({
                    /** @enum {unknown} */
                    type: "bank_account";
                } | (({
                    payment_token: unknown;
                } | {
                    cc_number: unknown;
                }) & (unknown | {
                    cc_exp_month: unknown;
                    cc_exp_year: unknown;
                }))));
            };
        };
        responses: {
            /** @description It was done. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["PaymentMethod"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "payment_methods.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the customer.
                 * @example cus_1
                 */
                id: string;
                /**
                 * @description The billing_id of the payment method, which is its id.
                 * @example pm_1
                 */
                billingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description Always true: what could not be removed is refused. */
                            deleted: boolean;
                            /** @description The id of the payment method that was removed. */
                            billing_id: string;
                        };
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "storefronts.list": {
        parameters: {
            query?: {
                /** @description How many objects a page has. */
                limit?: number;
                /** @description The id of the last object of the page before. */
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The objects of this page, newest first. */
                        data: components["schemas"]["Storefront"][];
                        /** @description Whether there are more after the last one of this page. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Failure"];
        };
    };
    "three_ds.initialize": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "ptok_1"
                 *     }
                 */
                "application/json": {
                    /** @description A one-time token of a new card; it is not used up. */
                    token?: string;
                    /** @description What wallet prepare answered. */
                    card_id?: string;
                    /** @description The id of the saved card, which the customer has used at this business. */
                    payment_method_id?: string;
                } & ({
                    token: unknown;
                } | {
                    payment_method_id: unknown;
                } | {
                    card_id: unknown;
                });
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: {
                            /** @description What authenticate and finish take, as it is. */
                            transaction_info: {
                                [key: string]: unknown;
                            };
                            /** @description HTML to render hidden for about 3 seconds; null where the issuer wants none. */
                            device_fingerprint_html: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "three_ds.authenticate": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "ptok_1",
                 *       "amount": 4200,
                 *       "currency": "USD"
                 *     }
                 */
                "application/json": {
                    /** @description A one-time token of a new card; it is not used up. */
                    token?: string;
                    /** @description What wallet prepare answered. */
                    card_id?: string;
                    /** @description The id of the saved card, which the customer has used at this business. */
                    payment_method_id?: string;
                    /** @description What initialize answered, for direct integrations. */
                    transaction_info?: {
                        [key: string]: unknown;
                    };
                    /** @description Cents that are to be paid. */
                    amount?: number;
                    /** @description An ISO 4217 code in any case; USD where none is given. */
                    currency?: string;
                    /**
                     * Format: email
                     * @description The buyer's e-mail address.
                     */
                    email?: string;
                    /** @description Street and number of the billing address. */
                    billing_address_1?: string | null;
                    /** @description What the address has beside the street of the billing address. */
                    billing_address_2?: string | null;
                    /** @description City of the billing address. */
                    billing_city?: string | null;
                    /** @description State or region of the billing address. */
                    billing_state?: string | null;
                    /** @description ZIP or postal code of the billing address. */
                    billing_postal_code?: string | null;
                    /** @description Country, an ISO 3166-1 alpha-2 code of the billing address. */
                    billing_country?: string | null;
                    /** @description What was collected of the buyer's browser. */
                    browser?: {
                        [key: string]: unknown;
                    };
                    /**
                     * Format: uri
                     * @description Where a challenge returns to: a publicly reachable address that accepts its POST.
                     */
                    redirect_url?: string;
                } & ({
                    token: unknown;
                } | {
                    payment_method_id: unknown;
                } | {
                    card_id: unknown;
                });
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["ThreeDsResult"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "three_ds.finish": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "authentication_id": "auth_1"
                 *     }
                 */
                "application/json": {
                    /** @description The id of the authentication, as authenticate answered it. */
                    authentication_id?: string;
                    /** @description What initialize answered. */
                    transaction_info?: {
                        [key: string]: unknown;
                    };
                } | {
                    authentication_id: unknown;
                } | {
                    transaction_info: unknown;
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["ThreeDsResult"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "balance.get": {
        parameters: {
            query?: {
                /** @description An ISO 4217 code in any case; USD where none is given. */
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Balance"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Failure"];
        };
    };
    "account_checks.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "card": {
                 *         "number": "4000056655665556",
                 *         "exp_month": "12",
                 *         "exp_year": "2030"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description A one-time token of a card; it is not used up. */
                    payment_token?: string;
                    /** @description The id of the customer whom the payment method belongs to. */
                    customer_id?: string;
                    /** @description The id of the saved instrument. */
                    payment_method_id?: string;
                    /** @description A card by its number. */
                    card?: {
                        /** @description The card number, which is not kept; a test card of `emulator outcomes`. */
                        number: string;
                        /** @description The month of expiry, 1 to 12. */
                        exp_month: string;
                        /** @description The year of expiry, of two or four digits. */
                        exp_year: string;
                    };
                    /** @description A bank by its routing number. */
                    bank_account?: {
                        /** @description Nine digits, with a check digit. */
                        routing_number: string;
                    };
                } | ({
                    payment_token: unknown;
                } | {
                    payment_method_id: unknown;
                } | {
                    card: unknown;
                } | {
                    bank_account: unknown;
                }) | ({
                    customer_id: unknown;
                } & unknown);
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["AccountCheck"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "wallets.prepare": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "service_wallet": {
                 *         "type": "wallet_b",
                 *         "wallet_b_token": "walletb_pan_visa"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The credential of a wallet, exactly as its sheet gave it. */
                    service_wallet: {
                        /**
                         * @description Which wallet it is: wallet_b alone is prepared.
                         * @enum {string}
                         */
                        type: "wallet_a" | "wallet_b";
                        /** @description The encrypted credential of wallet_b. */
                        wallet_b_token?: string | Record<string, never> | null;
                        /** @description `card_network` and `card_details`, for display. */
                        info?: {
                            [key: string]: unknown;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["WalletPrepare"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "wallets.wallet_a_session": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "shop.example",
                 *       "validation_url": "https://wallet-a.example/session"
                 *     }
                 */
                "application/json": {
                    /** @description The exact host name that serves the page. */
                    domain: string;
                    /**
                     * Format: uri
                     * @description The address that the sheet was told to ask.
                     */
                    validation_url?: string;
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What the sheet takes, as it is; single use, 5 minutes. */
                        session: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "wallet_domains.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["WalletDomains"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Failure"];
        };
    };
    "wallet_domains.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "domain": "shop.example"
                 *     }
                 */
                "application/json": {
                    /** @description A fully qualified host name. */
                    domain: string;
                };
            };
        };
        responses: {
            /** @description It was done. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["WalletDomains"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "wallet_domains.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The host name.
                 * @example shop.example
                 */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["WalletDomains"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "charges.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customer_id": "cus_1",
                 *       "amount": 4200,
                 *       "currency": "USD",
                 *       "metadata": {
                 *         "cart": "c-1"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The id of the customer; the newest usable instrument is charged where none is named. */
                    customer_id?: string;
                    /** @description The id of the saved instrument to charge. */
                    payment_method_id?: string;
                    /** @description A one-time token of a card, used up by the attempt. */
                    payment_token?: string;
                    /** @description A one-time reference of `gateway_b`, on its workspaces. */
                    gateway_b_payment_method_id?: string;
                    /** @description Cents to charge, where no product is bought. */
                    amount?: number;
                    /** @description The id of the product to charge for. */
                    product_id?: string;
                    /** @description What is bought, at the prices of now. */
                    line_items?: {
                        /** @description The id of the product. */
                        product_id: string;
                        /** @description The id of a variant of it; null or left out for the product itself. */
                        variant_id?: string | null;
                        /** @description How many of it are ordered. */
                        quantity: number;
                    }[];
                    /** @description An ISO 4217 code in any case; that of the products, else USD, where none is given. */
                    currency?: string;
                    /** @description Your own name of this charge; the same again when retrying after a 503. */
                    reference_id?: string;
                    /**
                     * @description Whether a card or a bank account is charged; what suits the instrument where none is given.
                     * @enum {string}
                     */
                    rail?: "card" | "ach";
                    /**
                     * @description Another gateway than the workspace's; not with smart routing, nor with wallets.
                     * @enum {string}
                     */
                    gateway?: "gateway_a" | "gateway_b" | "debit_payouts";
                    /**
                     * Format: email
                     * @description The buyer's e-mail address.
                     */
                    email?: string;
                    /** @description The buyer's given name. */
                    billing_first_name?: string | null;
                    /** @description The buyer's family name. */
                    billing_last_name?: string | null;
                    /** @description Street and number of the billing address. */
                    billing_address_1?: string | null;
                    /** @description What the address has beside the street of the billing address. */
                    billing_address_2?: string | null;
                    /** @description City of the billing address. */
                    billing_city?: string | null;
                    /** @description State or region of the billing address. */
                    billing_state?: string | null;
                    /** @description ZIP or postal code of the billing address. */
                    billing_postal_code?: string | null;
                    /** @description Country, an ISO 3166-1 alpha-2 code of the billing address. */
                    billing_country?: string | null;
                    /**
                     * Format: uri
                     * @description Where the buyer returns to; makes an ACH charge an instant bank debit.
                     */
                    return_url?: string;
                    /** @description The credential of a wallet, exactly as the SDK gave it. */
                    service_wallet?: {
                        /**
                         * @description Which wallet it is.
                         * @enum {string}
                         */
                        type: "wallet_a" | "wallet_b";
                        /** @description The encrypted credential of wallet_a. */
                        wallet_a_payment_data?: string | Record<string, never> | null;
                        /** @description The encrypted credential of wallet_b. */
                        wallet_b_token?: string | Record<string, never> | null;
                        /** @description The sealed result of wallet prepare, instead of a credential. */
                        prepared?: string | null;
                        /** @description `card_network` and `card_details`, for display. */
                        info?: {
                            [key: string]: unknown;
                        } | null;
                    };
                    /** @description The payer's contact as the wallet's sheet gave it. */
                    wallet?: {
                        /**
                         * Format: email
                         * @description The payer's e-mail address.
                         */
                        payerEmail?: string | null;
                        /** @description Where the payer is billed. */
                        billingInfo?: {
                            /** @description The given name. */
                            firstName?: string | null;
                            /** @description The family name. */
                            lastName?: string | null;
                            /** @description Street and number. */
                            address1?: string | null;
                            /** @description What the address has beside the street. */
                            address2?: string | null;
                            /** @description The city's name. */
                            city?: string | null;
                            /** @description State or region. */
                            state?: string | null;
                            /** @description ZIP or postal code. */
                            postalCode?: string | null;
                            /** @description Country, an ISO 3166-1 alpha-2 code in any case. */
                            country?: string | null;
                            /** @description The phone number. */
                            phone?: string | null;
                        } | null;
                        /** @description Where the order is sent. */
                        shippingInfo?: {
                            /** @description The given name. */
                            firstName?: string | null;
                            /** @description The family name. */
                            lastName?: string | null;
                            /** @description Street and number. */
                            address1?: string | null;
                            /** @description What the address has beside the street. */
                            address2?: string | null;
                            /** @description The city's name. */
                            city?: string | null;
                            /** @description State or region. */
                            state?: string | null;
                            /** @description ZIP or postal code. */
                            postalCode?: string | null;
                            /** @description Country, an ISO 3166-1 alpha-2 code in any case. */
                            country?: string | null;
                            /** @description The phone number. */
                            phone?: string | null;
                        } | null;
                    };
                    /** @description Your own keys and values, kept and shown as they were given. */
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                    /** @description A 3-D Secure result: eci, cavv, xid and related. */
                    three_ds?: {
                        /** @description The id of the authentication. */
                        authentication_id?: string | null;
                        /** @description The status of the result. */
                        status?: string | null;
                        /** @description The electronic commerce indicator. */
                        eci?: string | null;
                        /** @description The cardholder authentication value. */
                        cavv?: string | null;
                        /** @description The transaction identifier of the authentication. */
                        xid?: string | null;
                        /** @description The same as `cavv`. */
                        authenticationValue?: string | null;
                        /** @description The directory server's id of the authentication. */
                        dsTransId?: string | null;
                        /** @description The 3-D Secure server's id of the authentication. */
                        threeDSServerTransID?: string | null;
                        /** @description The version of the protocol. */
                        threeDsVersion?: string | null;
                        /** @description As the result had it; nothing is made of it. */
                        challenge_required?: boolean | null;
                        /** @description As the result had it; nothing is made of it. */
                        challenge?: {
                            [key: string]: unknown;
                        } | null;
                        /** @description As the result had it; nothing is made of it. */
                        skipped?: boolean | null;
                        /** @description As the result had it; nothing is made of it. */
                        reason?: string | null;
                        /** @description As the result had it; nothing is made of it. */
                        object?: string | null;
                    };
                } & (({
                    amount: unknown;
                } | {
                    product_id: unknown;
                } | {
                    line_items: unknown;
                }) & ({
                    customer_id: unknown;
                } | {
                    payment_method_id: unknown;
                } | {
                    payment_token: unknown;
                } | {
                    gateway_b_payment_method_id: unknown;
                } | {
                    service_wallet: unknown;
                }) & unknown & (unknown | unknown) & (unknown | {
                    service_wallet: unknown;
                }));
            };
        };
        responses: {
            /** @description It was done. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Transaction"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["Declined"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["UnknownOutcome"];
            default: components["responses"]["Failure"];
        };
    };
    "transactions.list": {
        parameters: {
            query?: {
                /** @description How many objects a page has. */
                limit?: number;
                /** @description The id of the last object of the page before. */
                starting_after?: string;
                /** @description Only those of the customer with this id. */
                customer_id?: string;
                /** @description Only those of the subscription with this id. */
                subscription_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The objects of this page, newest first. */
                        data: components["schemas"]["Transaction"][];
                        /** @description Whether there are more after the last one of this page. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Failure"];
        };
    };
    "transactions.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the transaction.
                 * @example txn_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Transaction"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Failure"];
        };
    };
    "transactions.void": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of the transaction.
                 * @example txn_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Transaction"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "transactions.refund": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of the transaction.
                 * @example txn_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "amount": 1000
                 *     }
                 */
                "application/json": {
                    /** @description Cents to give back; everything still outstanding where none are given. */
                    amount?: number;
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Transaction"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "disputes.list": {
        parameters: {
            query?: {
                /** @description How many objects a page has. */
                limit?: number;
                /** @description The id of the last object of the page before. */
                starting_after?: string;
                /** @description Only disputes in one of these states, separated by commas. */
                status?: string;
                /** @description Only disputes of one of these kinds, separated by commas. */
                kind?: string;
                /** @description Only those of the transaction with this id. */
                transaction_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The objects of this page, newest first. */
                        data: components["schemas"]["Dispute"][];
                        /** @description Whether there are more after the last one of this page. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Failure"];
        };
    };
    "disputes.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the dispute.
                 * @example dp_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The identifier of the dispute. */
                        id: string;
                        /**
                         * @description The type of this object, always `dispute`.
                         * @constant
                         */
                        object: "dispute";
                        /** @description Whether it belongs to live mode; false in test mode. */
                        livemode: boolean;
                        /**
                         * Format: date-time
                         * @description When it was made, in ISO 8601.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description When it was changed last, in ISO 8601.
                         */
                        updated_at: string;
                        /** @description The id of the dispute. */
                        dispute_id: string;
                        /** @description The id of the disputed transaction; null while it is unmatched. */
                        transaction_id: string | null;
                        /**
                         * @description What kind of dispute or alert it is.
                         * @enum {string}
                         */
                        kind: "alert_ethoca" | "alert_cdrn" | "alert_rdr" | "chargeback" | "tc40" | "ach_return" | "reversal";
                        /**
                         * @description The state that the dispute is in.
                         * @enum {string}
                         */
                        status: "new" | "matched" | "unmatched" | "refunded" | "accepted" | "fighting" | "response_submitted" | "won" | "lost" | "expired";
                        /** @description The network that sent it. */
                        network: string;
                        /** @description Why the cardholder or the bank disputes. */
                        reason: string;
                        /** @description The network's own code of the reason. */
                        reason_code: string;
                        /** @description Disputed cents. */
                        amount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /** @description The last four digits of the card; null of a bank account. */
                        card_last4: string | null;
                        /**
                         * Format: date-time
                         * @description Until when it can be answered, in ISO 8601.
                         */
                        due_at: string;
                        /** @description Whether it is of test mode. */
                        sandbox: boolean;
                        /** @description What happened to it, newest first. */
                        events: {
                            /**
                             * @description What happened.
                             * @enum {string}
                             */
                            type: "created" | "matched" | "refunded" | "outcome_sent" | "accepted" | "fight_started" | "evidence_submitted" | "represented" | "won" | "lost";
                            /**
                             * Format: date-time
                             * @description When it happened, in ISO 8601.
                             */
                            created_at: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Failure"];
        };
    };
    "payouts.list": {
        parameters: {
            query?: {
                /** @description How many objects a page has. */
                limit?: number;
                /** @description The id of the last object of the page before. */
                starting_after?: string;
                /** @description Only those of the customer with this id. */
                customer_id?: string;
                /** @description The state that the payout is in. */
                status?: "pending" | "paid" | "failed" | "canceled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The objects of this page, newest first. */
                        data: components["schemas"]["Payout"][];
                        /** @description Whether there are more after the last one of this page. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Failure"];
        };
    };
    "payouts.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 1500,
                 *       "customer_id": "cus_1",
                 *       "payment_method_id": "pm_1"
                 *     }
                 */
                "application/json": {
                    /** @description Cents to send. */
                    amount: number;
                    /** @description The id of the customer who is paid. */
                    customer_id: string;
                    /** @description The id of the saved instrument that is paid; it must be payout_eligible. */
                    payment_method_id?: string;
                    /** @description A one-time token of a card. */
                    payment_token?: string;
                    /** @description A bank account that is not saved. */
                    bank_account?: {
                        /** @description The routing number of the bank: nine digits with a check digit. */
                        routing_number: string;
                        /** @description The account number, 4 to 17 digits; the last four are kept. */
                        account_number: string;
                        /**
                         * @description The kind of bank account; checking where none is given.
                         * @enum {string}
                         */
                        account_type?: "checking" | "savings";
                        /**
                         * @description Whose account it is; personal where nobody says.
                         * @enum {string}
                         */
                        account_holder_type?: "personal" | "business";
                        /** @description The holder's name. */
                        account_holder_name?: string | null;
                    };
                    /**
                     * @description How the money travels; card for a card and ach for a bank account where none is given.
                     * @enum {string}
                     */
                    rail?: "card" | "ach" | "rtp";
                    /** @description Your own name of this payout; the same again is refused. */
                    reference_id?: string;
                    /** @description An ISO 4217 code in any case; USD where none is given. */
                    currency?: string;
                    /** @description What the recipient's statement says. */
                    descriptor?: string;
                    /** @description Your own keys and values, kept and shown as they were given. */
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                } & ({
                    payment_method_id: unknown;
                } | {
                    payment_token: unknown;
                } | {
                    bank_account: unknown;
                });
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Payout"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    "payouts.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the payout.
                 * @example po_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Payout"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Failure"];
        };
    };
    "fulfillments.list": {
        parameters: {
            query: {
                /** @description How many objects a page has. */
                limit?: number;
                /** @description The id of the last object of the page before. */
                starting_after?: string;
                /** @description The id of the transaction. */
                transaction_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The objects of this page, newest first. */
                        data: components["schemas"]["Fulfillment"][];
                        /**
                         * @description Whether its order was sent.
                         * @enum {string}
                         */
                        fulfillment_status: "unfulfilled" | "fulfilled";
                        /** @description Whether there are more after the last one of this page. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Failure"];
        };
    };
    "fulfillments.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "transaction_id": "txn_1",
                 *       "carrier": "Parcel Post",
                 *       "tracking_number": "1Z999"
                 *     }
                 */
                "application/json": {
                    /** @description The id of the transaction. */
                    transaction_id: string;
                    /** @description The carrier's number of the parcel. */
                    tracking_number?: string | null;
                    /** @description Who carries it. */
                    carrier?: string | null;
                    /**
                     * Format: uri
                     * @description Where the parcel can be followed.
                     */
                    tracking_url?: string | null;
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fulfillment"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "payout_links.list": {
        parameters: {
            query?: {
                /** @description How many objects a page has. */
                limit?: number;
                /** @description The id of the last object of the page before. */
                starting_after?: string;
                /** @description Only links of this type. */
                type?: "directed" | "request";
                /** @description The state that the payout link is in. */
                status?: "pending" | "active" | "claimed" | "cancelled" | "expired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The objects of this page, newest first. */
                        data: components["schemas"]["PayoutLink"][];
                        /** @description Whether there are more after the last one of this page. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Failure"];
        };
    };
    "payout_links.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 1500,
                 *       "recipient_email": "ada@example.com",
                 *       "note": "Your prize"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Whether it holds money for one recipient (directed, the default), or is a form that anybody may fill.
                     * @enum {string}
                     */
                    type?: "directed" | "request";
                    /** @description Cents; a directed link needs them, a form suggests them. */
                    amount?: number;
                    /** @description An ISO 4217 code in any case; USD where none is given. */
                    currency?: string;
                    /**
                     * Format: email
                     * @description Where the claim link is sent; a directed link needs it.
                     */
                    recipient_email?: string;
                    /** @description Whom the money is for. */
                    recipient_name?: string | null;
                    /** @description What the recipient is told. */
                    note?: string | null;
                    /** @description Your own name of this link; the same again is refused. */
                    reference_id?: string;
                    /** @description Your own keys and values, kept and shown as they were given. */
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                } | {
                    /** @enum {unknown} */
                    type: "request";
                } | {
                    amount: unknown;
                    recipient_email: unknown;
                };
            };
        };
        responses: {
            /** @description It was done. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["PayoutLink"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "payout_links.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the payout link.
                 * @example plo_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["PayoutLink"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Failure"];
        };
    };
    "payout_links.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of the payout link.
                 * @example plo_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["PayoutLink"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "subscriptions.list": {
        parameters: {
            query?: {
                /** @description How many objects a page has. */
                limit?: number;
                /** @description The id of the last object of the page before. */
                starting_after?: string;
                /** @description Only subscriptions whose `metadata` has these keys and values. */
                metadata?: {
                    [key: string]: string;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The objects of this page, newest first. */
                        data: components["schemas"]["Subscription"][];
                        /** @description Whether there are more after the last one of this page. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Failure"];
        };
    };
    "subscriptions.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customer_id": "cus_1",
                 *       "product_id": "prod_1",
                 *       "metadata": {
                 *         "plan": "gold"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The id of the customer who pays. */
                    customer_id: string;
                    /** @description The id of the recurring product. */
                    product_id: string;
                    /** @description The id of the saved instrument to charge; the newest usable one where none is given. */
                    payment_method_id?: string;
                    /**
                     * Format: date-time
                     * @description When it begins: an ISO 8601 date or date-time; now where none is given, or one that has passed.
                     */
                    start_date?: string;
                    /** @description Your own name of this subscription: the same again is the same subscription, charged once. */
                    reference_id?: string;
                    /** @description Your own keys and values, kept and shown as they were given. */
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description It was done. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Subscription"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["Declined"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["UnknownOutcome"];
            default: components["responses"]["Failure"];
        };
    };
    "subscriptions.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the subscription.
                 * @example sub_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Subscription"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Failure"];
        };
    };
    "subscriptions.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of the subscription.
                 * @example sub_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "immediate": true,
                 *       "reason": "moved away"
                 *     }
                 */
                "application/json": {
                    /** @description Whether it ends at once; else at the end of the period that is paid. */
                    immediate?: boolean;
                    /** @description Why, as the event tells it. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Subscription"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "subscriptions.pause": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of the subscription.
                 * @example sub_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Subscription"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "subscriptions.resume": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of the subscription.
                 * @example sub_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Subscription"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["Declined"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["UnknownOutcome"];
            default: components["responses"]["Failure"];
        };
    };
    "invoices.list": {
        parameters: {
            query?: {
                /** @description How many objects a page has. */
                limit?: number;
                /** @description The id of the last object of the page before. */
                starting_after?: string;
                /** @description The state that the invoice is in. */
                status?: "draft" | "sent" | "viewed" | "processing" | "paid" | "void";
                /** @description Only those of the customer with this id. */
                customer_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The objects of this page, newest first. */
                        data: components["schemas"]["Invoice"][];
                        /** @description Whether there are more after the last one of this page. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Failure"];
        };
    };
    "invoices.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customer_id": "cus_1",
                 *       "line_items": [
                 *         {
                 *           "product_id": "prod_1",
                 *           "quantity": 2
                 *         }
                 *       ],
                 *       "memo": "Thank you for your order.",
                 *       "due_date": "2026-03-31",
                 *       "send": true
                 *     }
                 */
                "application/json": {
                    /** @description The id of the customer who is to pay. */
                    customer_id: string;
                    /** @description What is to be paid for, at the prices of now. */
                    line_items: {
                        /** @description The id of the product. */
                        product_id: string;
                        /** @description The id of a variant of it; null or left out for the product itself. */
                        variant_id?: string | null;
                        /** @description How many of it are ordered. */
                        quantity: number;
                    }[];
                    /** @description What you say to the customer. */
                    memo?: string | null;
                    /** @description Until when it is to be paid: an ISO 8601 date or date-time. */
                    due_date?: string | null;
                    /** @description Whether it is sent at once; else it stays a draft. */
                    send?: boolean;
                    /** @description Your own keys and values, kept and shown as they were given. */
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description It was done. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "invoices.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the invoice.
                 * @example inv_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Failure"];
        };
    };
    "invoices.send": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of the invoice.
                 * @example inv_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "invoices.void": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of the invoice.
                 * @example inv_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "checkout_sessions.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "line_items": [
                 *         {
                 *           "product_id": "prod_1",
                 *           "quantity": 2
                 *         }
                 *       ],
                 *       "success_url": "https://shop.example/thanks",
                 *       "cancel_url": "https://shop.example/cart",
                 *       "customer_email": "ada@example.com",
                 *       "email_field_mode": "read_only",
                 *       "discount_code": "SAVE10"
                 *     }
                 */
                "application/json": {
                    /** @description Whether the service shows the page (hosted, the default), or you embed it in your own. */
                    ui_mode?: "embedded" | "hosted";
                    /** @description What is bought, at the prices of now. */
                    line_items?: {
                        /** @description The id of the product. */
                        product_id: string;
                        /** @description The id of a variant of it; null or left out for the product itself. */
                        variant_id?: string | null;
                        /** @description How many of it are ordered. */
                        quantity: number;
                    }[];
                    /** @description Cents to pay, where no products are bought. */
                    amount?: number;
                    /** @description An ISO 4217 code in any case; that of the products, else USD, where none is given. */
                    currency?: string;
                    /**
                     * Format: uri
                     * @description Where the customer goes after paying; a hosted session needs it.
                     */
                    success_url?: string | null;
                    /**
                     * Format: uri
                     * @description Where the customer goes who does not pay.
                     */
                    cancel_url?: string | null;
                    /** @description The origins whose pages may embed it, such as https://shop.example; at most 50. */
                    allowed_parent_origins?: string[];
                    /** @description Whether the page shows what is bought; it does unless this is false. */
                    show_order_summary?: boolean;
                    /** @description The id of the customer whose contact the page begins with. */
                    customer_id?: string;
                    /**
                     * Format: email
                     * @description The e-mail address that the page begins with.
                     */
                    customer_email?: string | null;
                    /** @description The phone number that the page begins with. */
                    customer_phone?: string | null;
                    /** @description How the page shows the field of the e-mail address; editable where none is given. */
                    email_field_mode?: "read_only" | ("editable" | "hidden");
                    /** @description How the page shows the field of the phone number; editable where none is given. */
                    phone_field_mode?: "hidden" | ("editable" | "read_only");
                    /** @description When the page offers quick checkout; on_load where none is given. */
                    quick_checkout_behavior?: "on_load" | ("on_click" | "never");
                    /** @description A discount code of the workspace. */
                    discount_code?: string | null;
                    /** @description The language of its pages, a BCP 47 tag such as de or fr-CA; without one the buyer's browser decides. */
                    locale?: string | null;
                    /** @description Your own keys and values, kept and shown as they were given. */
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                } & (({
                    line_items: unknown;
                } | {
                    amount: unknown;
                }) & ({
                    /** @enum {unknown} */
                    ui_mode: "embedded";
                } | {
                    success_url: unknown;
                }));
            };
        };
        responses: {
            /** @description It was done. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["CheckoutSession"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "checkout_sessions.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the checkout session.
                 * @example cs_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["CheckoutSession"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Failure"];
        };
    };
    "payment_links.list": {
        parameters: {
            query?: {
                /** @description How many objects a page has. */
                limit?: number;
                /** @description The id of the last object of the page before. */
                starting_after?: string;
                /** @description The state that the payment link is in. */
                status?: "active" | "inactive";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The objects of this page, newest first. */
                        data: components["schemas"]["PaymentLink"][];
                        /** @description Whether there are more after the last one of this page. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Failure"];
        };
    };
    "payment_links.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the payment link.
                 * @example plink_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Failure"];
        };
    };
    "blocks.list": {
        parameters: {
            query: {
                /** @description How many objects a page has. */
                limit?: number;
                /** @description The id of the last object of the page before. */
                starting_after?: string;
                /** @description Only blocks on this kind of object. */
                object_type: "transaction" | "customer" | "subscription";
                /** @description The id of the object that the blocks stand at. */
                object_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The objects of this page, newest first. */
                        data: components["schemas"]["Block"][];
                        /** @description Whether there are more after the last one of this page. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Failure"];
        };
    };
    "blocks.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "object_type": "transaction",
                 *       "object_id": "txn_1",
                 *       "block_type": "loyalty",
                 *       "content": {
                 *         "title": "You earned 42 points"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What kind of object the block is for.
                     * @enum {string}
                     */
                    object_type: "transaction" | "customer" | "subscription";
                    /** @description The id of the object that the block is for. */
                    object_id: string;
                    /** @description Your own name of this kind of block; an object has one of each. */
                    block_type: string;
                    /** @description Any object of at most 16 KB; `title`, `url` and `link_label` are shown as heading and link, all else as lines. */
                    content: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Block"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "blocks.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the block.
                 * @example blk_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The identifier of the block. */
                        id: string;
                        /**
                         * @description The type of this object, always `block`.
                         * @constant
                         */
                        object: "block";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    "payout_requests.list": {
        parameters: {
            query?: {
                /** @description How many objects a page has. */
                limit?: number;
                /** @description The id of the last object of the page before. */
                starting_after?: string;
                /** @description Only those of the payout link with this id. */
                payout_link_id?: string;
                /** @description The state that the payout request is in. */
                status?: "pending" | "approved" | "rejected" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The objects of this page, newest first. */
                        data: components["schemas"]["PayoutRequest"][];
                        /** @description Whether there are more after the last one of this page. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            default: components["responses"]["Failure"];
        };
    };
    "payout_requests.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the payout request.
                 * @example preq_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["PayoutRequest"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            default: components["responses"]["Failure"];
        };
    };
    "payout_requests.approve": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of the payout request.
                 * @example preq_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "amount": 1200
                 *     }
                 */
                "application/json": {
                    /** @description Cents to pay; what was asked for where none are given. */
                    amount?: number;
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["PayoutRequest"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    "payout_requests.reject": {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key is performed once in 24 hours, and answered as the first time. */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The id of the payout request.
                 * @example preq_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was asked for. */
                        data: components["schemas"]["PayoutRequest"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    webhook_payment_completed: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "payment.completed";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payment.completed";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: {
                        /** @description The id of the transaction. */
                        transaction_id: string;
                        /** @description Cents that were paid, or tried. */
                        amount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /** @description The state that the transaction is in. */
                        status: ("pending_settlement" | "settled" | "failed" | "disputed") | ("voided" | "refunded" | "partially_refunded");
                        /** @description The buyer's e-mail address; null where it is not known. */
                        customer_email: string | null;
                        /** @description The number of the order, counted from 1 per workspace and mode. */
                        order_number: number;
                        /**
                         * @description Where the payment began: api for a session or a direct charge, dashboard for a link.
                         * @enum {string}
                         */
                        source: "api" | "dashboard";
                        /**
                         * @description The gateway that took the charge.
                         * @enum {string}
                         */
                        processor?: "gateway_a" | "gateway_b" | "debit_payouts";
                        /**
                         * @description Whether a card or a bank account paid.
                         * @enum {string}
                         */
                        rail?: "card" | "ach";
                        /** @description Your own keys and values; of a payment on a page also what the page told of its client. */
                        metadata: {
                            [key: string]: string | number | boolean | null | {
                                [key: string]: unknown;
                            };
                        };
                        /** @description The id of the customer, where one is linked. */
                        customer_id?: string;
                        /** @description The id of the payment link, of a payment on one. */
                        payment_link_id?: string;
                        /** @description The id of the checkout session, of a payment of one. */
                        checkout_session_id?: string;
                        /** @description The ids of the subscriptions that it paid for. */
                        subscription_ids?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_payment_refunded: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "payment.refunded";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payment.refunded";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: {
                        /** @description The id of the transaction. */
                        transaction_id: string;
                        /** @description Cents that were paid, or tried. */
                        amount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /** @description Cents of this refund. */
                        refunded_amount: number;
                        /** @description Cents of all refunds so far. */
                        total_refunded: number;
                        /** @description The id of the payment link that it was paid on; null where there is none. */
                        payment_link_id: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_payment_voided: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "payment.voided";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payment.voided";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: {
                        /** @description The id of the transaction. */
                        transaction_id: string;
                        /** @description Cents that were paid, or tried. */
                        amount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /** @description The id of the payment link that it was paid on; null where there is none. */
                        payment_link_id: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_payment_failed: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "payment.failed";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payment.failed";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: {
                        /** @description The id of the transaction. */
                        transaction_id: string;
                        /** @description Cents that were paid, or tried. */
                        amount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /**
                         * @description The payment failed.
                         * @enum {string}
                         */
                        status: "failed";
                        /**
                         * @description Whether a card or a bank account paid.
                         * @enum {string}
                         */
                        rail: "card" | "ach";
                        /** @description The network's code of the failure. */
                        error_code: string | null;
                        /** @description The failure in words. */
                        error_message: string | null;
                        /**
                         * @description The gateway that took the charge.
                         * @enum {string}
                         */
                        processor: "gateway_a" | "gateway_b" | "debit_payouts";
                    };
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_payment_disputed: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "payment.disputed";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payment.disputed";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: {
                        /** @description The id of the transaction. */
                        transaction_id: string;
                        /** @description Cents that were paid, or tried. */
                        amount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /**
                         * @description The payment is disputed.
                         * @enum {string}
                         */
                        status: "disputed";
                        /**
                         * @description Whether a card or a bank account paid.
                         * @enum {string}
                         */
                        rail: "card" | "ach";
                        /**
                         * @description Whether the cardholder or the bank took it back.
                         * @enum {string}
                         */
                        dispute_kind: "chargeback" | "ach_return";
                        /** @description The network's code of the reason. */
                        dispute_code: string;
                        /** @description The reason in words. */
                        dispute_reason: string;
                        /**
                         * @description The gateway that took the charge.
                         * @enum {string}
                         */
                        processor: "gateway_a" | "gateway_b" | "debit_payouts";
                    };
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_dispute_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "dispute.created";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "dispute.created";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: {
                        /** @description The id of the dispute. */
                        dispute_id: string;
                        /** @description The id of the disputed transaction; null while it is unmatched. */
                        transaction_id: string | null;
                        /**
                         * @description What kind of dispute or alert it is.
                         * @enum {string}
                         */
                        kind: "alert_ethoca" | "alert_cdrn" | "alert_rdr" | "chargeback" | "tc40" | "ach_return" | "reversal";
                        /**
                         * @description The state that the dispute is in.
                         * @enum {string}
                         */
                        status: "new" | "matched" | "unmatched" | "refunded" | "accepted" | "fighting" | "response_submitted" | "won" | "lost" | "expired";
                        /** @description The network that sent it. */
                        network: string;
                        /** @description Why the cardholder or the bank disputes. */
                        reason: string;
                        /** @description The network's own code of the reason. */
                        reason_code: string;
                        /** @description Disputed cents. */
                        amount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /** @description The last four digits of the card; null of a bank account. */
                        card_last4: string | null;
                        /**
                         * Format: date-time
                         * @description Until when it can be answered, in ISO 8601.
                         */
                        due_at: string;
                        /** @description Whether it is of test mode. */
                        sandbox: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_dispute_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "dispute.updated";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "dispute.updated";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: {
                        /** @description The id of the dispute. */
                        dispute_id: string;
                        /** @description The id of the disputed transaction; null while it is unmatched. */
                        transaction_id: string | null;
                        /**
                         * @description What kind of dispute or alert it is.
                         * @enum {string}
                         */
                        kind: "alert_ethoca" | "alert_cdrn" | "alert_rdr" | "chargeback" | "tc40" | "ach_return" | "reversal";
                        /**
                         * @description The state that the dispute is in.
                         * @enum {string}
                         */
                        status: "new" | "matched" | "unmatched" | "refunded" | "accepted" | "fighting" | "response_submitted" | "won" | "lost" | "expired";
                        /** @description The network that sent it. */
                        network: string;
                        /** @description Why the cardholder or the bank disputes. */
                        reason: string;
                        /** @description The network's own code of the reason. */
                        reason_code: string;
                        /** @description Disputed cents. */
                        amount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /** @description The last four digits of the card; null of a bank account. */
                        card_last4: string | null;
                        /**
                         * Format: date-time
                         * @description Until when it can be answered, in ISO 8601.
                         */
                        due_at: string;
                        /** @description Whether it is of test mode. */
                        sandbox: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_dispute_evidence_submitted: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "dispute.evidence_submitted";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "dispute.evidence_submitted";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: {
                        /** @description The id of the dispute. */
                        dispute_id: string;
                        /** @description The id of the disputed transaction; null while it is unmatched. */
                        transaction_id: string | null;
                        /**
                         * @description What kind of dispute or alert it is.
                         * @enum {string}
                         */
                        kind: "alert_ethoca" | "alert_cdrn" | "alert_rdr" | "chargeback" | "tc40" | "ach_return" | "reversal";
                        /**
                         * @description The state that the dispute is in.
                         * @enum {string}
                         */
                        status: "new" | "matched" | "unmatched" | "refunded" | "accepted" | "fighting" | "response_submitted" | "won" | "lost" | "expired";
                        /** @description The network that sent it. */
                        network: string;
                        /** @description Why the cardholder or the bank disputes. */
                        reason: string;
                        /** @description The network's own code of the reason. */
                        reason_code: string;
                        /** @description Disputed cents. */
                        amount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /** @description The last four digits of the card; null of a bank account. */
                        card_last4: string | null;
                        /**
                         * Format: date-time
                         * @description Until when it can be answered, in ISO 8601.
                         */
                        due_at: string;
                        /** @description Whether it is of test mode. */
                        sandbox: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_dispute_won: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "dispute.won";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "dispute.won";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: {
                        /** @description The id of the dispute. */
                        dispute_id: string;
                        /** @description The id of the disputed transaction; null while it is unmatched. */
                        transaction_id: string | null;
                        /**
                         * @description What kind of dispute or alert it is.
                         * @enum {string}
                         */
                        kind: "alert_ethoca" | "alert_cdrn" | "alert_rdr" | "chargeback" | "tc40" | "ach_return" | "reversal";
                        /**
                         * @description The state that the dispute is in.
                         * @enum {string}
                         */
                        status: "new" | "matched" | "unmatched" | "refunded" | "accepted" | "fighting" | "response_submitted" | "won" | "lost" | "expired";
                        /** @description The network that sent it. */
                        network: string;
                        /** @description Why the cardholder or the bank disputes. */
                        reason: string;
                        /** @description The network's own code of the reason. */
                        reason_code: string;
                        /** @description Disputed cents. */
                        amount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /** @description The last four digits of the card; null of a bank account. */
                        card_last4: string | null;
                        /**
                         * Format: date-time
                         * @description Until when it can be answered, in ISO 8601.
                         */
                        due_at: string;
                        /** @description Whether it is of test mode. */
                        sandbox: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_dispute_lost: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "dispute.lost";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "dispute.lost";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: {
                        /** @description The id of the dispute. */
                        dispute_id: string;
                        /** @description The id of the disputed transaction; null while it is unmatched. */
                        transaction_id: string | null;
                        /**
                         * @description What kind of dispute or alert it is.
                         * @enum {string}
                         */
                        kind: "alert_ethoca" | "alert_cdrn" | "alert_rdr" | "chargeback" | "tc40" | "ach_return" | "reversal";
                        /**
                         * @description The state that the dispute is in.
                         * @enum {string}
                         */
                        status: "new" | "matched" | "unmatched" | "refunded" | "accepted" | "fighting" | "response_submitted" | "won" | "lost" | "expired";
                        /** @description The network that sent it. */
                        network: string;
                        /** @description Why the cardholder or the bank disputes. */
                        reason: string;
                        /** @description The network's own code of the reason. */
                        reason_code: string;
                        /** @description Disputed cents. */
                        amount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /** @description The last four digits of the card; null of a bank account. */
                        card_last4: string | null;
                        /**
                         * Format: date-time
                         * @description Until when it can be answered, in ISO 8601.
                         */
                        due_at: string;
                        /** @description Whether it is of test mode. */
                        sandbox: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_payout_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "payout.created";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payout.created";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: components["schemas"]["Payout"];
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_payout_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "payout.updated";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payout.updated";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: components["schemas"]["Payout"];
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_payout_paid: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "payout.paid";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payout.paid";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: components["schemas"]["Payout"];
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_payout_failed: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "payout.failed";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payout.failed";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: components["schemas"]["Payout"];
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_payout_returned: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "payout.returned";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "payout.returned";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: components["schemas"]["Payout"];
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_subscription_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "subscription.created";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "subscription.created";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: {
                        /** @description The id of the subscription. */
                        subscription_id: string;
                        /** @description The id of the customer who pays. */
                        customer_id: string;
                        /** @description The id of the recurring product. */
                        product_id: string;
                        /** @description The id of the transaction that paid. */
                        transaction_id: string;
                        /** @description Cents that were paid. */
                        amount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /** @description Your own keys and values, kept and shown as they were given. */
                        metadata: {
                            [key: string]: string | number | boolean | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_subscription_renewed: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "subscription.renewed";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "subscription.renewed";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: {
                        /** @description The id of the subscription. */
                        subscription_id: string;
                        /** @description The id of the transaction that paid. */
                        transaction_id: string;
                        /** @description Cents that were paid. */
                        amount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                    };
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_subscription_cancel_scheduled: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "subscription.cancel_scheduled";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "subscription.cancel_scheduled";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: {
                        /** @description The id of the subscription. */
                        subscription_id: string;
                        /** @description Why it was cancelled, or is to be. */
                        reason: string;
                        /**
                         * Format: date-time
                         * @description When it ends, in ISO 8601.
                         */
                        cancel_at: string;
                    };
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_subscription_cancelled: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "subscription.cancelled";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "subscription.cancelled";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: {
                        /** @description The id of the subscription. */
                        subscription_id: string;
                        /** @description Why it was cancelled, or is to be. */
                        reason: string;
                    };
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_subscription_paused: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "subscription.paused";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "subscription.paused";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: {
                        /** @description The id of the subscription. */
                        subscription_id: string;
                    };
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_subscription_resumed: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "subscription.resumed";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "subscription.resumed";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: {
                        /** @description The id of the subscription. */
                        subscription_id: string;
                    };
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_subscription_scheduled: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "subscription.scheduled";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "subscription.scheduled";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: {
                        /** @description The id of the subscription. */
                        subscription_id: string;
                        /** @description The id of the customer who pays. */
                        customer_id: string;
                        /** @description The id of the recurring product. */
                        product_id: string;
                        /**
                         * Format: date-time
                         * @description When it begins, in ISO 8601.
                         */
                        start_date: string;
                        /** @description Your own keys and values, kept and shown as they were given. */
                        metadata: {
                            [key: string]: string | number | boolean | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    webhook_subscription_activated: {
        parameters: {
            query?: never;
            header: {
                /** @description The type of the event, as the body has it. */
                "Service-Event": "subscription.activated";
                /** @description `t=<Unix seconds>,v1=<hex HMAC-SHA256 of <t>.<raw body>, keyed with the signing secret>`. */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Names the event; the same on every attempt to deliver it. */
                    id: string;
                    /**
                     * @description What happened.
                     * @constant
                     */
                    type: "subscription.activated";
                    /** @description When it happened, in Unix seconds. */
                    created: number;
                    /** @description What the event is about. */
                    data: {
                        /** @description The id of the subscription. */
                        subscription_id: string;
                        /** @description The id of the customer who pays. */
                        customer_id: string;
                        /** @description The id of the recurring product. */
                        product_id: string;
                        /** @description The id of the transaction that paid. */
                        transaction_id: string;
                        /** @description Cents that were paid. */
                        amount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /** @description Your own keys and values, kept and shown as they were given. */
                        metadata: {
                            [key: string]: string | number | boolean | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description It was received; anything else is tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
