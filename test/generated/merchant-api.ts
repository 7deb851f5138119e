export interface paths {
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the account */
        get: operations["account_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the account's name, logo or time zone */
        patch: operations["account_update"];
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
        /** Get an access token for an installed app */
        post: operations["app_tokens_create"];
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
        /** List the members of the team */
        get: operations["members_list"];
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
        /** Read the marketing pixel identifiers of the checkout */
        get: operations["pixels_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set or clear marketing pixel identifiers; what is left out stays */
        patch: operations["pixels_update"];
        trace?: never;
    };
    "/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List products */
        get: operations["products_list"];
        put?: never;
        /** Create a product */
        post: operations["products_create"];
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
        /** Read a product */
        get: operations["products_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change what is given of a product; a list of variants replaces the one there was */
        patch: operations["products_update"];
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
        /** Adjust the stock of a product or variant as one atomic change */
        post: operations["inventory_adjust"];
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
        /** Tokenize a card */
        post: operations["tokens_create"];
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
        /** Read the key that a browser tokenizes with, and the kind of gateway behind it */
        get: operations["tokenization_key_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vault/{vaultId}/post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange a card, or a bank account number, for aliases that stand for it for 24 hours */
        post: operations["vault_post"];
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
        /** List customers */
        get: operations["customers_list"];
        put?: never;
        /** Create a customer, or update the one with this e-mail address */
        post: operations["customers_create"];
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
        /** Read a customer */
        get: operations["customers_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change a customer's contact, billing or shipping details */
        patch: operations["customers_update"];
        trace?: never;
    };
    "/customers/{id}/payment-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List a customer's saved instruments */
        get: operations["payment_methods_list"];
        put?: never;
        /** Save a card or bank account for a customer */
        post: operations["payment_methods_create"];
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
        /** Remove a saved instrument */
        delete: operations["payment_methods_delete"];
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
        /** List storefronts: their status and live address */
        get: operations["storefronts_list"];
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
        /** Begin a 3-D Secure authentication of a card */
        post: operations["three_ds_initialize"];
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
        /** Authenticate the holder of a card with its issuer */
        post: operations["three_ds_authenticate"];
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
        /** Ask for the result of an authentication; poll while a challenge is open */
        post: operations["three_ds_finish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vault/3ds/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask whether the holder of a card must be authenticated before paying */
        post: operations["client_three_ds_preflight"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vault/3ds/create-card": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange the alias of a card for a signed reference that lives 20 minutes */
        post: operations["client_three_ds_create_card"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vault/3ds/init": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin an authentication; its HTML is loaded hidden for three seconds */
        post: operations["client_three_ds_init"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vault/3ds/authenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Authenticate the holder of a card for a payment */
        post: operations["client_three_ds_authenticate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/vault/3ds/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask for the result of a challenge; poll every three seconds, at most 80 times */
        post: operations["client_three_ds_finish"];
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
        /** Read the payout balance */
        get: operations["balance_get"];
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
        /** Ask whether and how fast a card or bank can receive money */
        post: operations["account_checks_create"];
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
        /** Open a wallet_b credential once, and seal it for a charge */
        post: operations["wallets_prepare"];
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
        /** Open a merchant session for a wallet_a sheet */
        post: operations["wallets_wallet_a_session"];
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
        /** Read which domains wallet_a is registered for */
        get: operations["wallet_domains_list"];
        put?: never;
        /** Register a domain for wallet_a */
        post: operations["wallet_domains_create"];
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
        /** Remove a domain from wallet_a */
        delete: operations["wallet_domains_delete"];
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
        /** Charge a saved instrument or a one-time token */
        post: operations["charges_create"];
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
        /** List transactions */
        get: operations["transactions_list"];
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
        /** Read a transaction */
        get: operations["transactions_get"];
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
        /** Void a transaction that has not settled */
        post: operations["transactions_void"];
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
        /** Refund a settled transaction, in whole or in part */
        post: operations["transactions_refund"];
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
        /** List disputes and alerts */
        get: operations["disputes_list"];
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
        /** Read a dispute with its time line */
        get: operations["disputes_get"];
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
        /** List payouts */
        get: operations["payouts_list"];
        put?: never;
        /** Send money to a card or bank account */
        post: operations["payouts_create"];
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
        /** Read a payout */
        get: operations["payouts_get"];
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
        /** List the fulfillments of a transaction, with the state of its order */
        get: operations["fulfillments_list"];
        put?: never;
        /** Mark every line item of a transaction fulfilled */
        post: operations["fulfillments_create"];
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
        /** List payout links */
        get: operations["payout_links_list"];
        put?: never;
        /** Send a recipient a link to claim money, or make a form for payout requests */
        post: operations["payout_links_create"];
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
        /** Read a payout link */
        get: operations["payout_links_get"];
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
        /** Cancel a payout link and release what it holds */
        post: operations["payout_links_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/claims/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what the recipient of a payout link is to know */
        get: operations["claims_get"];
        put?: never;
        /** Claim the money of a payout link, to a debit card or a bank account */
        post: operations["payout_links_claim"];
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
        /** List subscriptions */
        get: operations["subscriptions_list"];
        put?: never;
        /** Subscribe a customer to a recurring product */
        post: operations["subscriptions_create"];
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
        /** Read a subscription */
        get: operations["subscriptions_get"];
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
        /** Cancel a subscription, at its period's end or at once */
        post: operations["subscriptions_cancel"];
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
        /** Stop billing a subscription */
        post: operations["subscriptions_pause"];
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
        /** Resume a paused subscription, or take its pending cancellation back */
        post: operations["subscriptions_resume"];
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
        /** List invoices */
        get: operations["invoices_list"];
        put?: never;
        /** Make an invoice from products: a draft, unless it is to be sent at once */
        post: operations["invoices_create"];
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
        /** Read an invoice */
        get: operations["invoices_get"];
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
        /** E-mail an invoice to its customer, the first time or again */
        post: operations["invoices_send"];
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
        /** Void an unpaid invoice */
        post: operations["invoices_void"];
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
        /** Make a checkout session, to be paid on a hosted page or one embedded in your own */
        post: operations["checkout_sessions_create"];
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
        /** Read a checkout session */
        get: operations["checkout_sessions_get"];
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
        /** List payment links */
        get: operations["payment_links_list"];
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
        /** Read a payment link */
        get: operations["payment_links_get"];
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
        /** List the app's blocks on an object */
        get: operations["blocks_list"];
        put?: never;
        /** Attach a block to an object, or replace the app's block of that type there */
        post: operations["blocks_create"];
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
        /** Remove a block of the app */
        delete: operations["blocks_delete"];
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
        /** List payout requests */
        get: operations["payout_requests_list"];
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
        /** Read a payout request */
        get: operations["payout_requests_get"];
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
        /** Pay a payout request, or another amount than it asks for */
        post: operations["payout_requests_approve"];
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
        /** Refuse to pay a payout request */
        post: operations["payout_requests_reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payout-requests/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what somebody who fills the form of a payout link is to know */
        get: operations["payout_requests_form"];
        put?: never;
        /** Ask for a payout to a debit card, for the merchant to approve or reject */
        post: operations["payout_requests_submit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Load what is to be paid: a checkout session, a payment link or an invoice */
        get: operations["checkout_load"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout/{slug}/pay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pay by a card or a bank account in the vault, or by a wallet */
        post: operations["checkout_pay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout/{slug}/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open a wallet_b credential once, and seal it for a payment */
        post: operations["checkout_prepare_wallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout/address-suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Suggest addresses that begin like what was typed; none where the workspace has no provider */
        get: operations["checkout_address_suggest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checkout/address-details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a suggested address; null where there is none of that id, or no provider */
        get: operations["checkout_address_details"];
        put?: never;
        post?: never;
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
        /** a payment is processed: at settlement on the debit-and-payouts rail, at approval elsewhere */
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
        /** a transaction is refunded, fully or partly */
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
        /** an unsettled transaction is voided */
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
        /** the network rejects a pending payment */
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
        /** a settled payment is charged back, or returned by the bank */
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
        /** a dispute or alert is received */
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
        /** a dispute changes its status */
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
        /** a chargeback response goes to the network */
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
        /** a fought chargeback is decided for the merchant */
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
        /** a chargeback is decided for the cardholder */
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
        /** a payout is accepted */
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
        /** a payout is approved and in transit */
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
        /** a payout settles */
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
        /** the network rejects a payout before settlement */
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
        /** the receiving bank sends a settled ACH payout back */
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
        /** a subscription is made and its first payment taken */
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
        /** an automatic renewal charge succeeded */
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
        /** a cancellation is set for the period's end */
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
        /** a subscription is cancelled, at once or at the scheduled end */
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
        /** a subscription is paused */
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
        /** a paused subscription is resumed */
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
        /** a subscription is made with a start date in the future */
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
        /** a scheduled subscription reached its start date, was charged and became active */
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
            /** @enum {string} */
            error: "invalid_request" | "unsupported_grant_type" | "invalid_client";
            /** @description For people */
            error_description: string;
        };
        ErrorCode: ("parameter_missing" | "insufficient_funds" | "ACCOUNT_NOT_ELIGIBLE" | "already_fulfilled" | "domain_not_registered" | "app_required" | "resource_missing" | "blocked") | ("parameter_invalid" | "parameter_unknown" | "amount_too_large" | "invalid_json" | "unsupported_media_type" | "body_too_large" | "method_not_allowed" | "capability_required" | "invalid_state" | "insufficient_stock" | "token_expired" | "token_used" | "merchant_key_required" | "secret_key_required" | "insufficient_scope" | "host_not_allowed" | "origin_not_allowed" | "reference_id_reused" | "request_in_progress" | "storage_unavailable" | "card_declined" | "invalid_card" | "incorrect_cvc" | "unsupported_card" | "duplicate_transaction" | "merchant_configuration" | "unknown_error" | "gateway_unavailable");
        Error: {
            /** @description For people; its wording may change */
            error: string;
            /** @enum {string} */
            type: "invalid_request_error" | "authentication_error" | "card_error" | "permission_error" | "not_found_error" | "idempotency_error" | "rate_limit_error" | "api_error";
            code?: components["schemas"]["ErrorCode"];
            /** @description The offending field */
            param?: string;
        };
        DeclinedError: {
            /** @description For people; its wording may change */
            error: string;
            /** @constant */
            type: "card_error";
            code: components["schemas"]["ErrorCode"];
            /** @description The offending field */
            param?: string;
            /** @description The gateway's own code */
            decline_code: string | null;
            /** @enum {string} */
            category: "declined" | "insufficient_funds" | "invalid_card" | "cvc" | "unsupported_card" | "duplicate" | "configuration" | "gateway_unavailable" | "unknown";
            /** @description Finds the attempt in the request log */
            reference_id: string | null;
            /** @description The failed transaction */
            data: components["schemas"]["Transaction"];
        };
        UnknownOutcomeError: {
            /** @description For people; its wording may change */
            error: string;
            /** @constant */
            type: "api_error";
            code: components["schemas"]["ErrorCode"];
            /** @description The offending field */
            param?: string;
            /** @description The gateway's own code */
            decline_code: string | null;
            /** @enum {string} */
            category: "declined" | "insufficient_funds" | "invalid_card" | "cvc" | "unsupported_card" | "duplicate" | "configuration" | "gateway_unavailable" | "unknown";
            /** @description Finds the attempt in the request log */
            reference_id: string | null;
        };
        ClientError: {
            /** @description For people; its wording may change */
            error: string;
            code?: ("card_declined" | "3ds_required" | "3ds_failed" | "three_ds_failed" | "duplicate_request" | "idempotency_key_reused") | string;
        };
        ClientDeclinedError: {
            /** @description For people; its wording may change */
            error: string;
            code?: ("card_declined" | "3ds_required" | "3ds_failed" | "three_ds_failed" | "duplicate_request" | "idempotency_key_reused") | string;
            /** @description The gateway's own code; of a decline alone */
            declineCode?: string | null;
            /** @constant */
            status?: "declined";
            /** @description The failed transaction */
            transactionId?: string;
        };
        Account: {
            id: string;
            /** @constant */
            object: "account";
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            name: string;
            logo_url: string | null;
            timezone: string;
            slug: string;
            currency: string;
            subdomain: string;
            custom_domain: string | null;
        };
        Member: {
            id: string;
            /** @constant */
            object: "member";
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            name: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member" | "viewer";
        };
        Pixels: {
            /** @constant */
            object: "pixels";
            meta_pixel_id: string | null;
            google_analytics_id: string | null;
            google_ads_id: string | null;
            tiktok_pixel_id: string | null;
            snapchat_pixel_id: string | null;
            pinterest_tag_id: string | null;
        };
        Product: {
            id: string;
            /** @constant */
            object: "product";
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            name: string;
            description: string | null;
            sku: string | null;
            image_url: string | null;
            price: number;
            currency: string;
            active: boolean;
            stock_quantity: number;
            track_inventory: boolean;
            recurring: {
                /** @enum {string} */
                interval: "day" | "week" | "month" | "year";
                interval_count: number;
            } | null;
            variants: {
                id: string;
                name: string;
                sku: string | null;
                price: number | null;
                stock_quantity: number;
                track_inventory: boolean;
            }[];
            metadata: {
                [key: string]: string | number | boolean | null;
            };
        };
        Inventory: {
            /** @constant */
            object: "inventory";
            product_id: string;
            variant_id: string | null;
            stock_quantity: number;
            track_inventory: boolean;
        };
        PaymentToken: {
            token: string;
            card: {
                last4: string;
                brand: string;
                exp_month: string;
                exp_year: string;
            };
        };
        PaymentMethod: {
            id: string;
            /** @constant */
            object: "payment_method";
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            billing_id: string;
            customer_id: string;
            customer_vault_id: string;
            /** @enum {string} */
            type: "card" | "bank_account";
            card: {
                /** @enum {string} */
                brand: "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay" | "unknown";
                last4: string;
                bin: string;
                exp_month: string;
                exp_year: string;
                /** @enum {string} */
                funding: "credit" | "debit" | "prepaid";
                country: string | null;
            } | null;
            bank_account: {
                last4: string;
                routing_number: string;
                bank_name: string;
                /** @enum {string} */
                account_type: "checking" | "savings";
                /** @enum {string} */
                account_holder_type: "personal" | "business";
                account_holder_name: string | null;
            } | null;
            payout_eligible: boolean;
            /** @enum {string} */
            processor: "gateway_a" | "gateway_b" | "debit_payouts";
        };
        Customer: {
            id: string;
            /** @constant */
            object: "customer";
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            email: string;
            first_name: string | null;
            last_name: string | null;
            company: string | null;
            phone: string | null;
            billing_address_1: string | null;
            billing_address_2: string | null;
            billing_city: string | null;
            billing_state: string | null;
            billing_postal_code: string | null;
            billing_country: string | null;
            shipping_address_1: string | null;
            shipping_address_2: string | null;
            shipping_city: string | null;
            shipping_state: string | null;
            shipping_postal_code: string | null;
            shipping_country: string | null;
            /** @enum {string} */
            processor: "gateway_a" | "gateway_b" | "debit_payouts";
            customer_vault_id: string;
            metadata: {
                [key: string]: string | number | boolean | null;
            };
        };
        Storefront: {
            id: string;
            /** @constant */
            object: "storefront";
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            status: "draft" | "published";
            url: string | null;
        };
        ThreeDsResult: {
            /** @constant */
            object: "three_ds_result";
            authentication_id: string;
            status: ("Y" | "A" | "N" | "U" | "R" | "SKIPPED") | "C";
            challenge_required: boolean;
            challenge: {
                url: string;
                creq: string;
            } | null;
            eci: string | null;
            cavv: string | null;
            xid: string | null;
            authenticationValue: string | null;
            dsTransId: string | null;
            threeDSServerTransID: string;
            threeDsVersion: string;
            skipped: boolean;
            reason: string | null;
            error?: string;
        };
        Balance: {
            /** @constant */
            object: "balance";
            currency: string;
            available: number;
            reserved: number;
            held: number;
            pending: number;
            livemode: boolean;
        };
        AccountCheck: {
            /** @constant */
            object: "account_check";
            /** @enum {string} */
            type: "card" | "bank_account";
            eligible: boolean;
            /** @enum {string|null} */
            code: "ACCOUNT_NOT_ELIGIBLE" | null;
            network: string;
            /** @enum {string} */
            funds_availability: "immediate" | "next_business_day" | "not_payout_eligible";
            bin: {
                number: string;
                /** @enum {string} */
                brand: "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay" | "unknown";
                /** @enum {string} */
                funding: "credit" | "debit" | "prepaid";
                issuer: string;
                country: string;
            } | null;
            card_type_consensus: {
                /** @enum {string} */
                type: "credit" | "debit" | "prepaid";
                sources: ("network" | "directory")[];
                agreed: boolean;
            } | null;
            routing_number: string | null;
            bank_name: string | null;
            rtp: {
                rtp: boolean;
                fednow: boolean;
            } | null;
            livemode: boolean;
        };
        WalletPrepare: {
            /** @constant */
            object: "wallet_prepare";
            prepared: string;
            three_ds_required: boolean;
            /** @enum {string|null} */
            three_ds_reason: "already_authenticated" | "three_ds_disabled" | "vault_disabled" | "card_unavailable" | null;
            card_id: string | null;
            card: {
                brand: string | null;
                last4: string | null;
                exp_month: number;
                exp_year: number;
                /** @enum {string} */
                token_type: "pan" | "dpan";
            };
        };
        WalletDomains: {
            /** @constant */
            object: "wallet_domains";
            livemode: boolean;
            domains: {
                domain: string;
                /** @enum {string} */
                status: "registered" | "pending";
                managed: boolean;
            }[];
        };
        Transaction: {
            id: string;
            /** @constant */
            object: "transaction";
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            status: ("pending_settlement" | "settled" | "failed" | "disputed") | ("voided" | "refunded" | "partially_refunded");
            amount: number;
            currency: string;
            order_number: number;
            customer_id: string | null;
            payment_method_id: string | null;
            payment_link_id: string | null;
            checkout_session_id: string | null;
            invoice_id: string | null;
            subscription_id: string | null;
            /** @enum {string} */
            source: "api" | "dashboard";
            reference_id: string | null;
            /** @enum {string} */
            processorType: "gateway_a" | "gateway_b" | "debit_payouts";
            /** @enum {string} */
            rail: "card" | "ach";
            line_items: {
                product_id: string;
                variant_id: string | null;
                name: string;
                quantity: number;
                unit_amount: number;
                amount: number;
            }[];
            buyer_name: string | null;
            email: string | null;
            billing_address_1: string | null;
            billing_address_2: string | null;
            billing_city: string | null;
            billing_state: string | null;
            billing_postal_code: string | null;
            billing_country: string | null;
            shipping_address_1: string | null;
            shipping_address_2: string | null;
            shipping_city: string | null;
            shipping_state: string | null;
            shipping_postal_code: string | null;
            shipping_country: string | null;
            card_last_four: string | null;
            card_brand: string | null;
            bank_last_four: string | null;
            /** @enum {string|null} */
            wallet_type: "wallet_a" | "wallet_b" | null;
            wallet_eci: string | null;
            wallet_cryptogram_present: boolean | null;
            three_ds_status: string | null;
            three_ds_eci: string | null;
            three_ds_cavv_present: boolean | null;
            three_ds_xid: string | null;
            three_ds_version: string | null;
            three_ds_ds_trans_id: string | null;
            total_refunded: number;
            /** @enum {string} */
            fulfillment_status: "unfulfilled" | "fulfilled";
            error_code: string | null;
            error_message: string | null;
            decline_code: string | null;
            /** @enum {string|null} */
            category: "declined" | "insufficient_funds" | "invalid_card" | "cvc" | "unsupported_card" | "duplicate" | "configuration" | "gateway_unavailable" | "unknown" | null;
            /** Format: date-time */
            settled_at: string | null;
            /** Format: date-time */
            voided_at: string | null;
            /** Format: date-time */
            failed_at: string | null;
            /** Format: date-time */
            disputed_at: string | null;
            /** @description `X-Service-SDK` of the client that paid; null where none told. */
            sdk: string | null;
            metadata: {
                [key: string]: string | number | boolean | null | {
                    [key: string]: unknown;
                };
            };
        };
        Dispute: {
            id: string;
            /** @constant */
            object: "dispute";
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            dispute_id: string;
            transaction_id: string | null;
            /** @enum {string} */
            kind: "alert_ethoca" | "alert_cdrn" | "alert_rdr" | "chargeback" | "tc40" | "ach_return" | "reversal";
            /** @enum {string} */
            status: "new" | "matched" | "unmatched" | "refunded" | "accepted" | "fighting" | "response_submitted" | "won" | "lost" | "expired";
            network: string;
            reason: string;
            reason_code: string;
            amount: number;
            currency: string;
            card_last4: string | null;
            /** Format: date-time */
            due_at: string;
            sandbox: boolean;
        };
        Payout: {
            id: string;
            /** @constant */
            object: "payout";
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            payout_number: number;
            amount: number;
            currency: string;
            /** @enum {string} */
            status: "pending" | "paid" | "failed" | "canceled";
            /** @enum {string} */
            rail: "card" | "ach" | "rtp";
            /** @enum {string|null} */
            rtp_network: "rtp" | "fednow" | null;
            card_last_four: string | null;
            card_brand: string | null;
            bank_last_four: string | null;
            descriptor: string;
            customer_id: string;
            purpose: string;
            refund_for_transaction_id: string | null;
            reference_id: string | null;
            error_code: string | null;
            error_message: string | null;
            returned: boolean;
            /** Format: date-time */
            returned_at: string | null;
            return_code: string | null;
            return_reason: string | null;
            metadata: {
                [key: string]: string | number | boolean | null;
            };
        };
        Fulfillment: {
            id: string;
            /** @constant */
            object: "fulfillment";
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            transaction_id: string;
            tracking_number: string | null;
            carrier: string | null;
            tracking_url: string | null;
            line_items: {
                product_id: string;
                variant_id: string | null;
                name: string;
                quantity: number;
                unit_amount: number;
                amount: number;
            }[];
        };
        PayoutLink: {
            id: string;
            /** @constant */
            object: "payout_link";
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            type: "directed" | "request";
            /** @enum {string} */
            status: "pending" | "active" | "claimed" | "cancelled" | "expired";
            /** @description Cents. Of a request link: what its form suggests, if anything. */
            amount: number | null;
            /** @description Cents, held beside the amount of a directed link; else 0. */
            fee: number;
            currency: string;
            recipient_email: string | null;
            recipient_name: string | null;
            note: string | null;
            url: string;
            slug: string;
            payout_id: string | null;
            /** Format: date-time */
            claimed_at: string | null;
            /** Format: date-time */
            cancelled_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
            reference_id: string | null;
            metadata: {
                [key: string]: string | number | boolean | null;
            };
        };
        Subscription: {
            id: string;
            /** @constant */
            object: "subscription";
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            status: "active" | "scheduled" | "paused" | "past_due" | "cancelled";
            customer_id: string;
            product_id: string;
            payment_method_id: string;
            amount: number;
            currency: string;
            /** @enum {string} */
            interval: "day" | "week" | "month" | "year";
            interval_count: number;
            /** Format: date-time */
            start_date: string;
            /** Format: date-time */
            current_period_start: string | null;
            /** Format: date-time */
            current_period_end: string | null;
            cancel_at_period_end: boolean;
            /** Format: date-time */
            cancel_at: string | null;
            /** Format: date-time */
            cancelled_at: string | null;
            cancel_reason: string | null;
            /** Format: date-time */
            paused_at: string | null;
            latest_transaction_id: string | null;
            metadata: {
                [key: string]: string | number | boolean | null;
            };
        };
        Invoice: {
            id: string;
            /** @constant */
            object: "invoice";
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            number: string;
            /** @enum {string} */
            status: "draft" | "sent" | "viewed" | "processing" | "paid" | "void";
            customer_id: string;
            line_items: {
                product_id: string;
                variant_id: string | null;
                name: string;
                quantity: number;
                unit_amount: number;
                amount: number;
            }[];
            amount: number;
            currency: string;
            memo: string | null;
            due_date: string | null;
            transaction_id: string | null;
            /** Format: date-time */
            sent_at: string | null;
            /** Format: date-time */
            viewed_at: string | null;
            /** Format: date-time */
            paid_at: string | null;
            /** Format: date-time */
            voided_at: string | null;
            metadata: {
                [key: string]: string | number | boolean | null;
            };
            hosted_invoice_url?: string;
            pay_url?: string;
            emailed?: boolean;
        };
        CheckoutSession: {
            id: string;
            /** @constant */
            object: "checkout_session";
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            status: "open" | "complete" | "expired";
            ui_mode: "embedded" | "hosted";
            /** @description Embedded mode: what the browser SDK is given; else null. */
            client_secret: string | null;
            slug: string;
            success_url: string | null;
            cancel_url: string | null;
            allowed_parent_origins: string[];
            show_order_summary: boolean;
            line_items: {
                product_id: string;
                variant_id: string | null;
                name: string;
                quantity: number;
                unit_amount: number;
                amount: number;
            }[];
            currency: string;
            /** @description Cents that the customer pays: the discount is taken off. */
            amount: number;
            discount_code: string | null;
            /** @description Cents taken off by the discount code. */
            discount_amount: number;
            customer_id: string | null;
            customer_email: string | null;
            customer_phone: string | null;
            email_field_mode: "read_only" | ("editable" | "hidden");
            phone_field_mode: "hidden" | ("editable" | "read_only");
            quick_checkout_behavior: "on_load" | ("on_click" | "never");
            transaction_id: string | null;
            /** Format: date-time */
            expires_at: string;
            metadata: {
                [key: string]: string | number | boolean | null;
            };
            /** @description Hosted mode: where the customer is sent; else null. */
            url: string | null;
        };
        PaymentLink: {
            id: string;
            /** @constant */
            object: "payment_link";
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            status: "active" | "inactive";
            slug: string;
            name: string;
            products: {
                product_id: string;
                variant_id: string | null;
                quantity: number;
            }[];
            /** @description Cents; null where products are sold, at their prices of the day. */
            amount: number | null;
            currency: string;
            custom_fields: {
                id: string;
                label: string;
                /** @enum {string} */
                type: "text" | "number" | "select" | "checkbox";
                required: boolean;
                options: string[] | null;
            }[];
            collect_shipping_address: boolean;
            metadata: {
                [key: string]: string | number | boolean | null;
            };
            url: string;
        };
        Block: {
            id: string;
            /** @constant */
            object: "block";
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @enum {string} */
            object_type: "transaction" | "customer" | "subscription";
            object_id: string;
            block_type: string;
            /** @description Any object of at most 16 KB. The confirmation page and the receipt show `title` as its heading, `url` (with `link_label`) as its link, and everything else as lines. */
            content: {
                [key: string]: unknown;
            };
            app_id: string;
        };
        PayoutRequest: {
            id: string;
            /** @constant */
            object: "payout_request";
            livemode: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            payout_link_id: string;
            /** @enum {string} */
            status: "pending" | "approved" | "rejected" | "failed";
            requested_amount: number;
            amount: number | null;
            currency: string;
            name: string;
            email: string;
            note: string | null;
            card_last_four: string;
            card_brand: string;
            payout_id: string | null;
            /** Format: date-time */
            approved_at: string | null;
            /** Format: date-time */
            rejected_at: string | null;
            /** Format: date-time */
            failed_at: string | null;
        };
        Checkout: {
            slug: string;
            /** @enum {string} */
            kind: "session" | "payment_link" | "invoice";
            status: string;
            /** @description Cents to pay: the discount is taken off. */
            amount: number;
            currency: string;
            discountCode: string | null;
            /** @description Cents taken off. */
            discountAmount: number;
            sandbox: boolean;
            customFields: {
                id: string;
                label: string;
                /** @enum {string} */
                type: "text" | "number" | "select" | "checkbox";
                required: boolean;
                options: string[] | null;
            }[];
            collectShippingAddress: boolean;
            cardEnabled: boolean;
            threeDsEnabled: boolean;
            /** @description Whether the workspace can be paid by wallets. */
            walletsEnabled: boolean;
            /** @description Those that this order can be paid by. */
            wallets: ("wallet_a" | "wallet_b")[];
            vaultConfig: {
                enabled: boolean;
                vaultId: string;
                /** @enum {string} */
                environment: "sandbox" | "live";
                /** @description Where numbers are posted to. */
                url: string;
            };
            workspaceId: string;
            workspace: {
                name: string;
                achEnabled: boolean;
                requireCheckoutPhone: boolean;
                /** @description A template: {merchant} and {amount} stand for the name and the sum. */
                achAuthorizationText: string;
            };
            products: {
                productId: string;
                name: string;
                description: string | null;
                /** @description Cents of one. */
                price: number;
                quantity: number;
                imageUrl: string | null;
                recurring: {
                    /** @enum {string} */
                    interval: "day" | "week" | "month" | "year";
                    interval_count: number;
                } | null;
            }[];
            brand: {
                name: string;
                logoUrl: string | null;
                color: string;
            };
            emailFieldMode: "read_only" | ("editable" | "hidden");
            phoneFieldMode: "hidden" | ("editable" | "read_only");
            customerEmail: string | null;
            customerPhone: string | null;
            showOrderSummary: boolean;
        };
        CheckoutPayment: {
            /** @constant */
            success: true;
            transactionId: string;
            orderNumber: number;
            orderLabel: string;
            confirmationToken: string;
            successUrl: string | null;
            /** @constant */
            status: "pending_settlement";
            amount: number;
            currency: string;
            /** @enum {string} */
            processorType: "gateway_a" | "gateway_b" | "debit_payouts";
            /** @description Null where a bank account pays. */
            card: {
                brand: string;
                last4: string;
            } | null;
            /** @description Where the buyer authorizes the first instant debit of a bank account. */
            bankAuthUrl?: string;
        };
    };
    responses: {
        /** @description Invalid or missing parameters */
        InvalidRequest: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Missing or invalid key */
        Unauthorized: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The payment was declined; `data` holds the failed transaction */
        Declined: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DeclinedError"];
            };
        };
        /** @description The key may not do this */
        Forbidden: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The resource does not exist */
        NotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A conflict, or a reference used again */
        Conflict: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests; nothing was processed */
        TooManyRequests: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The outcome is unknown; retry with the same reference_id */
        UnknownOutcome: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnknownOutcomeError"];
            };
        };
        /** @description The network is unavailable; nothing was done */
        Unavailable: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Refused before the operation was asked, or a failure of the service */
        Failure: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Refused as OAuth 2.0 says */
        OAuthRefused: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
        /** @description Invalid or missing parameters */
        ClientInvalidRequest: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientError"];
            };
        };
        /** @description Invalid or missing parameters, or the payment was declined */
        ClientDeclined: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientDeclinedError"];
            };
        };
        /** @description Authenticate the card with 3-D Secure first */
        ClientAuthentication: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientError"];
            };
        };
        /** @description There is no such page, or it is done with */
        ClientNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientError"];
            };
        };
        /** @description The state does not allow it, or the same request is still in flight */
        ClientConflict: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientError"];
            };
        };
        /** @description The Idempotency-Key came with another body before */
        ClientKeyReused: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientError"];
            };
        };
        /** @description Too many requests; nothing was processed */
        ClientTooManyRequests: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientError"];
            };
        };
        /** @description The card vault failed */
        ClientVaultFailed: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientError"];
            };
        };
        /** @description The outcome is unknown; ask again with the same Idempotency-Key */
        ClientUnknownOutcome: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientError"];
            };
        };
        /** @description Refused before the operation was asked, or a failure of the service */
        ClientFailure: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Requests allowed this minute */
        "X-RateLimit-Limit": number;
        /** @description Requests left this minute */
        "X-RateLimit-Remaining": number;
        /** @description The tier that the limit belongs to */
        "X-RateLimit-Tier": "new" | "established" | "scaled" | "high_volume";
        /** @description The id under which the request log keeps it */
        "Request-Id": string;
        /** @description Seconds until a retry may succeed */
        "Retry-After": number;
        /** @description A stored answer, given again */
        "Idempotency-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    account_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
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
    account_update: {
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
                    name?: string;
                    logo_url?: string | null;
                    timezone?: string;
                    /** @description Read-only: what is given here is not applied */
                    slug?: unknown;
                    /** @description Read-only: what is given here is not applied */
                    currency?: unknown;
                    /** @description Read-only: what is given here is not applied */
                    subdomain?: unknown;
                    /** @description Read-only: what is given here is not applied */
                    custom_domain?: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
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
    app_tokens_create: {
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
                 *       "grant_type": "client_credentials",
                 *       "client_id": "app_demo",
                 *       "client_secret": "app_secret_demo"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    grant_type: "client_credentials";
                    /** @description The app's own, or in an Authorization header of the Basic scheme */
                    client_id?: string;
                    /** @description With it */
                    client_secret?: string;
                    /** @description The workspace that the app is installed in; where it is given it must be that one */
                    workspace_id?: string;
                    /** @enum {string} */
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
                    /** @enum {string} */
                    grant_type: "client_credentials";
                    /** @description The app's own, or in an Authorization header of the Basic scheme */
                    client_id?: string;
                    /** @description With it */
                    client_secret?: string;
                    /** @description The workspace that the app is installed in; where it is given it must be that one */
                    workspace_id?: string;
                    /** @enum {string} */
                    mode?: "test" | "live";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Begins with pat_; what app routes take */
                        access_token: string;
                        /** @enum {string} */
                        token_type: "bearer";
                        /** @description Seconds */
                        expires_in: number;
                        scope: string;
                    };
                };
            };
            400: components["responses"]["OAuthRefused"];
            401: components["responses"]["OAuthRefused"];
            default: components["responses"]["Failure"];
        };
    };
    members_list: {
        parameters: {
            query?: {
                limit?: number;
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"][];
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
    pixels_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
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
    pixels_update: {
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
                    meta_pixel_id?: string | null;
                    google_analytics_id?: string | null;
                    google_ads_id?: string | null;
                    tiktok_pixel_id?: string | null;
                    snapchat_pixel_id?: string | null;
                    pinterest_tag_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
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
    products_list: {
        parameters: {
            query?: {
                limit?: number;
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Product"][];
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
    products_create: {
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
                    name: string;
                    price: number;
                    description?: string | null;
                    sku?: string | null;
                    image_url?: string | null;
                    currency?: string;
                    active?: boolean;
                    stock_quantity?: number;
                    track_inventory?: boolean;
                    recurring?: {
                        /** @enum {string} */
                        interval: "day" | "week" | "month" | "year";
                        interval_count?: number;
                    } | null;
                    variants?: {
                        id?: string;
                        name?: string;
                        sku?: string | null;
                        price?: number | null;
                        stock_quantity?: number;
                        track_inventory?: boolean;
                    }[];
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Product"];
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
    products_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example prod_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    products_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example prod_1 */
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
                    name?: string;
                    price?: number;
                    description?: string | null;
                    sku?: string | null;
                    image_url?: string | null;
                    currency?: string;
                    active?: boolean;
                    stock_quantity?: number;
                    track_inventory?: boolean;
                    recurring?: {
                        /** @enum {string} */
                        interval: "day" | "week" | "month" | "year";
                        interval_count?: number;
                    } | null;
                    variants?: {
                        id?: string;
                        name?: string;
                        sku?: string | null;
                        price?: number | null;
                        stock_quantity?: number;
                        track_inventory?: boolean;
                    }[];
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    inventory_adjust: {
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
                 *       "product_id": "prod_1",
                 *       "delta": -1
                 *     }
                 */
                "application/json": {
                    product_id: string;
                    delta?: number;
                    quantity?: number;
                    variant_id?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    tokens_create: {
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
                 *       "number": "4000056655665556",
                 *       "exp_month": "12",
                 *       "exp_year": "2030",
                 *       "cvv": "123"
                 *     }
                 */
                "application/json": {
                    number: string;
                    exp_month: string;
                    exp_year: string;
                    cvv?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PaymentToken"];
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
    tokenization_key_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** @constant */
                            object: "tokenization_key";
                            key: string;
                            /** @enum {string} */
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
    vault_post: {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed */
                "X-Service-SDK"?: string;
            };
            path: {
                /** @example vlt_demo_sandbox */
                vaultId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "card_number": "4000056655665556",
                 *       "card_exp": "12/30",
                 *       "card_cvc": "123"
                 *     }
                 */
                "application/json": {
                    card_number?: string;
                    /** @description MM/YY */
                    card_exp?: string;
                    card_cvc?: string;
                    bank_account_number?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        card_number?: string;
                        /** @description As it was sent. */
                        card_exp?: string;
                        card_cvc?: string;
                        bank_account_number?: string;
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            default: components["responses"]["ClientFailure"];
        };
    };
    customers_list: {
        parameters: {
            query?: {
                limit?: number;
                starting_after?: string;
                processor?: "gateway_a" | "gateway_b" | "debit_payouts";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Customer"][];
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
    customers_create: {
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
                    email: string;
                    first_name?: string | null;
                    last_name?: string | null;
                    company?: string | null;
                    phone?: string | null;
                    billing_address_1?: string | null;
                    billing_address_2?: string | null;
                    billing_city?: string | null;
                    billing_state?: string | null;
                    billing_postal_code?: string | null;
                    billing_country?: string | null;
                    shipping_address_1?: string | null;
                    shipping_address_2?: string | null;
                    shipping_city?: string | null;
                    shipping_state?: string | null;
                    shipping_postal_code?: string | null;
                    shipping_country?: string | null;
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                    payment_token?: string;
                    cc_number?: string;
                    cc_exp_month?: string;
                    cc_exp_year?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Customer"];
                        payment_method: {
                            id: string;
                            /** @constant */
                            object: "payment_method";
                            livemode: boolean;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                            billing_id: string;
                            customer_id: string;
                            customer_vault_id: string;
                            /** @enum {string} */
                            type: "card" | "bank_account";
                            card: {
                                /** @enum {string} */
                                brand: "visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay" | "unknown";
                                last4: string;
                                bin: string;
                                exp_month: string;
                                exp_year: string;
                                /** @enum {string} */
                                funding: "credit" | "debit" | "prepaid";
                                country: string | null;
                            } | null;
                            bank_account: {
                                last4: string;
                                routing_number: string;
                                bank_name: string;
                                /** @enum {string} */
                                account_type: "checking" | "savings";
                                /** @enum {string} */
                                account_holder_type: "personal" | "business";
                                account_holder_name: string | null;
                            } | null;
                            payout_eligible: boolean;
                            /** @enum {string} */
                            processor: "gateway_a" | "gateway_b" | "debit_payouts";
                        } | null;
                        existing: boolean;
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
    customers_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cus_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    customers_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cus_1 */
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
                    email?: string;
                    first_name?: string | null;
                    last_name?: string | null;
                    company?: string | null;
                    phone?: string | null;
                    billing_address_1?: string | null;
                    billing_address_2?: string | null;
                    billing_city?: string | null;
                    billing_state?: string | null;
                    billing_postal_code?: string | null;
                    billing_country?: string | null;
                    shipping_address_1?: string | null;
                    shipping_address_2?: string | null;
                    shipping_city?: string | null;
                    shipping_state?: string | null;
                    shipping_postal_code?: string | null;
                    shipping_country?: string | null;
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    payment_methods_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cus_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    payment_methods_create: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cus_1 */
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
                    payment_token?: string;
                    cc_number?: string;
                    cc_exp_month?: string;
                    cc_exp_year?: string;
                    /** @enum {string} */
                    type?: "card" | "bank_account";
                    routing_number?: string;
                    account_number?: string;
                    /** @enum {string} */
                    account_type?: "checking" | "savings";
                    /** @enum {string} */
                    account_holder_type?: "personal" | "business";
                    account_holder_name?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PaymentMethod"];
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
    payment_methods_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cus_1 */
                id: string;
                /** @example pm_1 */
                billingId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            deleted: boolean;
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
    storefronts_list: {
        parameters: {
            query?: {
                limit?: number;
                starting_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Storefront"][];
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
    three_ds_initialize: {
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
                 *       "token": "ptok_1"
                 *     }
                 */
                "application/json": {
                    token?: string;
                    card_id?: string;
                    payment_method_id?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            transaction_info: {
                                [key: string]: unknown;
                            };
                            device_fingerprint_html: string | null;
                        };
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
    three_ds_authenticate: {
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
                 *       "token": "ptok_1",
                 *       "amount": 4200,
                 *       "currency": "USD"
                 *     }
                 */
                "application/json": {
                    token?: string;
                    card_id?: string;
                    payment_method_id?: string;
                    transaction_info?: {
                        [key: string]: unknown;
                    };
                    amount?: number;
                    currency?: string;
                    email?: string;
                    billing_address_1?: string | null;
                    billing_address_2?: string | null;
                    billing_city?: string | null;
                    billing_state?: string | null;
                    billing_postal_code?: string | null;
                    billing_country?: string | null;
                    browser?: {
                        [key: string]: unknown;
                    };
                    redirect_url?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ThreeDsResult"];
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
    three_ds_finish: {
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
                 *       "authentication_id": "auth_1"
                 *     }
                 */
                "application/json": {
                    authentication_id?: string;
                    transaction_info?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ThreeDsResult"];
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
    client_three_ds_preflight: {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed */
                "X-Service-SDK"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workspaceId": "ws_demo",
                 *       "sandbox": true,
                 *       "panAlias": "tok_sandbox_1",
                 *       "expMonth": "12",
                 *       "expYear": "2030"
                 *     }
                 */
                "application/json": {
                    workspaceId: string;
                    /** @description Whether it is about the data of test mode. */
                    sandbox: boolean;
                    panAlias: string;
                    expMonth: string | number;
                    expYear: string | number;
                    vaultBin?: string;
                    brand?: string;
                    last4?: string;
                    billingCountry?: string;
                    email?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        required: boolean;
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            default: components["responses"]["ClientFailure"];
        };
    };
    client_three_ds_create_card: {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed */
                "X-Service-SDK"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workspaceId": "ws_demo",
                 *       "sandbox": true,
                 *       "panAlias": "tok_sandbox_1",
                 *       "expMonth": "12",
                 *       "expYear": "2030"
                 *     }
                 */
                "application/json": {
                    workspaceId: string;
                    /** @description Whether it is about the data of test mode. */
                    sandbox: boolean;
                    panAlias: string;
                    expMonth: string | number;
                    expYear: string | number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cardRef: string;
                        last4: string;
                        brand: string;
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            default: components["responses"]["ClientFailure"];
        };
    };
    client_three_ds_init: {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed */
                "X-Service-SDK"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workspaceId": "ws_demo",
                 *       "sandbox": true,
                 *       "cardRef": "card_1.signature"
                 *     }
                 */
                "application/json": {
                    workspaceId: string;
                    /** @description Whether it is about the data of test mode. */
                    sandbox: boolean;
                    cardRef: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        transactionInfo: {
                            [key: string]: unknown;
                        };
                        deviceFingerprintingHtml: string;
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            default: components["responses"]["ClientFailure"];
        };
    };
    client_three_ds_authenticate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed */
                "X-Service-SDK"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workspaceId": "ws_demo",
                 *       "sandbox": true,
                 *       "cardRef": "card_1.signature",
                 *       "amount": 42,
                 *       "currency": "USD",
                 *       "redirectUrl": "https://pay.example.com/pay/api-1/3ds-return",
                 *       "transactionInfo": {
                 *         "threeDSServerTransID": "00000000-0000-4000-8000-000000000000"
                 *       },
                 *       "panAlias": "tok_sandbox_1",
                 *       "expMonth": "12",
                 *       "expYear": "2030"
                 *     }
                 */
                "application/json": {
                    workspaceId: string;
                    /** @description Whether it is about the data of test mode. */
                    sandbox: boolean;
                    cardRef: string;
                    /** @description In major units: 42 or 42.00 for $42.00. */
                    amount: number;
                    currency?: string;
                    browser?: {
                        java_enabled?: boolean;
                        javascript_enabled?: boolean;
                        color_depth?: number | string;
                        screen_width?: number | string;
                        screen_height?: number | string;
                        tz_offset?: number | string;
                        language?: string;
                    };
                    redirectUrl?: string;
                    transactionInfo: {
                        [key: string]: unknown;
                    };
                    panAlias?: string;
                    expMonth?: string | number;
                    expYear?: string | number;
                    vaultBin?: string;
                    brand?: string;
                    last4?: string;
                    billingCountry?: string;
                    email?: string;
                    channel?: "app" | "browser";
                    slug?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        approved?: boolean;
                        challengeRequired?: boolean;
                        challenge?: {
                            /** @description HTML that posts `creq` to `url`. */
                            form: string;
                            url: string;
                            creq: string;
                        };
                        threeDsToken?: string | null;
                        skipped?: boolean;
                        reason?: string | null;
                        /** @enum {string} */
                        status?: "Y" | "A" | "N" | "U" | "R" | "SKIPPED" | "C";
                        error?: string;
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            502: components["responses"]["ClientVaultFailed"];
            default: components["responses"]["ClientFailure"];
        };
    };
    client_three_ds_finish: {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed */
                "X-Service-SDK"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workspaceId": "ws_demo",
                 *       "sandbox": true,
                 *       "cardRef": "card_1.signature",
                 *       "amount": 42,
                 *       "transactionInfo": {
                 *         "threeDSServerTransID": "00000000-0000-4000-8000-000000000000"
                 *       }
                 *     }
                 */
                "application/json": {
                    workspaceId: string;
                    /** @description Whether it is about the data of test mode. */
                    sandbox: boolean;
                    cardRef: string;
                    /** @description In major units: 42 or 42.00 for $42.00. */
                    amount: number;
                    transactionInfo: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        challengeRequired: boolean;
                        threeDsToken: string | null;
                        /** @enum {string} */
                        status?: "Y" | "A" | "N" | "U" | "R" | "SKIPPED" | "C";
                        error?: string;
                        /** @description Whether the cardholder cancelled the challenge. */
                        cancelled?: boolean;
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            default: components["responses"]["ClientFailure"];
        };
    };
    balance_get: {
        parameters: {
            query?: {
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    account_checks_create: {
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
                 *       "card": {
                 *         "number": "4000056655665556",
                 *         "exp_month": "12",
                 *         "exp_year": "2030"
                 *       }
                 *     }
                 */
                "application/json": {
                    payment_token?: string;
                    customer_id?: string;
                    payment_method_id?: string;
                    card?: {
                        number: string;
                        exp_month: string;
                        exp_year: string;
                    };
                    bank_account?: {
                        routing_number: string;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AccountCheck"];
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
    wallets_prepare: {
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
                 *       "service_wallet": {
                 *         "type": "wallet_b",
                 *         "wallet_b_token": "walletb_pan_visa"
                 *       }
                 *     }
                 */
                "application/json": {
                    service_wallet: {
                        /** @enum {string} */
                        type: "wallet_a" | "wallet_b";
                        wallet_b_token?: string | Record<string, never> | null;
                        info?: {
                            [key: string]: unknown;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WalletPrepare"];
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
    wallets_wallet_a_session: {
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
                 *       "domain": "shop.example",
                 *       "validation_url": "https://wallet-a.example/session"
                 *     }
                 */
                "application/json": {
                    domain: string;
                    validation_url?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        session: {
                            [key: string]: unknown;
                        };
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
    wallet_domains_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    wallet_domains_create: {
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
                 *       "domain": "shop.example"
                 *     }
                 */
                "application/json": {
                    domain: string;
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    wallet_domains_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example shop.example */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    charges_create: {
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
                 *       "customer_id": "cus_1",
                 *       "amount": 4200,
                 *       "currency": "USD",
                 *       "metadata": {
                 *         "cart": "c-1"
                 *       }
                 *     }
                 */
                "application/json": {
                    customer_id?: string;
                    payment_method_id?: string;
                    payment_token?: string;
                    gateway_b_payment_method_id?: string;
                    amount?: number;
                    product_id?: string;
                    line_items?: {
                        product_id: string;
                        variant_id?: string | null;
                        quantity: number;
                    }[];
                    currency?: string;
                    reference_id?: string;
                    /** @enum {string} */
                    rail?: "card" | "ach";
                    /** @enum {string} */
                    gateway?: "gateway_a" | "gateway_b" | "debit_payouts";
                    email?: string;
                    billing_first_name?: string | null;
                    billing_last_name?: string | null;
                    billing_address_1?: string | null;
                    billing_address_2?: string | null;
                    billing_city?: string | null;
                    billing_state?: string | null;
                    billing_postal_code?: string | null;
                    billing_country?: string | null;
                    return_url?: string;
                    service_wallet?: {
                        /** @enum {string} */
                        type: "wallet_a" | "wallet_b";
                        wallet_a_payment_data?: string | Record<string, never> | null;
                        wallet_b_token?: string | Record<string, never> | null;
                        prepared?: string | null;
                        info?: {
                            [key: string]: unknown;
                        } | null;
                    };
                    wallet?: {
                        payerEmail?: string | null;
                        billingInfo?: {
                            firstName?: string | null;
                            lastName?: string | null;
                            address1?: string | null;
                            address2?: string | null;
                            city?: string | null;
                            state?: string | null;
                            postalCode?: string | null;
                            country?: string | null;
                            phone?: string | null;
                        } | null;
                        shippingInfo?: {
                            firstName?: string | null;
                            lastName?: string | null;
                            address1?: string | null;
                            address2?: string | null;
                            city?: string | null;
                            state?: string | null;
                            postalCode?: string | null;
                            country?: string | null;
                            phone?: string | null;
                        } | null;
                    };
                    three_ds?: {
                        authentication_id?: string | null;
                        status?: string | null;
                        eci?: string | null;
                        cavv?: string | null;
                        xid?: string | null;
                        authenticationValue?: string | null;
                        dsTransId?: string | null;
                        threeDSServerTransID?: string | null;
                        threeDsVersion?: string | null;
                        challenge_required?: boolean | null;
                        challenge?: {
                            [key: string]: unknown;
                        } | null;
                        skipped?: boolean | null;
                        reason?: string | null;
                        object?: string | null;
                    };
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    transactions_list: {
        parameters: {
            query?: {
                limit?: number;
                starting_after?: string;
                customer_id?: string;
                subscription_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Transaction"][];
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
    transactions_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example txn_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    transactions_void: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example txn_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Transaction"];
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
    transactions_refund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example txn_1 */
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
                    amount?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Transaction"];
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
    disputes_list: {
        parameters: {
            query?: {
                limit?: number;
                starting_after?: string;
                status?: string;
                kind?: string;
                transaction_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Dispute"][];
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
    disputes_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example dp_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
                        object: "dispute";
                        livemode: boolean;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                        dispute_id: string;
                        transaction_id: string | null;
                        /** @enum {string} */
                        kind: "alert_ethoca" | "alert_cdrn" | "alert_rdr" | "chargeback" | "tc40" | "ach_return" | "reversal";
                        /** @enum {string} */
                        status: "new" | "matched" | "unmatched" | "refunded" | "accepted" | "fighting" | "response_submitted" | "won" | "lost" | "expired";
                        network: string;
                        reason: string;
                        reason_code: string;
                        amount: number;
                        currency: string;
                        card_last4: string | null;
                        /** Format: date-time */
                        due_at: string;
                        sandbox: boolean;
                        events: {
                            /** @enum {string} */
                            type: "created" | "matched" | "refunded" | "outcome_sent" | "accepted" | "fight_started" | "evidence_submitted" | "represented" | "won" | "lost";
                            /** Format: date-time */
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
    payouts_list: {
        parameters: {
            query?: {
                limit?: number;
                starting_after?: string;
                customer_id?: string;
                status?: "pending" | "paid" | "failed" | "canceled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Payout"][];
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
    payouts_create: {
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
                 *       "amount": 1500,
                 *       "customer_id": "cus_1",
                 *       "payment_method_id": "pm_1"
                 *     }
                 */
                "application/json": {
                    amount: number;
                    customer_id: string;
                    payment_method_id?: string;
                    payment_token?: string;
                    bank_account?: {
                        routing_number: string;
                        account_number: string;
                        /** @enum {string} */
                        account_type?: "checking" | "savings";
                        /** @enum {string} */
                        account_holder_type?: "personal" | "business";
                        account_holder_name?: string | null;
                    };
                    /** @enum {string} */
                    rail?: "card" | "ach" | "rtp";
                    reference_id?: string;
                    currency?: string;
                    descriptor?: string;
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    payouts_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example po_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    fulfillments_list: {
        parameters: {
            query: {
                limit?: number;
                starting_after?: string;
                transaction_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Fulfillment"][];
                        /** @enum {string} */
                        fulfillment_status: "unfulfilled" | "fulfilled";
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
    fulfillments_create: {
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
                 *       "transaction_id": "txn_1",
                 *       "carrier": "Parcel Post",
                 *       "tracking_number": "1Z999"
                 *     }
                 */
                "application/json": {
                    transaction_id: string;
                    tracking_number?: string | null;
                    carrier?: string | null;
                    tracking_url?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
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
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    payout_links_list: {
        parameters: {
            query?: {
                limit?: number;
                starting_after?: string;
                type?: "directed" | "request";
                status?: "pending" | "active" | "claimed" | "cancelled" | "expired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PayoutLink"][];
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
    payout_links_create: {
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
                 *       "amount": 1500,
                 *       "recipient_email": "ada@example.com",
                 *       "note": "Your prize"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    type?: "directed" | "request";
                    amount?: number;
                    currency?: string;
                    recipient_email?: string;
                    recipient_name?: string | null;
                    note?: string | null;
                    reference_id?: string;
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    payout_links_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example plo_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    payout_links_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example plo_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    claims_get: {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed */
                "X-Service-SDK"?: string;
            };
            path: {
                /** @example QkZ3 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        slug: string;
                        currency: string;
                        note: string | null;
                        sandbox: boolean;
                        workspaceId: string;
                        vaultConfig: {
                            enabled: boolean;
                            vaultId: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Where numbers are posted to. */
                            url: string;
                        };
                        brand: {
                            name: string;
                            logoUrl: string | null;
                            color: string;
                        };
                        /** @enum {string} */
                        status: "pending";
                        amount: number;
                        recipientName: string | null;
                        recipientEmail: string | null;
                        /** Format: date-time */
                        expiresAt: string | null;
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            default: components["responses"]["ClientFailure"];
        };
    };
    payout_links_claim: {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed */
                "X-Service-SDK"?: string;
            };
            path: {
                /** @example QkZ3 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "firstName": "Ada",
                 *       "lastName": "Lovelace",
                 *       "vaultPanAlias": "tok_sandbox_1",
                 *       "vaultExpMonth": "12",
                 *       "vaultExpYear": "2030"
                 *     }
                 */
                "application/json": {
                    /** @description The address that the link was sent to, where none is given. */
                    email?: string;
                    firstName: string;
                    lastName: string;
                    phone?: string;
                    billingAddress1?: string;
                    billingAddress2?: string;
                    billingCity?: string;
                    billingState?: string;
                    billingPostalCode?: string;
                    billingCountry?: string;
                    /** @enum {string} */
                    paymentMethodType?: "card" | "ach";
                    vaultPanAlias?: string;
                    vaultCvcAlias?: string;
                    vaultExpMonth?: string | number;
                    vaultExpYear?: string | number;
                    vaultBin?: string;
                    vaultBrand?: string;
                    vaultLast4?: string;
                    vaultBankAccountAlias?: string;
                    vaultBankLast4?: string;
                    routingNumber?: string;
                    /** @enum {string} */
                    accountType?: "checking" | "savings";
                    /** @enum {string} */
                    accountHolderType?: "personal" | "business";
                    /**
                     * @description Of a bank account; ach where none is given.
                     * @enum {string}
                     */
                    rail?: "ach" | "rtp";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        /** @enum {string} */
                        status: "claimed";
                        payoutId: string;
                        /** @enum {string} */
                        payoutStatus: "pending" | "paid" | "failed" | "canceled";
                        amount: number;
                        currency: string;
                        /** @enum {string} */
                        rail: "card" | "ach" | "rtp";
                        card: {
                            brand: string;
                            last4: string;
                        } | null;
                        bankAccount: {
                            last4: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            409: components["responses"]["ClientConflict"];
            503: components["responses"]["ClientUnknownOutcome"];
            default: components["responses"]["ClientFailure"];
        };
    };
    subscriptions_list: {
        parameters: {
            query?: {
                limit?: number;
                starting_after?: string;
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
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Subscription"][];
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
    subscriptions_create: {
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
                 *       "customer_id": "cus_1",
                 *       "product_id": "prod_1",
                 *       "metadata": {
                 *         "plan": "gold"
                 *       }
                 *     }
                 */
                "application/json": {
                    customer_id: string;
                    product_id: string;
                    payment_method_id?: string;
                    /** Format: date-time */
                    start_date?: string;
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Subscription"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["Declined"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["UnknownOutcome"];
            default: components["responses"]["Failure"];
        };
    };
    subscriptions_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example sub_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    subscriptions_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example sub_1 */
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
                    immediate?: boolean;
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Subscription"];
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
    subscriptions_pause: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example sub_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Subscription"];
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
    subscriptions_resume: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example sub_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Subscription"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["Declined"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["UnknownOutcome"];
            default: components["responses"]["Failure"];
        };
    };
    invoices_list: {
        parameters: {
            query?: {
                limit?: number;
                starting_after?: string;
                status?: "draft" | "sent" | "viewed" | "processing" | "paid" | "void";
                customer_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invoice"][];
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
    invoices_create: {
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
                    customer_id: string;
                    line_items: {
                        product_id: string;
                        variant_id?: string | null;
                        quantity: number;
                    }[];
                    memo?: string | null;
                    due_date?: string | null;
                    send?: boolean;
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invoice"];
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
    invoices_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inv_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    invoices_send: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inv_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invoice"];
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
    invoices_void: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example inv_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invoice"];
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
    checkout_sessions_create: {
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
                    ui_mode?: "embedded" | "hosted";
                    line_items?: {
                        product_id: string;
                        variant_id?: string | null;
                        quantity: number;
                    }[];
                    amount?: number;
                    currency?: string;
                    success_url?: string | null;
                    cancel_url?: string | null;
                    allowed_parent_origins?: string[];
                    show_order_summary?: boolean;
                    customer_id?: string;
                    customer_email?: string | null;
                    customer_phone?: string | null;
                    email_field_mode?: "read_only" | ("editable" | "hidden");
                    phone_field_mode?: "hidden" | ("editable" | "read_only");
                    quick_checkout_behavior?: "on_load" | ("on_click" | "never");
                    discount_code?: string | null;
                    metadata?: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CheckoutSession"];
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
    checkout_sessions_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example cs_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    payment_links_list: {
        parameters: {
            query?: {
                limit?: number;
                starting_after?: string;
                status?: "active" | "inactive";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PaymentLink"][];
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
    payment_links_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example plink_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
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
    blocks_list: {
        parameters: {
            query: {
                limit?: number;
                starting_after?: string;
                object_type: "transaction" | "customer" | "subscription";
                object_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Block"][];
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
    blocks_create: {
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
                 *       "object_type": "transaction",
                 *       "object_id": "txn_1",
                 *       "block_type": "loyalty",
                 *       "content": {
                 *         "title": "You earned 42 points"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    object_type: "transaction" | "customer" | "subscription";
                    object_id: string;
                    block_type: string;
                    content: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
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
            429: components["responses"]["TooManyRequests"];
            default: components["responses"]["Failure"];
        };
    };
    blocks_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example blk_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @constant */
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
    payout_requests_list: {
        parameters: {
            query?: {
                limit?: number;
                starting_after?: string;
                payout_link_id?: string;
                status?: "pending" | "approved" | "rejected" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PayoutRequest"][];
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
    payout_requests_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example preq_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    payout_requests_approve: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example preq_1 */
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
                    amount?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    payout_requests_reject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example preq_1 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    payout_requests_form: {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed */
                "X-Service-SDK"?: string;
            };
            path: {
                /** @example QkZ3 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        slug: string;
                        currency: string;
                        note: string | null;
                        sandbox: boolean;
                        workspaceId: string;
                        vaultConfig: {
                            enabled: boolean;
                            vaultId: string;
                            /** @enum {string} */
                            environment: "sandbox" | "live";
                            /** @description Where numbers are posted to. */
                            url: string;
                        };
                        brand: {
                            name: string;
                            logoUrl: string | null;
                            color: string;
                        };
                        /** @enum {string} */
                        status: "active";
                        /** @description Cents: what the form suggests, if anything. */
                        amount: number | null;
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            default: components["responses"]["ClientFailure"];
        };
    };
    payout_requests_submit: {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed */
                "X-Service-SDK"?: string;
            };
            path: {
                /** @example QkZ3 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "email": "ada@example.com",
                 *       "requestedAmount": 1500,
                 *       "vaultPanAlias": "tok_sandbox_1",
                 *       "vaultExpMonth": "12",
                 *       "vaultExpYear": "2030"
                 *     }
                 */
                "application/json": {
                    name: string;
                    email: string;
                    /** @description Cents. */
                    requestedAmount: number;
                    note?: string | null;
                    vaultPanAlias?: string;
                    vaultCvcAlias?: string;
                    vaultExpMonth?: string | number;
                    vaultExpYear?: string | number;
                    vaultBin?: string;
                    vaultBrand?: string;
                    vaultLast4?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        success: boolean;
                        payoutRequestId: string;
                        /** @enum {string} */
                        status: "pending" | "approved" | "rejected" | "failed";
                        requestedAmount: number;
                        currency: string;
                        card: {
                            brand: string;
                            last4: string;
                        };
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            409: components["responses"]["ClientConflict"];
            default: components["responses"]["ClientFailure"];
        };
    };
    checkout_load: {
        parameters: {
            query?: {
                discountCode?: string;
                items?: string;
            };
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed */
                "X-Service-SDK"?: string;
            };
            path: {
                /** @example api-demo */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            default: components["responses"]["ClientFailure"];
        };
    };
    checkout_pay: {
        parameters: {
            query?: never;
            header: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed */
                "X-Service-SDK"?: string;
                /** @description One UUID for each attempt to pay */
                "Idempotency-Key": string;
            };
            path: {
                /** @example api-demo */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "firstName": "Ada",
                 *       "lastName": "Lovelace",
                 *       "billingAddress1": "1 Main Street",
                 *       "billingCity": "Springfield",
                 *       "billingState": "IL",
                 *       "billingPostalCode": "62701",
                 *       "billingCountry": "US",
                 *       "vaultPanAlias": "tok_sandbox_1",
                 *       "vaultCvcAlias": "tok_sandbox_2",
                 *       "vaultExpMonth": "12",
                 *       "vaultExpYear": "2030",
                 *       "clientMetadata": {
                 *         "platform": "ios",
                 *         "appId": "com.example.shop",
                 *         "language": "en-US"
                 *       }
                 *     }
                 */
                "application/json": {
                    email?: string;
                    firstName?: string;
                    lastName?: string;
                    phone?: string;
                    billingAddress1?: string;
                    billingAddress2?: string;
                    billingCity?: string;
                    billingState?: string;
                    billingPostalCode?: string;
                    billingCountry?: string;
                    paymentMethodType?: "ach" | "card";
                    vaultPanAlias?: string;
                    vaultCvcAlias?: string;
                    vaultExpMonth?: string | number;
                    vaultExpYear?: string | number;
                    /** @description As the card field showed it; what the vault kept decides. */
                    vaultBin?: string;
                    /** @description As the card field showed it; what the vault kept decides. */
                    vaultBrand?: string;
                    /** @description As the card field showed it; what the vault kept decides. */
                    vaultLast4?: string;
                    threeDsToken?: string;
                    /** @description As POST /charges takes it, in the place of a card. */
                    service_wallet?: {
                        /** @enum {string} */
                        type: "wallet_a" | "wallet_b";
                        wallet_a_payment_data?: string | Record<string, never> | null;
                        wallet_b_token?: string | Record<string, never> | null;
                        prepared?: string | null;
                        info?: {
                            [key: string]: unknown;
                        } | null;
                    };
                    /** @description The contact of the wallet’s sheet; fields of this body win over it. */
                    wallet?: {
                        payerEmail?: string | null;
                        billingInfo?: {
                            firstName?: string | null;
                            lastName?: string | null;
                            address1?: string | null;
                            address2?: string | null;
                            city?: string | null;
                            state?: string | null;
                            postalCode?: string | null;
                            country?: string | null;
                            phone?: string | null;
                        } | null;
                        shippingInfo?: {
                            firstName?: string | null;
                            lastName?: string | null;
                            address1?: string | null;
                            address2?: string | null;
                            city?: string | null;
                            state?: string | null;
                            postalCode?: string | null;
                            country?: string | null;
                            phone?: string | null;
                        } | null;
                    };
                    vaultBankAccountAlias?: string;
                    /** @description As the account field showed it; what the vault kept decides. */
                    vaultBankLast4?: string;
                    routingNumber?: string;
                    /** @enum {string} */
                    accountType?: "checking" | "savings";
                    /** @enum {string} */
                    accountHolderType?: "personal" | "business";
                    achAuthorized?: boolean;
                    items?: {
                        productId: string;
                        quantity: number;
                    }[];
                    discountCode?: string;
                    customFieldValues?: {
                        [key: string]: unknown;
                    };
                    shippingAddress?: {
                        address1?: string;
                        address2?: string;
                        city?: string;
                        state?: string;
                        postalCode?: string;
                        country?: string;
                    };
                    clientMetadata?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutPayment"];
                };
            };
            400: components["responses"]["ClientDeclined"];
            402: components["responses"]["ClientAuthentication"];
            404: components["responses"]["ClientNotFound"];
            409: components["responses"]["ClientConflict"];
            422: components["responses"]["ClientKeyReused"];
            429: components["responses"]["ClientTooManyRequests"];
            503: components["responses"]["ClientUnknownOutcome"];
            default: components["responses"]["ClientFailure"];
        };
    };
    checkout_prepare_wallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed */
                "X-Service-SDK"?: string;
            };
            path: {
                /** @example api-demo */
                slug: string;
            };
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
                    service_wallet: {
                        /** @enum {string} */
                        type: "wallet_a" | "wallet_b";
                        wallet_b_token?: string | Record<string, never> | null;
                        info?: {
                            [key: string]: unknown;
                        } | null;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description For `service_wallet.prepared` of pay; single use, 15 minutes. */
                        prepared: string;
                        /** @description Whether a step-up should run before paying. */
                        threeDsRequired: boolean;
                        /** @description What init and authenticate take where one should; null otherwise. */
                        cardRef: string | null;
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            default: components["responses"]["ClientFailure"];
        };
    };
    checkout_address_suggest: {
        parameters: {
            query?: {
                q?: string;
                country?: string;
                slug?: string;
            };
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed */
                "X-Service-SDK"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestions: {
                            id: string;
                            text: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            default: components["responses"]["ClientFailure"];
        };
    };
    checkout_address_details: {
        parameters: {
            query?: {
                id?: string;
                slug?: string;
            };
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed */
                "X-Service-SDK"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        address: {
                            address1: string;
                            city: string;
                            state: string;
                            postalCode: string;
                            country: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            default: components["responses"]["ClientFailure"];
        };
    };
    webhook_payment_completed: {
        parameters: {
            query?: never;
            header: {
                "Service-Event": "payment.completed";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "payment.completed";
                    /** @description Unix seconds */
                    created: number;
                    data: {
                        transaction_id: string;
                        amount: number;
                        currency: string;
                        status: ("pending_settlement" | "settled" | "failed" | "disputed") | ("voided" | "refunded" | "partially_refunded");
                        customer_email: string | null;
                        order_number: number;
                        /** @enum {string} */
                        source: "api" | "dashboard";
                        /** @enum {string} */
                        processor: "gateway_a" | "gateway_b" | "debit_payouts";
                        /** @enum {string} */
                        rail: "card" | "ach";
                        metadata: {
                            [key: string]: string | number | boolean | null | {
                                [key: string]: unknown;
                            };
                        };
                        customer_id?: string;
                        payment_link_id?: string;
                        checkout_session_id?: string;
                        subscription_ids?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "payment.refunded";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "payment.refunded";
                    /** @description Unix seconds */
                    created: number;
                    data: {
                        transaction_id: string;
                        amount: number;
                        currency: string;
                        refunded_amount: number;
                        total_refunded: number;
                        payment_link_id: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "payment.voided";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "payment.voided";
                    /** @description Unix seconds */
                    created: number;
                    data: {
                        transaction_id: string;
                        amount: number;
                        currency: string;
                        payment_link_id: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "payment.failed";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "payment.failed";
                    /** @description Unix seconds */
                    created: number;
                    data: {
                        transaction_id: string;
                        amount: number;
                        currency: string;
                        /** @enum {string} */
                        status: "failed";
                        /** @enum {string} */
                        rail: "card" | "ach";
                        error_code: string | null;
                        error_message: string | null;
                        /** @enum {string} */
                        processor: "gateway_a" | "gateway_b" | "debit_payouts";
                    };
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "payment.disputed";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "payment.disputed";
                    /** @description Unix seconds */
                    created: number;
                    data: {
                        transaction_id: string;
                        amount: number;
                        currency: string;
                        /** @enum {string} */
                        status: "disputed";
                        /** @enum {string} */
                        rail: "card" | "ach";
                        /** @enum {string} */
                        dispute_kind: "chargeback" | "ach_return";
                        dispute_code: string;
                        dispute_reason: string;
                        /** @enum {string} */
                        processor: "gateway_a" | "gateway_b" | "debit_payouts";
                    };
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "dispute.created";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "dispute.created";
                    /** @description Unix seconds */
                    created: number;
                    data: {
                        dispute_id: string;
                        transaction_id: string | null;
                        /** @enum {string} */
                        kind: "alert_ethoca" | "alert_cdrn" | "alert_rdr" | "chargeback" | "tc40" | "ach_return" | "reversal";
                        /** @enum {string} */
                        status: "new" | "matched" | "unmatched" | "refunded" | "accepted" | "fighting" | "response_submitted" | "won" | "lost" | "expired";
                        network: string;
                        reason: string;
                        reason_code: string;
                        amount: number;
                        currency: string;
                        card_last4: string | null;
                        /** Format: date-time */
                        due_at: string;
                        sandbox: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "dispute.updated";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "dispute.updated";
                    /** @description Unix seconds */
                    created: number;
                    data: {
                        dispute_id: string;
                        transaction_id: string | null;
                        /** @enum {string} */
                        kind: "alert_ethoca" | "alert_cdrn" | "alert_rdr" | "chargeback" | "tc40" | "ach_return" | "reversal";
                        /** @enum {string} */
                        status: "new" | "matched" | "unmatched" | "refunded" | "accepted" | "fighting" | "response_submitted" | "won" | "lost" | "expired";
                        network: string;
                        reason: string;
                        reason_code: string;
                        amount: number;
                        currency: string;
                        card_last4: string | null;
                        /** Format: date-time */
                        due_at: string;
                        sandbox: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "dispute.evidence_submitted";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "dispute.evidence_submitted";
                    /** @description Unix seconds */
                    created: number;
                    data: {
                        dispute_id: string;
                        transaction_id: string | null;
                        /** @enum {string} */
                        kind: "alert_ethoca" | "alert_cdrn" | "alert_rdr" | "chargeback" | "tc40" | "ach_return" | "reversal";
                        /** @enum {string} */
                        status: "new" | "matched" | "unmatched" | "refunded" | "accepted" | "fighting" | "response_submitted" | "won" | "lost" | "expired";
                        network: string;
                        reason: string;
                        reason_code: string;
                        amount: number;
                        currency: string;
                        card_last4: string | null;
                        /** Format: date-time */
                        due_at: string;
                        sandbox: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "dispute.won";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "dispute.won";
                    /** @description Unix seconds */
                    created: number;
                    data: {
                        dispute_id: string;
                        transaction_id: string | null;
                        /** @enum {string} */
                        kind: "alert_ethoca" | "alert_cdrn" | "alert_rdr" | "chargeback" | "tc40" | "ach_return" | "reversal";
                        /** @enum {string} */
                        status: "new" | "matched" | "unmatched" | "refunded" | "accepted" | "fighting" | "response_submitted" | "won" | "lost" | "expired";
                        network: string;
                        reason: string;
                        reason_code: string;
                        amount: number;
                        currency: string;
                        card_last4: string | null;
                        /** Format: date-time */
                        due_at: string;
                        sandbox: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "dispute.lost";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "dispute.lost";
                    /** @description Unix seconds */
                    created: number;
                    data: {
                        dispute_id: string;
                        transaction_id: string | null;
                        /** @enum {string} */
                        kind: "alert_ethoca" | "alert_cdrn" | "alert_rdr" | "chargeback" | "tc40" | "ach_return" | "reversal";
                        /** @enum {string} */
                        status: "new" | "matched" | "unmatched" | "refunded" | "accepted" | "fighting" | "response_submitted" | "won" | "lost" | "expired";
                        network: string;
                        reason: string;
                        reason_code: string;
                        amount: number;
                        currency: string;
                        card_last4: string | null;
                        /** Format: date-time */
                        due_at: string;
                        sandbox: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "payout.created";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "payout.created";
                    /** @description Unix seconds */
                    created: number;
                    data: components["schemas"]["Payout"];
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "payout.updated";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "payout.updated";
                    /** @description Unix seconds */
                    created: number;
                    data: components["schemas"]["Payout"];
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "payout.paid";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "payout.paid";
                    /** @description Unix seconds */
                    created: number;
                    data: components["schemas"]["Payout"];
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "payout.failed";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "payout.failed";
                    /** @description Unix seconds */
                    created: number;
                    data: components["schemas"]["Payout"];
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "payout.returned";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "payout.returned";
                    /** @description Unix seconds */
                    created: number;
                    data: components["schemas"]["Payout"];
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "subscription.created";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "subscription.created";
                    /** @description Unix seconds */
                    created: number;
                    data: {
                        subscription_id: string;
                        customer_id: string;
                        product_id: string;
                        transaction_id: string;
                        amount: number;
                        currency: string;
                        metadata: {
                            [key: string]: string | number | boolean | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "subscription.renewed";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "subscription.renewed";
                    /** @description Unix seconds */
                    created: number;
                    data: {
                        subscription_id: string;
                        transaction_id: string;
                        amount: number;
                        currency: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "subscription.cancel_scheduled";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "subscription.cancel_scheduled";
                    /** @description Unix seconds */
                    created: number;
                    data: {
                        subscription_id: string;
                        reason: string;
                        /** Format: date-time */
                        cancel_at: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "subscription.cancelled";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "subscription.cancelled";
                    /** @description Unix seconds */
                    created: number;
                    data: {
                        subscription_id: string;
                        reason: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "subscription.paused";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "subscription.paused";
                    /** @description Unix seconds */
                    created: number;
                    data: {
                        subscription_id: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "subscription.resumed";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "subscription.resumed";
                    /** @description Unix seconds */
                    created: number;
                    data: {
                        subscription_id: string;
                    };
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "subscription.scheduled";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "subscription.scheduled";
                    /** @description Unix seconds */
                    created: number;
                    data: {
                        subscription_id: string;
                        customer_id: string;
                        product_id: string;
                        /** Format: date-time */
                        start_date: string;
                        metadata: {
                            [key: string]: string | number | boolean | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
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
                "Service-Event": "subscription.activated";
                /** @description t=<Unix seconds>,v1=<hex HMAC-SHA256 of `<t>.<raw body>`, keyed with the signing secret> */
                "Service-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "subscription.activated";
                    /** @description Unix seconds */
                    created: number;
                    data: {
                        subscription_id: string;
                        customer_id: string;
                        product_id: string;
                        transaction_id: string;
                        amount: number;
                        currency: string;
                        metadata: {
                            [key: string]: string | number | boolean | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Received; anything else is tried again */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
