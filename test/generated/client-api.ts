export interface paths {
    "/vault/{vaultId}/post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a card, or a bank account number, for aliases that stand for it for 24 hours
         * @description Takes no key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["vault.post"];
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
        /**
         * Ask whether the holder of a card must be authenticated before paying
         * @description Takes no key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["client_three_ds.preflight"];
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
        /**
         * Exchange the alias of a card for a signed reference that lives 20 minutes
         * @description Takes no key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["client_three_ds.create_card"];
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
        /**
         * Begin an authentication; its HTML is loaded hidden for three seconds
         * @description Takes no key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["client_three_ds.init"];
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
        /**
         * Authenticate the holder of a card for a payment
         * @description Takes no key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["client_three_ds.authenticate"];
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
        /**
         * Ask for the result of a challenge; poll every three seconds, at most 80 times
         * @description Takes no key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["client_three_ds.finish"];
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
        /**
         * Read what the recipient of a payout link is to know
         * @description Takes no key. The workspace needs the debit-and-payouts capability.
         */
        get: operations["claims.get"];
        put?: never;
        /**
         * Claim the money of a payout link, to a debit card or a bank account
         * @description Takes no key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["payout_links.claim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/portal/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a customer has: payments, subscriptions, saved methods, invoices
         * @description Takes no key.
         */
        get: operations["portal.load"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/portal/{slug}/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the name, the e-mail address, the phone number or the shipping address of a customer
         * @description Takes no key. At most 30 requests a minute for each client address and slug.
         */
        post: operations["portal.change_details"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/portal/{slug}/subscriptions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a subscription at the end of the period that is paid; at once where none is
         * @description Takes no key. At most 30 requests a minute for each client address and slug.
         */
        post: operations["portal.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/portal/{slug}/subscriptions/{id}/keep": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a pending cancellation of a subscription back
         * @description Takes no key. At most 30 requests a minute for each client address and slug.
         */
        post: operations["portal.keep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/portal/{slug}/subscriptions/{id}/payment-method": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have the next periods of a subscription charged to another saved method
         * @description Takes no key. At most 30 requests a minute for each client address and slug.
         */
        post: operations["portal.change_method"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/portal/{slug}/payment-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save a card by its aliases; one that is saved already is not saved a second time
         * @description Takes no key. At most 30 requests a minute for each client address and slug. The workspace needs the debit-and-payouts capability.
         */
        post: operations["portal.add_card"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/portal/{slug}/payment-methods/{id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a saved method that pays for no subscription
         * @description Takes no key. At most 30 requests a minute for each client address and slug.
         */
        post: operations["portal.remove_method"];
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
        /**
         * Read what somebody who fills the form of a payout link is to know
         * @description Takes no key. The workspace needs the debit-and-payouts capability.
         */
        get: operations["payout_requests.form"];
        put?: never;
        /**
         * Ask for a payout to a debit card, for the merchant to approve or reject
         * @description Takes no key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["payout_requests.submit"];
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
        /**
         * Load what is to be paid: a checkout session, a payment link or an invoice
         * @description Takes no key.
         */
        get: operations["checkout.load"];
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
        /**
         * Pay by a card or a bank account in the vault, or by a wallet
         * @description Takes no key. At most 30 requests a minute for each client address and slug.
         */
        post: operations["checkout.pay"];
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
        /**
         * Open a wallet_b credential once, and seal it for a payment
         * @description Takes no key. The workspace needs the debit-and-payouts capability.
         */
        post: operations["checkout.prepare_wallet"];
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
        /**
         * Suggest addresses that begin like what was typed; none where the workspace has no provider
         * @description Takes no key.
         */
        get: operations["checkout.address_suggest"];
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
        /**
         * Read a suggested address; null where there is none of that id, or no provider
         * @description Takes no key.
         */
        get: operations["checkout.address_details"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ClientError: {
            /** @description For people; its wording may change. */
            error: string;
            /** @description Why exactly it was refused, where a code applies. */
            code?: ("3ds_failed" | "3ds_required" | "card_declined" | "duplicate_request" | "idempotency_key_reused" | "three_ds_failed") | string;
        };
        ClientDeclinedError: {
            /** @description For people; its wording may change. */
            error: string;
            /** @description Why exactly it was refused, where a code applies. */
            code?: ("3ds_failed" | "3ds_required" | "card_declined" | "duplicate_request" | "idempotency_key_reused" | "three_ds_failed") | string;
            /** @description The gateway's own code; of a decline alone. */
            declineCode?: string | null;
            /**
             * @description No money moved; of a decline alone.
             * @constant
             */
            status?: "declined";
            /** @description The failed transaction. */
            transactionId?: string;
        };
        Checkout: {
            /** @description The last part of the page's address. */
            slug: string;
            /**
             * @description What is paid.
             * @enum {string}
             */
            kind: "session" | "payment_link" | "invoice";
            /** @description The state of what is paid. */
            status: string;
            /** @description Cents to pay: the discount is taken off. */
            amount: number;
            /** @description The ISO 4217 code of the currency, in upper case. */
            currency: string;
            /** @description The code that was applied; null where none was. */
            discountCode: string | null;
            /** @description Cents taken off. */
            discountAmount: number;
            /** @description Whether nothing but test cards can pay it. */
            sandbox: boolean;
            /** @description What the page asks beside the usual. */
            customFields: {
                /** @description What names the answer in `customFieldValues`. */
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
            /** @description Whether the page asks where to send the order. */
            collectShippingAddress: boolean;
            /** @description Whether it can be paid by card. */
            cardEnabled: boolean;
            /** @description Whether cards are to be authenticated before they pay. */
            threeDsEnabled: boolean;
            /** @description Whether the workspace can be paid by wallets. */
            walletsEnabled: boolean;
            /** @description Those that this order can be paid by. */
            wallets: ("wallet_a" | "wallet_b")[];
            /** @description The vault that numbers are posted to. */
            vaultConfig: {
                /** @description Whether the workspace has a vault. */
                enabled: boolean;
                /** @description The id of the vault. */
                vaultId: string;
                /**
                 * @description Which aliases it gives: sandbox ones in test mode.
                 * @enum {string}
                 */
                environment: "sandbox" | "live";
                /** @description Where numbers are posted to. */
                url: string;
            };
            /** @description The id of the workspace whose checkout it is. */
            workspaceId: string;
            /** @description What the merchant asks of its checkout. */
            workspace: {
                /** @description The merchant's name. */
                name: string;
                /** @description Whether it can be paid by bank account. */
                achEnabled: boolean;
                /** @description Whether paying needs a phone number. */
                requireCheckoutPhone: boolean;
                /** @description A template: {merchant} and {amount} stand for the name and the sum. */
                achAuthorizationText: string;
            };
            /** @description What is bought, or may be chosen. */
            products: {
                /** @description The id of the product. */
                productId: string;
                /** @description The product's name, with its variant. */
                name: string;
                /** @description What the merchant says of it; null where nothing. */
                description: string | null;
                /** @description Cents of one. */
                price: number;
                /** @description How many of it are bought. */
                quantity: number;
                /** @description The address of its picture; null where there is none. */
                imageUrl: string | null;
                /** @description How many of it can be bought now; null where its stock is not counted. */
                available: number | null;
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
            }[];
            /** @description How the merchant looks. */
            brand: {
                /** @description The merchant's name, as buyers see it. */
                name: string;
                /** @description The address of the logo; null where there is none. */
                logoUrl: string | null;
                /** @description A CSS colour such as #4f46e5. */
                color: string;
            };
            /** @description How the page shows the field of the e-mail address. */
            emailFieldMode: "read_only" | ("editable" | "hidden");
            /** @description How the page shows the field of the phone number. */
            phoneFieldMode: "hidden" | ("editable" | "read_only");
            /** @description The e-mail address to begin with; null where none is known. */
            customerEmail: string | null;
            /** @description The phone number to begin with; null where none is known. */
            customerPhone: string | null;
            /** @description Whether the page shows what is bought. */
            showOrderSummary: boolean;
            /** @description The language that the merchant wants it to be in, a BCP 47 tag; null where the buyer's device decides. */
            locale: string | null;
        };
        CheckoutPayment: {
            /**
             * @description Always true: a refusal has another status.
             * @constant
             */
            success: true;
            /** @description The id of the transaction. */
            transactionId: string;
            /** @description The number of the order, counted from 1. */
            orderNumber: number;
            /** @description The number as it is shown to the buyer. */
            orderLabel: string;
            /** @description What shows the confirmation of this payment to its buyer. */
            confirmationToken: string;
            /** @description Where the buyer goes now; null where the page stays. */
            successUrl: string | null;
            /**
             * @description The payment was taken, and settles later.
             * @constant
             */
            status: "pending_settlement";
            /** @description Cents that were paid. */
            amount: number;
            /** @description The ISO 4217 code of the currency, in upper case. */
            currency: string;
            /**
             * @description The gateway that took it.
             * @enum {string}
             */
            processorType: "gateway_a" | "gateway_b" | "debit_payouts";
            /** @description Null where a bank account pays. */
            card: {
                /** @description The brand of the card. */
                brand: string;
                /** @description The last four digits of the card number. */
                last4: string;
            } | null;
            /** @description Where the buyer authorizes the first instant debit of a bank account. */
            bankAuthUrl?: string;
        };
    };
    responses: {
        /** @description Invalid or missing parameters. */
        ClientInvalidRequest: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                "X-Emulator-Code": components["headers"]["X-Emulator-Code"];
                "X-Emulator-Param": components["headers"]["X-Emulator-Param"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientError"];
            };
        };
        /** @description Invalid or missing parameters, or the payment was declined. */
        ClientDeclined: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                "X-Emulator-Code": components["headers"]["X-Emulator-Code"];
                "X-Emulator-Param": components["headers"]["X-Emulator-Param"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientDeclinedError"];
            };
        };
        /** @description Authenticate the card with 3-D Secure first. */
        ClientAuthentication: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                "X-Emulator-Code": components["headers"]["X-Emulator-Code"];
                "X-Emulator-Param": components["headers"]["X-Emulator-Param"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientError"];
            };
        };
        /** @description There is no such page, or it is done with. */
        ClientNotFound: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                "X-Emulator-Code": components["headers"]["X-Emulator-Code"];
                "X-Emulator-Param": components["headers"]["X-Emulator-Param"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientError"];
            };
        };
        /** @description The state does not allow it, or the same request is still in flight. */
        ClientConflict: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                "X-Emulator-Code": components["headers"]["X-Emulator-Code"];
                "X-Emulator-Param": components["headers"]["X-Emulator-Param"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientError"];
            };
        };
        /** @description The Idempotency-Key came with another body before. */
        ClientKeyReused: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                "X-Emulator-Code": components["headers"]["X-Emulator-Code"];
                "X-Emulator-Param": components["headers"]["X-Emulator-Param"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientError"];
            };
        };
        /** @description Too many requests; nothing was processed. */
        ClientTooManyRequests: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                "X-Emulator-Code": components["headers"]["X-Emulator-Code"];
                "X-Emulator-Param": components["headers"]["X-Emulator-Param"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientError"];
            };
        };
        /** @description The card vault failed. */
        ClientVaultFailed: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                "X-Emulator-Code": components["headers"]["X-Emulator-Code"];
                "X-Emulator-Param": components["headers"]["X-Emulator-Param"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientError"];
            };
        };
        /** @description The outcome is unknown; ask again with the same Idempotency-Key. */
        ClientUnknownOutcome: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                "X-Emulator-Code": components["headers"]["X-Emulator-Code"];
                "X-Emulator-Param": components["headers"]["X-Emulator-Param"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ClientError"];
            };
        };
        /** @description Refused before the operation was asked, or a failure of the service. */
        ClientFailure: {
            headers: {
                "Request-Id": components["headers"]["Request-Id"];
                "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                "X-Emulator-Code": components["headers"]["X-Emulator-Code"];
                "X-Emulator-Param": components["headers"]["X-Emulator-Param"];
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
        /** @description The code of a refusal of the client API, also where its body tells none. */
        "X-Emulator-Code": string;
        /** @description The parameter that a refusal of the client API is about. */
        "X-Emulator-Param": string;
        /** @description Seconds until a retry may succeed. */
        "Retry-After": number;
        /** @description A stored answer, given again. */
        "Idempotency-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "vault.post": {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
                "X-Service-SDK"?: string;
            };
            path: {
                /**
                 * @description The vault, as `vaultConfig` names it.
                 * @example vlt_demo_sandbox
                 */
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
                    /** @description The card number, which is not kept; a test card of `emulator outcomes`. */
                    card_number?: string;
                    /** @description The expiry of the card, MM/YY. */
                    card_exp?: string;
                    /** @description The security code of the card, 3 or 4 digits. */
                    card_cvc?: string;
                    /** @description The number of a bank account, 4 to 17 digits. */
                    bank_account_number?: string;
                } & (({
                    card_number: unknown;
                } | {
                    bank_account_number: unknown;
                }) & (unknown | {
                    card_exp: unknown;
                }) & (unknown | unknown));
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The alias of the card number, good for 24 hours. */
                        card_number?: string;
                        /** @description The expiry as it was sent. */
                        card_exp?: string;
                        /** @description The alias of the security code, good for 24 hours. */
                        card_cvc?: string;
                        /** @description The alias of the account number, good for 24 hours. */
                        bank_account_number?: string;
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            default: components["responses"]["ClientFailure"];
        };
    };
    "client_three_ds.preflight": {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
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
                    /** @description The id of the workspace whose checkout it is. */
                    workspaceId: string;
                    /** @description Whether it is about the data of test mode. */
                    sandbox: boolean;
                    /** @description The vault's alias of the card number. */
                    panAlias: string;
                    /** @description The month of expiry, 1 to 12. */
                    expMonth: string | number;
                    /** @description The year of expiry, of two or four digits. */
                    expYear: string | number;
                    /** @description As the card field showed it; what the vault kept decides. */
                    vaultBin?: string;
                    /** @description As the card field showed it; what the vault kept decides. */
                    brand?: string;
                    /** @description As the card field showed it; what the vault kept decides. */
                    last4?: string;
                    /** @description The buyer's country, an ISO 3166-1 alpha-2 code in any case. */
                    billingCountry?: string;
                    /**
                     * Format: email
                     * @description The buyer's e-mail address.
                     */
                    email?: string;
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether to authenticate; the other steps are skipped where it is false. */
                        required: boolean;
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            default: components["responses"]["ClientFailure"];
        };
    };
    "client_three_ds.create_card": {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
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
                    /** @description The id of the workspace whose checkout it is. */
                    workspaceId: string;
                    /** @description Whether it is about the data of test mode. */
                    sandbox: boolean;
                    /** @description The vault's alias of the card number. */
                    panAlias: string;
                    /** @description The month of expiry, 1 to 12. */
                    expMonth: string | number;
                    /** @description The year of expiry, of two or four digits. */
                    expYear: string | number;
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description A signed reference of the card that lives 20 minutes. */
                        cardRef: string;
                        /** @description The last four digits of the card number. */
                        last4: string;
                        /** @description The brand of the card. */
                        brand: string;
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            default: components["responses"]["ClientFailure"];
        };
    };
    "client_three_ds.init": {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
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
                    /** @description The id of the workspace whose checkout it is. */
                    workspaceId: string;
                    /** @description Whether it is about the data of test mode. */
                    sandbox: boolean;
                    /** @description What create-card answered. */
                    cardRef: string;
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What authenticate and finish take, as it is. */
                        transactionInfo: {
                            [key: string]: unknown;
                        };
                        /** @description HTML that is loaded hidden for three seconds. */
                        deviceFingerprintingHtml: string;
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            default: components["responses"]["ClientFailure"];
        };
    };
    "client_three_ds.authenticate": {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
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
                    /** @description The id of the workspace whose checkout it is. */
                    workspaceId: string;
                    /** @description Whether it is about the data of test mode. */
                    sandbox: boolean;
                    /** @description What create-card answered. */
                    cardRef: string;
                    /** @description In major units: 42 or 42.00 for $42.00. */
                    amount: number;
                    /** @description An ISO 4217 code in any case; USD where none is given. */
                    currency?: string;
                    /** @description What was collected of the browser. */
                    browser?: {
                        /** @description Whether the browser runs Java. */
                        java_enabled?: boolean;
                        /** @description Whether the browser runs scripts. */
                        javascript_enabled?: boolean;
                        /** @description Bits of a colour on the screen. */
                        color_depth?: number | string;
                        /** @description Pixels of the screen's width. */
                        screen_width?: number | string;
                        /** @description Pixels of the screen's height. */
                        screen_height?: number | string;
                        /** @description Minutes between UTC and the local time. */
                        tz_offset?: number | string;
                        /** @description The language that the browser prefers, such as en-US. */
                        language?: string;
                    };
                    /**
                     * Format: uri
                     * @description Where a challenge returns to, on a public host.
                     */
                    redirectUrl?: string;
                    /** @description What init answered, as it is. */
                    transactionInfo: {
                        [key: string]: unknown;
                    };
                    /** @description The vault's alias of the card number. */
                    panAlias?: string;
                    /** @description The month of expiry, 1 to 12. */
                    expMonth?: string | number;
                    /** @description The year of expiry, of two or four digits. */
                    expYear?: string | number;
                    /** @description As the card field showed it; what the vault kept decides. */
                    vaultBin?: string;
                    /** @description As the card field showed it; what the vault kept decides. */
                    brand?: string;
                    /** @description As the card field showed it; what the vault kept decides. */
                    last4?: string;
                    /** @description The buyer's country, an ISO 3166-1 alpha-2 code in any case. */
                    billingCountry?: string;
                    /**
                     * Format: email
                     * @description The buyer's e-mail address.
                     */
                    email?: string;
                    /** @description What the client is; app where none is given. */
                    channel?: "app" | "browser";
                    /** @description The checkout that is paid, where redirectUrl does not tell it. */
                    slug?: string;
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the card can be charged with the token. */
                        approved?: boolean;
                        /** @description Whether the cardholder is to be asked. */
                        challengeRequired?: boolean;
                        /** @description How the cardholder is asked. */
                        challenge?: {
                            /** @description HTML that posts `creq` to `url`. */
                            form: string;
                            /** @description Where the challenge is opened. */
                            url: string;
                            /** @description What is posted there. */
                            creq: string;
                        };
                        /** @description What pay takes; null where there is none yet, or none at all. */
                        threeDsToken?: string | null;
                        /** @description Whether to pay without a token: the card cannot be authenticated. */
                        skipped?: boolean;
                        /** @description Why it was skipped; null where nobody says. */
                        reason?: string | null;
                        /**
                         * @description The status of the result.
                         * @enum {string}
                         */
                        status?: "Y" | "A" | "N" | "U" | "R" | "SKIPPED" | "C";
                        /** @description Why authenticating failed. */
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
    "client_three_ds.finish": {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
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
                    /** @description The id of the workspace whose checkout it is. */
                    workspaceId: string;
                    /** @description Whether it is about the data of test mode. */
                    sandbox: boolean;
                    /** @description What create-card answered. */
                    cardRef: string;
                    /** @description In major units: 42 or 42.00 for $42.00. */
                    amount: number;
                    /** @description What init answered, as it is. */
                    transactionInfo: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the challenge is still open: ask again. */
                        challengeRequired: boolean;
                        /** @description What pay takes; null while the challenge is open, and where it was not passed. */
                        threeDsToken: string | null;
                        /**
                         * @description The status of the result.
                         * @enum {string}
                         */
                        status?: "Y" | "A" | "N" | "U" | "R" | "SKIPPED" | "C";
                        /** @description Why authenticating failed. */
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
    "claims.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
                "X-Service-SDK"?: string;
            };
            path: {
                /**
                 * @description The last part of the page's address.
                 * @example QkZ3
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The last part of the page's address. */
                        slug: string;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /** @description What the sender says; null where nothing. */
                        note: string | null;
                        /** @description Whether no real money moves: it is of test mode. */
                        sandbox: boolean;
                        /** @description The id of the sender's workspace. */
                        workspaceId: string;
                        /** @description The vault that numbers are posted to. */
                        vaultConfig: {
                            /** @description Whether the workspace has a vault. */
                            enabled: boolean;
                            /** @description The id of the vault. */
                            vaultId: string;
                            /**
                             * @description Which aliases it gives: sandbox ones in test mode.
                             * @enum {string}
                             */
                            environment: "sandbox" | "live";
                            /** @description Where numbers are posted to. */
                            url: string;
                        };
                        /** @description How the sender looks. */
                        brand: {
                            /** @description The sender's name. */
                            name: string;
                            /** @description The address of the logo; null where there is none. */
                            logoUrl: string | null;
                            /** @description A CSS colour such as #4f46e5. */
                            color: string;
                        };
                        /**
                         * @description The link is open: others have no page.
                         * @enum {string}
                         */
                        status: "pending";
                        /** @description Cents that the recipient gets. */
                        amount: number;
                        /** @description Whom the sender named; null where nobody. */
                        recipientName: string | null;
                        /** @description Where the link was sent. */
                        recipientEmail: string | null;
                        /**
                         * Format: date-time
                         * @description Until when it can be claimed, in ISO 8601.
                         */
                        expiresAt: string | null;
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            default: components["responses"]["ClientFailure"];
        };
    };
    "payout_links.claim": {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
                "X-Service-SDK"?: string;
            };
            path: {
                /**
                 * @description The last part of the page's address.
                 * @example QkZ3
                 */
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
                 *       "billingPostalCode": "62701",
                 *       "vaultPanAlias": "tok_sandbox_1",
                 *       "vaultExpMonth": "12",
                 *       "vaultExpYear": "2030"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description The address that the link was sent to, where none is given.
                     */
                    email?: string;
                    /** @description The recipient's given name. */
                    firstName: string;
                    /** @description The recipient's family name. */
                    lastName: string;
                    /** @description The recipient's phone number. */
                    phone?: string;
                    /** @description Street and number. */
                    billingAddress1?: string;
                    /** @description What the address has beside the street. */
                    billingAddress2?: string;
                    /** @description The city's name. */
                    billingCity?: string;
                    /** @description State or region. */
                    billingState?: string;
                    /** @description Postal code; without one a card cannot be paid to. */
                    billingPostalCode?: string;
                    /** @description Country, an ISO 3166-1 alpha-2 code in any case. */
                    billingCountry?: string;
                    /**
                     * @description What the money goes to; the alias tells where nobody says.
                     * @enum {string}
                     */
                    paymentMethodType?: "card" | "ach";
                    /** @description The vault's alias of the card number. */
                    vaultPanAlias?: string;
                    /** @description The vault's alias of the security code. */
                    vaultCvcAlias?: string;
                    /** @description The month of expiry, 1 to 12. */
                    vaultExpMonth?: string | number;
                    /** @description The year of expiry, of two or four digits. */
                    vaultExpYear?: string | number;
                    /** @description As the card field showed it; what the vault kept decides. */
                    vaultBin?: string;
                    /** @description As the card field showed it; what the vault kept decides. */
                    vaultBrand?: string;
                    /** @description As the card field showed it; what the vault kept decides. */
                    vaultLast4?: string;
                    /** @description The vault's alias of the account number. */
                    vaultBankAccountAlias?: string;
                    /** @description As the account field showed it; what the vault kept decides. */
                    vaultBankLast4?: string;
                    /** @description The routing number of the bank, nine digits. */
                    routingNumber?: string;
                    /**
                     * @description The kind of bank account; checking where none is given.
                     * @enum {string}
                     */
                    accountType?: "checking" | "savings";
                    /**
                     * @description Whose account it is; personal where nobody says.
                     * @enum {string}
                     */
                    accountHolderType?: "personal" | "business";
                    /**
                     * @description Of a bank account; ach where none is given.
                     * @enum {string}
                     */
                    rail?: "ach" | "rtp";
                } & (({
                    vaultPanAlias: unknown;
                } | {
                    vaultBankAccountAlias: unknown;
                }) & (unknown | ({
                    vaultExpMonth: unknown;
                    vaultExpYear: unknown;
                    billingPostalCode: unknown;
                } & unknown)) & (unknown | {
                    routingNumber: unknown;
                }) & (unknown | {
                    vaultPanAlias: unknown;
                }) & (unknown | {
                    vaultBankAccountAlias: unknown;
                }));
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true: a refusal has another status. */
                        success: boolean;
                        /**
                         * @description The link is claimed now.
                         * @enum {string}
                         */
                        status: "claimed";
                        /** @description The id of the payout. */
                        payoutId: string;
                        /**
                         * @description The state of the payout.
                         * @enum {string}
                         */
                        payoutStatus: "pending" | "paid" | "failed" | "canceled";
                        /** @description Cents that are sent. */
                        amount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /**
                         * @description How the money travels.
                         * @enum {string}
                         */
                        rail: "card" | "ach" | "rtp";
                        /** @description The card that gets it; null where a bank account does. */
                        card: {
                            /** @description The brand of the card. */
                            brand: string;
                            /** @description The last four digits of the card number. */
                            last4: string;
                        } | null;
                        /** @description The bank account that gets it; null where a card does. */
                        bankAccount: {
                            /** @description The last four digits of the account number. */
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
    "portal.load": {
        parameters: {
            query?: {
                /** @description The id of the last payment of the page before. */
                paymentsAfter?: string;
            };
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
                "X-Service-SDK"?: string;
            };
            path: {
                /**
                 * @description The last part of the page's address.
                 * @example QkZ3
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The last part of the page's address. */
                        slug: string;
                        /** @description Whether no real money moves: it is of test mode. */
                        sandbox: boolean;
                        /** @description The id of the workspace. */
                        workspaceId: string;
                        /** @description The vault that numbers are posted to. */
                        vaultConfig: {
                            /** @description Whether the workspace has a vault. */
                            enabled: boolean;
                            /** @description The id of the vault. */
                            vaultId: string;
                            /**
                             * @description Which aliases it gives: sandbox ones in test mode.
                             * @enum {string}
                             */
                            environment: "sandbox" | "live";
                            /** @description Where numbers are posted to. */
                            url: string;
                        };
                        /** @description How the merchant looks. */
                        brand: {
                            /** @description The merchant's name. */
                            name: string;
                            /** @description The address of the logo; null where there is none. */
                            logoUrl: string | null;
                            /** @description A CSS colour such as #4f46e5. */
                            color: string;
                        };
                        /** @description Where the way back to the shop leads; null where there is none. */
                        returnUrl: string | null;
                        /** @description Whose portal it is. */
                        customer: {
                            /** @description The e-mail address. */
                            email: string;
                            /** @description The whole name; null where it is not known. */
                            name: string | null;
                            /** @description The given name; null where it is not known. */
                            firstName: string | null;
                            /** @description The family name; null where it is not known. */
                            lastName: string | null;
                            /** @description The phone number; null where it is not known. */
                            phone: string | null;
                            /** @description Where orders are sent; null where nobody said. */
                            shippingAddress: {
                                /** @description Street and number. */
                                address1: string | null;
                                /** @description What the address has beside the street. */
                                address2: string | null;
                                /** @description The city's name. */
                                city: string | null;
                                /** @description State or region. */
                                state: string | null;
                                /** @description ZIP or postal code. */
                                postalCode: string | null;
                                /** @description An ISO 3166-1 alpha-2 code. */
                                country: string | null;
                            } | null;
                        };
                        /** @description Those that run, newest first, at most 50, and the last 5 that have ended. */
                        subscriptions: {
                            /** @description The id of the subscription. */
                            id: string;
                            /** @description What is paid for. */
                            name: string;
                            /**
                             * @description The state that the subscription is in.
                             * @enum {string}
                             */
                            status: "active" | "scheduled" | "paused" | "past_due" | "cancelled";
                            /** @description Cents of each period. */
                            amount: number;
                            /** @description The ISO 4217 code of the currency, in upper case. */
                            currency: string;
                            /**
                             * @description The unit of a period.
                             * @enum {string}
                             */
                            interval: "day" | "week" | "month" | "year";
                            /** @description How many units a period has. */
                            intervalCount: number;
                            /**
                             * Format: date-time
                             * @description When it began, or is to begin, in ISO 8601.
                             */
                            since: string;
                            /**
                             * @description Why its last payment failed, as for payments; null where none is missing.
                             * @enum {string|null}
                             */
                            missed: "declined" | "insufficient_funds" | "invalid_card" | "cvc" | "unsupported_card" | "duplicate" | "configuration" | "gateway_unavailable" | "unknown" | "not_authorized" | "returned" | null;
                            /**
                             * Format: date-time
                             * @description When the next payment is tried; null where none is to come, in ISO 8601.
                             */
                            nextChargeAt: string | null;
                            /**
                             * Format: date-time
                             * @description When it ends, where it was cancelled to the end of the period; else null, in ISO 8601.
                             */
                            endsAt: string | null;
                            /**
                             * Format: date-time
                             * @description When it ended; null until then, in ISO 8601.
                             */
                            endedAt: string | null;
                            /** @description Whether cancelling ends it at once, because no period that is paid is running. */
                            cancelsAtOnce: boolean;
                            /** @description The id of the saved instrument that is charged. */
                            paymentMethodId: string;
                            /** @description What installed apps have put at the subscription, the oldest first. */
                            blocks: {
                                /** @description The heading of the block. */
                                title: string;
                                /** @description What it says, line by line. */
                                lines: string[];
                                /** @description Where it leads; null where nowhere. */
                                link: {
                                    /** @description The words of the link. */
                                    label: string;
                                    /** @description Where it leads: http or https. */
                                    url: string;
                                } | null;
                            }[];
                        }[];
                        /** @description What is saved, newest first, at most 50. */
                        paymentMethods: {
                            /** @description The id of the payment method. */
                            id: string;
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
                                /** @description The month of expiry, two digits. */
                                expMonth: string;
                                /** @description The year of expiry, four digits. */
                                expYear: string;
                                /** @description Whether its last day has passed, by the emulated clock. */
                                expired: boolean;
                            } | null;
                            /** @description What is kept of the bank account; null of a card. */
                            bankAccount: {
                                /** @description The name of the bank. */
                                bankName: string;
                                /** @description The last four digits of the account number. */
                                last4: string;
                            } | null;
                            /**
                             * Format: date-time
                             * @description Since when it is saved, in ISO 8601.
                             */
                            savedAt: string;
                            /** @description The number of the order that it was entered for; null where it was saved without one. */
                            savedWithOrder: number | null;
                            /** @description The names of the subscriptions that it pays for: while there are any it stays. */
                            paysFor: string[];
                        }[];
                        /** @description Invoices that were sent, newest first, at most 50. */
                        invoices: {
                            /** @description The id of the invoice. */
                            id: string;
                            /** @description Its number, such as INV-0001. */
                            number: string;
                            /**
                             * @description The state that the invoice is in.
                             * @enum {string}
                             */
                            status: "sent" | "viewed" | "processing" | "paid" | "void";
                            /** @description Cents to pay. */
                            amount: number;
                            /** @description The ISO 4217 code of the currency, in upper case. */
                            currency: string;
                            /**
                             * Format: date-time
                             * @description When it is to be paid at the latest; null where nobody said, in ISO 8601.
                             */
                            dueDate: string | null;
                            /**
                             * Format: date-time
                             * @description When it was paid; null where it was not, in ISO 8601.
                             */
                            paidAt: string | null;
                            /** @description Whether that has passed and nothing was paid. */
                            overdue: boolean;
                            /** @description The page that shows it, where it is paid too. */
                            url: string;
                        }[];
                        /** @description A page of 10 payments, newest first. */
                        payments: {
                            /** @description The id of the transaction. */
                            id: string;
                            /** @description The number of the order. */
                            orderNumber: number;
                            /** @description The state that the transaction is in. */
                            status: ("pending_settlement" | "settled" | "failed" | "disputed") | ("voided" | "refunded" | "partially_refunded");
                            /** @description Cents that were paid, or tried. */
                            amount: number;
                            /** @description The ISO 4217 code of the currency, in upper case. */
                            currency: string;
                            /** @description Cents of all refunds so far. */
                            totalRefunded: number;
                            /** @description What was bought; null where an amount was paid. */
                            description: string | null;
                            /** @description What it was paid with. */
                            paidWith: {
                                /**
                                 * @description Whether a card or a bank account paid.
                                 * @enum {string}
                                 */
                                type: "card" | "bank_account";
                                /** @description The brand of the card; null where a bank account paid. */
                                brand: string | null;
                                /** @description The last four digits of its number; null where they are not known. */
                                last4: string | null;
                            };
                            /**
                             * @description Why nothing was paid: the category of the decline, returned by the bank, or not_authorized; null where it did not fail.
                             * @enum {string|null}
                             */
                            failure: "declined" | "insufficient_funds" | "invalid_card" | "cvc" | "unsupported_card" | "duplicate" | "configuration" | "gateway_unavailable" | "unknown" | "not_authorized" | "returned" | null;
                            /**
                             * Format: date-time
                             * @description When it was made, in ISO 8601.
                             */
                            createdAt: string;
                            /** @description The page of the receipt; null where nothing was paid. */
                            receiptUrl: string | null;
                        }[];
                        /** @description Whether there are more after the last one of this page. */
                        hasMorePayments: boolean;
                        /** @description What installed apps have put at the customer, the oldest first. */
                        blocks: {
                            /** @description The heading of the block. */
                            title: string;
                            /** @description What it says, line by line. */
                            lines: string[];
                            /** @description Where it leads; null where nowhere. */
                            link: {
                                /** @description The words of the link. */
                                label: string;
                                /** @description Where it leads: http or https. */
                                url: string;
                            } | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            default: components["responses"]["ClientFailure"];
        };
    };
    "portal.change_details": {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
                "X-Service-SDK"?: string;
            };
            path: {
                /**
                 * @description The last part of the page's address.
                 * @example QkZ3
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "lastName": "King"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description The e-mail address, which no other customer may have.
                     */
                    email?: string;
                    /** @description The given name; null removes it. */
                    firstName?: string | null;
                    /** @description The family name; null removes it. */
                    lastName?: string | null;
                    /** @description The phone number; null removes it. */
                    phone?: string | null;
                    /** @description The whole shipping address: street, city, postal code and country must be there; null removes it. */
                    shippingAddress?: {
                        /** @description Street and number. */
                        address1?: string;
                        /** @description What the address has beside the street. */
                        address2?: string;
                        /** @description The city's name. */
                        city?: string;
                        /** @description State or region. */
                        state?: string;
                        /** @description ZIP or postal code. */
                        postalCode?: string;
                        /** @description Where the order is sent, an ISO 3166-1 alpha-2 code in any case. */
                        country?: string;
                    } | null;
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The e-mail address. */
                        email: string;
                        /** @description The whole name; null where it is not known. */
                        name: string | null;
                        /** @description The given name; null where it is not known. */
                        firstName: string | null;
                        /** @description The family name; null where it is not known. */
                        lastName: string | null;
                        /** @description The phone number; null where it is not known. */
                        phone: string | null;
                        /** @description Where orders are sent; null where nobody said. */
                        shippingAddress: {
                            /** @description Street and number. */
                            address1: string | null;
                            /** @description What the address has beside the street. */
                            address2: string | null;
                            /** @description The city's name. */
                            city: string | null;
                            /** @description State or region. */
                            state: string | null;
                            /** @description ZIP or postal code. */
                            postalCode: string | null;
                            /** @description An ISO 3166-1 alpha-2 code. */
                            country: string | null;
                        } | null;
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            429: components["responses"]["ClientTooManyRequests"];
            default: components["responses"]["ClientFailure"];
        };
    };
    "portal.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
                "X-Service-SDK"?: string;
            };
            path: {
                /**
                 * @description The last part of the page's address.
                 * @example QkZ3
                 */
                slug: string;
                /**
                 * @description The id of the portal.
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
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the subscription. */
                        id: string;
                        /** @description What is paid for. */
                        name: string;
                        /**
                         * @description The state that the subscription is in.
                         * @enum {string}
                         */
                        status: "active" | "scheduled" | "paused" | "past_due" | "cancelled";
                        /** @description Cents of each period. */
                        amount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /**
                         * @description The unit of a period.
                         * @enum {string}
                         */
                        interval: "day" | "week" | "month" | "year";
                        /** @description How many units a period has. */
                        intervalCount: number;
                        /**
                         * Format: date-time
                         * @description When it began, or is to begin, in ISO 8601.
                         */
                        since: string;
                        /**
                         * @description Why its last payment failed, as for payments; null where none is missing.
                         * @enum {string|null}
                         */
                        missed: "declined" | "insufficient_funds" | "invalid_card" | "cvc" | "unsupported_card" | "duplicate" | "configuration" | "gateway_unavailable" | "unknown" | "not_authorized" | "returned" | null;
                        /**
                         * Format: date-time
                         * @description When the next payment is tried; null where none is to come, in ISO 8601.
                         */
                        nextChargeAt: string | null;
                        /**
                         * Format: date-time
                         * @description When it ends, where it was cancelled to the end of the period; else null, in ISO 8601.
                         */
                        endsAt: string | null;
                        /**
                         * Format: date-time
                         * @description When it ended; null until then, in ISO 8601.
                         */
                        endedAt: string | null;
                        /** @description Whether cancelling ends it at once, because no period that is paid is running. */
                        cancelsAtOnce: boolean;
                        /** @description The id of the saved instrument that is charged. */
                        paymentMethodId: string;
                        /** @description What installed apps have put at the subscription, the oldest first. */
                        blocks: {
                            /** @description The heading of the block. */
                            title: string;
                            /** @description What it says, line by line. */
                            lines: string[];
                            /** @description Where it leads; null where nowhere. */
                            link: {
                                /** @description The words of the link. */
                                label: string;
                                /** @description Where it leads: http or https. */
                                url: string;
                            } | null;
                        }[];
                    };
                };
            };
            404: components["responses"]["ClientNotFound"];
            429: components["responses"]["ClientTooManyRequests"];
            default: components["responses"]["ClientFailure"];
        };
    };
    "portal.keep": {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
                "X-Service-SDK"?: string;
            };
            path: {
                /**
                 * @description The last part of the page's address.
                 * @example QkZ3
                 */
                slug: string;
                /**
                 * @description The id of the portal.
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
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the subscription. */
                        id: string;
                        /** @description What is paid for. */
                        name: string;
                        /**
                         * @description The state that the subscription is in.
                         * @enum {string}
                         */
                        status: "active" | "scheduled" | "paused" | "past_due" | "cancelled";
                        /** @description Cents of each period. */
                        amount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /**
                         * @description The unit of a period.
                         * @enum {string}
                         */
                        interval: "day" | "week" | "month" | "year";
                        /** @description How many units a period has. */
                        intervalCount: number;
                        /**
                         * Format: date-time
                         * @description When it began, or is to begin, in ISO 8601.
                         */
                        since: string;
                        /**
                         * @description Why its last payment failed, as for payments; null where none is missing.
                         * @enum {string|null}
                         */
                        missed: "declined" | "insufficient_funds" | "invalid_card" | "cvc" | "unsupported_card" | "duplicate" | "configuration" | "gateway_unavailable" | "unknown" | "not_authorized" | "returned" | null;
                        /**
                         * Format: date-time
                         * @description When the next payment is tried; null where none is to come, in ISO 8601.
                         */
                        nextChargeAt: string | null;
                        /**
                         * Format: date-time
                         * @description When it ends, where it was cancelled to the end of the period; else null, in ISO 8601.
                         */
                        endsAt: string | null;
                        /**
                         * Format: date-time
                         * @description When it ended; null until then, in ISO 8601.
                         */
                        endedAt: string | null;
                        /** @description Whether cancelling ends it at once, because no period that is paid is running. */
                        cancelsAtOnce: boolean;
                        /** @description The id of the saved instrument that is charged. */
                        paymentMethodId: string;
                        /** @description What installed apps have put at the subscription, the oldest first. */
                        blocks: {
                            /** @description The heading of the block. */
                            title: string;
                            /** @description What it says, line by line. */
                            lines: string[];
                            /** @description Where it leads; null where nowhere. */
                            link: {
                                /** @description The words of the link. */
                                label: string;
                                /** @description Where it leads: http or https. */
                                url: string;
                            } | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            429: components["responses"]["ClientTooManyRequests"];
            default: components["responses"]["ClientFailure"];
        };
    };
    "portal.change_method": {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
                "X-Service-SDK"?: string;
            };
            path: {
                /**
                 * @description The last part of the page's address.
                 * @example QkZ3
                 */
                slug: string;
                /**
                 * @description The id of the portal.
                 * @example sub_1
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "paymentMethodId": "pm_1"
                 *     }
                 */
                "application/json": {
                    /** @description The id of the saved method to charge from now on. */
                    paymentMethodId: string;
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the subscription. */
                        id: string;
                        /** @description What is paid for. */
                        name: string;
                        /**
                         * @description The state that the subscription is in.
                         * @enum {string}
                         */
                        status: "active" | "scheduled" | "paused" | "past_due" | "cancelled";
                        /** @description Cents of each period. */
                        amount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /**
                         * @description The unit of a period.
                         * @enum {string}
                         */
                        interval: "day" | "week" | "month" | "year";
                        /** @description How many units a period has. */
                        intervalCount: number;
                        /**
                         * Format: date-time
                         * @description When it began, or is to begin, in ISO 8601.
                         */
                        since: string;
                        /**
                         * @description Why its last payment failed, as for payments; null where none is missing.
                         * @enum {string|null}
                         */
                        missed: "declined" | "insufficient_funds" | "invalid_card" | "cvc" | "unsupported_card" | "duplicate" | "configuration" | "gateway_unavailable" | "unknown" | "not_authorized" | "returned" | null;
                        /**
                         * Format: date-time
                         * @description When the next payment is tried; null where none is to come, in ISO 8601.
                         */
                        nextChargeAt: string | null;
                        /**
                         * Format: date-time
                         * @description When it ends, where it was cancelled to the end of the period; else null, in ISO 8601.
                         */
                        endsAt: string | null;
                        /**
                         * Format: date-time
                         * @description When it ended; null until then, in ISO 8601.
                         */
                        endedAt: string | null;
                        /** @description Whether cancelling ends it at once, because no period that is paid is running. */
                        cancelsAtOnce: boolean;
                        /** @description The id of the saved instrument that is charged. */
                        paymentMethodId: string;
                        /** @description What installed apps have put at the subscription, the oldest first. */
                        blocks: {
                            /** @description The heading of the block. */
                            title: string;
                            /** @description What it says, line by line. */
                            lines: string[];
                            /** @description Where it leads; null where nowhere. */
                            link: {
                                /** @description The words of the link. */
                                label: string;
                                /** @description Where it leads: http or https. */
                                url: string;
                            } | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            429: components["responses"]["ClientTooManyRequests"];
            default: components["responses"]["ClientFailure"];
        };
    };
    "portal.add_card": {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
                "X-Service-SDK"?: string;
            };
            path: {
                /**
                 * @description The last part of the page's address.
                 * @example QkZ3
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vaultPanAlias": "tok_sandbox_1",
                 *       "vaultExpMonth": "12",
                 *       "vaultExpYear": "2030"
                 *     }
                 */
                "application/json": {
                    /** @description The vault's alias of the card number. */
                    vaultPanAlias: string;
                    /** @description The vault's alias of the security code. */
                    vaultCvcAlias?: string;
                    /** @description The month of expiry, 1 to 12. */
                    vaultExpMonth: string | number;
                    /** @description The year of expiry, of two or four digits. */
                    vaultExpYear: string | number;
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the payment method. */
                        id: string;
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
                            /** @description The month of expiry, two digits. */
                            expMonth: string;
                            /** @description The year of expiry, four digits. */
                            expYear: string;
                            /** @description Whether its last day has passed, by the emulated clock. */
                            expired: boolean;
                        } | null;
                        /** @description What is kept of the bank account; null of a card. */
                        bankAccount: {
                            /** @description The name of the bank. */
                            bankName: string;
                            /** @description The last four digits of the account number. */
                            last4: string;
                        } | null;
                        /**
                         * Format: date-time
                         * @description Since when it is saved, in ISO 8601.
                         */
                        savedAt: string;
                        /** @description The number of the order that it was entered for; null where it was saved without one. */
                        savedWithOrder: number | null;
                        /** @description The names of the subscriptions that it pays for: while there are any it stays. */
                        paysFor: string[];
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            429: components["responses"]["ClientTooManyRequests"];
            default: components["responses"]["ClientFailure"];
        };
    };
    "portal.remove_method": {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
                "X-Service-SDK"?: string;
            };
            path: {
                /**
                 * @description The last part of the page's address.
                 * @example QkZ3
                 */
                slug: string;
                /**
                 * @description The id of the portal.
                 * @example pm_1
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
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Tier": components["headers"]["X-RateLimit-Tier"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the payment method that was removed. */
                        id: string;
                        /** @description Always true: what could not be removed is refused. */
                        removed: boolean;
                    };
                };
            };
            400: components["responses"]["ClientInvalidRequest"];
            404: components["responses"]["ClientNotFound"];
            429: components["responses"]["ClientTooManyRequests"];
            default: components["responses"]["ClientFailure"];
        };
    };
    "payout_requests.form": {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
                "X-Service-SDK"?: string;
            };
            path: {
                /**
                 * @description The last part of the page's address.
                 * @example QkZ3
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The last part of the page's address. */
                        slug: string;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /** @description What the sender says; null where nothing. */
                        note: string | null;
                        /** @description Whether no real money moves: it is of test mode. */
                        sandbox: boolean;
                        /** @description The id of the sender's workspace. */
                        workspaceId: string;
                        /** @description The vault that numbers are posted to. */
                        vaultConfig: {
                            /** @description Whether the workspace has a vault. */
                            enabled: boolean;
                            /** @description The id of the vault. */
                            vaultId: string;
                            /**
                             * @description Which aliases it gives: sandbox ones in test mode.
                             * @enum {string}
                             */
                            environment: "sandbox" | "live";
                            /** @description Where numbers are posted to. */
                            url: string;
                        };
                        /** @description How the sender looks. */
                        brand: {
                            /** @description The sender's name. */
                            name: string;
                            /** @description The address of the logo; null where there is none. */
                            logoUrl: string | null;
                            /** @description A CSS colour such as #4f46e5. */
                            color: string;
                        };
                        /**
                         * @description The form is open: others have no page.
                         * @enum {string}
                         */
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
    "payout_requests.submit": {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
                "X-Service-SDK"?: string;
            };
            path: {
                /**
                 * @description The last part of the page's address.
                 * @example QkZ3
                 */
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
                    /** @description Who asks. */
                    name: string;
                    /**
                     * Format: email
                     * @description The e-mail address of who asks.
                     */
                    email: string;
                    /** @description Cents that are asked for. */
                    requestedAmount: number;
                    /** @description What the merchant is told. */
                    note?: string | null;
                    /** @description The vault's alias of the card number. */
                    vaultPanAlias?: string;
                    /** @description The vault's alias of the security code. */
                    vaultCvcAlias?: string;
                    /** @description The month of expiry, 1 to 12. */
                    vaultExpMonth?: string | number;
                    /** @description The year of expiry, of two or four digits. */
                    vaultExpYear?: string | number;
                    /** @description As the card field showed it; what the vault kept decides. */
                    vaultBin?: string;
                    /** @description As the card field showed it; what the vault kept decides. */
                    vaultBrand?: string;
                    /** @description As the card field showed it; what the vault kept decides. */
                    vaultLast4?: string;
                } & {
                    vaultPanAlias: unknown;
                    vaultExpMonth: unknown;
                    vaultExpYear: unknown;
                };
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Always true: a refusal has another status. */
                        success: boolean;
                        /** @description The id of the payout request. */
                        payoutRequestId: string;
                        /**
                         * @description The state that the payout request is in.
                         * @enum {string}
                         */
                        status: "pending" | "approved" | "rejected" | "failed";
                        /** @description Cents that were asked for. */
                        requestedAmount: number;
                        /** @description The ISO 4217 code of the currency, in upper case. */
                        currency: string;
                        /** @description The card that is paid if the merchant approves. */
                        card: {
                            /** @description The brand of the card. */
                            brand: string;
                            /** @description The last four digits of the card number. */
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
    "checkout.load": {
        parameters: {
            query?: {
                /** @description Shows the price with this code. */
                discountCode?: string;
                /** @description Shows the price of this choice on a link: prod_1:2,prod_2:1. */
                items?: string;
            };
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
                "X-Service-SDK"?: string;
            };
            path: {
                /**
                 * @description The last part of the page's address.
                 * @example api-demo
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
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
    "checkout.pay": {
        parameters: {
            query?: never;
            header: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
                "X-Service-SDK"?: string;
                /** @description One UUID for each attempt to pay. */
                "Idempotency-Key": string;
            };
            path: {
                /**
                 * @description The last part of the page's address.
                 * @example api-demo
                 */
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
                    /**
                     * Format: email
                     * @description The buyer's e-mail address; a wallet's sheet may give it instead.
                     */
                    email?: string;
                    /** @description The buyer's given name. */
                    firstName?: string;
                    /** @description The buyer's family name. */
                    lastName?: string;
                    /** @description The buyer's phone number, where `workspace.requireCheckoutPhone` asks for it. */
                    phone?: string;
                    /** @description Street and number; needed for what is typed in. */
                    billingAddress1?: string;
                    /** @description What the address has beside the street. */
                    billingAddress2?: string;
                    /** @description The city's name; needed for what is typed in. */
                    billingCity?: string;
                    /** @description State or region. */
                    billingState?: string;
                    /** @description ZIP or postal code; needed for what is typed in. */
                    billingPostalCode?: string;
                    /** @description Needed for what is typed in, an ISO 3166-1 alpha-2 code in any case. */
                    billingCountry?: string;
                    /** @description What pays; card where none is given. */
                    paymentMethodType?: "ach" | "card";
                    /** @description The vault's alias of the card number. */
                    vaultPanAlias?: string;
                    /** @description The vault's alias of the security code. */
                    vaultCvcAlias?: string;
                    /** @description The month of expiry, 1 to 12. */
                    vaultExpMonth?: string | number;
                    /** @description The year of expiry, of two or four digits. */
                    vaultExpYear?: string | number;
                    /** @description As the card field showed it; what the vault kept decides. */
                    vaultBin?: string;
                    /** @description As the card field showed it; what the vault kept decides. */
                    vaultBrand?: string;
                    /** @description As the card field showed it; what the vault kept decides. */
                    vaultLast4?: string;
                    /** @description As POST /charges takes it, in the place of a card. */
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
                    /** @description The contact of the wallet’s sheet; fields of this body win over it. */
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
                    /** @description The vault's alias of the account number. */
                    vaultBankAccountAlias?: string;
                    /** @description As the account field showed it; what the vault kept decides. */
                    vaultBankLast4?: string;
                    /** @description The routing number of the bank, nine digits. */
                    routingNumber?: string;
                    /**
                     * @description The kind of bank account.
                     * @enum {string}
                     */
                    accountType?: "checking" | "savings";
                    /**
                     * @description Whose account it is.
                     * @enum {string}
                     */
                    accountHolderType?: "personal" | "business";
                    /** @description Whether the buyer authorized the debit; a bank account is not debited without true. */
                    achAuthorized?: boolean;
                    /** @description What is chosen on a link; without it, what the checkout holds. */
                    items?: {
                        /** @description The id of a product of the checkout. */
                        productId: string;
                        /** @description How many of it are bought. */
                        quantity: number;
                    }[];
                    /** @description A discount code of the workspace. */
                    discountCode?: string;
                    /** @description The answers to `customFields`, by their ids. */
                    customFieldValues?: {
                        [key: string]: unknown;
                    };
                    /** @description Where the order is sent. */
                    shippingAddress?: {
                        /** @description Street and number. */
                        address1?: string;
                        /** @description What the address has beside the street. */
                        address2?: string;
                        /** @description The city's name. */
                        city?: string;
                        /** @description State or region. */
                        state?: string;
                        /** @description ZIP or postal code. */
                        postalCode?: string;
                        /** @description Where the order is sent, an ISO 3166-1 alpha-2 code in any case. */
                        country?: string;
                    };
                    /** @description What the app tells of itself: platform, sdk, appId, osVersion, deviceModel, language, timezone, screenWidth, screenHeight. */
                    clientMetadata?: {
                        [key: string]: unknown;
                    };
                    /** @description What an authentication of the card gave. */
                    threeDsToken?: string;
                } & (({
                    vaultPanAlias: unknown;
                } | {
                    vaultBankAccountAlias: unknown;
                } | {
                    service_wallet: unknown;
                }) & ({
                    service_wallet: unknown;
                } | {
                    email: unknown;
                    firstName: unknown;
                    lastName: unknown;
                    billingAddress1: unknown;
                    billingCity: unknown;
                    billingPostalCode: unknown;
                    billingCountry: unknown;
                }) & (unknown | {
                    vaultExpMonth: unknown;
                    vaultExpYear: unknown;
                }) & (unknown | {
                    vaultBankAccountAlias: unknown;
                    routingNumber: unknown;
                    accountType: unknown;
                    accountHolderType: unknown;
                    achAuthorized: unknown;
                }) & (unknown | {
                    service_wallet: unknown;
                }));
            };
        };
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
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
    "checkout.prepare_wallet": {
        parameters: {
            query?: never;
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
                "X-Service-SDK"?: string;
            };
            path: {
                /**
                 * @description The last part of the page's address.
                 * @example api-demo
                 */
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
                    /** @description What the wallet's sheet gave. */
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
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
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
    "checkout.address_suggest": {
        parameters: {
            query?: {
                /** @description What was typed so far. */
                q?: string;
                /** @description Only addresses of this country, an ISO 3166-1 alpha-2 code. */
                country?: string;
                /** @description The checkout that asks; without one the first workspace decides. */
                slug?: string;
            };
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
                "X-Service-SDK"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Addresses that begin so; empty where there is no provider. */
                        suggestions: {
                            /** @description What address-details takes to show it whole. */
                            id: string;
                            /** @description The address in one line. */
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
    "checkout.address_details": {
        parameters: {
            query?: {
                /** @description The id of a suggestion. */
                id?: string;
                /** @description The checkout that asks; without one the first workspace decides. */
                slug?: string;
            };
            header?: {
                /** @description The SDK that calls, as in web/1.4.0; ignored where it is malformed. */
                "X-Service-SDK"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was done. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["Request-Id"];
                    "X-Emulator-Ignored": components["headers"]["X-Emulator-Ignored"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The whole address; null where there is none of that id. */
                        address: {
                            /** @description Street and number. */
                            address1: string;
                            /** @description The city's name. */
                            city: string;
                            /** @description State or region. */
                            state: string;
                            /** @description ZIP or postal code. */
                            postalCode: string;
                            /** @description An ISO 3166-1 alpha-2 code. */
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
}
