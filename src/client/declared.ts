// Made of the declarations by scripts/declared-types.js with each build.

/** What the API shows, by the names of the interface description. */
export interface Models {
OAuthError: {
/** Why it was refused, as RFC 6749 names it. */
error: 'invalid_request' | 'unsupported_grant_type' | 'invalid_client';
/** Why it was refused, for people. */
error_description: string;
};
/** Why exactly it was refused, where a code applies; stable. */
ErrorCode: 'ACCOUNT_NOT_ELIGIBLE' | 'already_fulfilled' | 'app_required' | 'blocked' | 'domain_not_registered' | 'insufficient_funds' | 'parameter_missing' | 'resource_missing' | 'amount_too_large' | 'body_too_large' | 'capability_required' | 'card_declined' | 'discount_not_applicable' | 'duplicate_transaction' | 'gateway_unavailable' | 'host_not_allowed' | 'idempotency_key_reused' | 'incorrect_cvc' | 'insufficient_scope' | 'insufficient_stock' | 'invalid_card' | 'invalid_json' | 'invalid_state' | 'merchant_configuration' | 'merchant_key_required' | 'method_not_allowed' | 'origin_not_allowed' | 'parameter_invalid' | 'parameter_unknown' | 'reference_id_reused' | 'request_in_progress' | 'secret_key_required' | 'storage_unavailable' | 'token_expired' | 'token_used' | 'unknown_error' | 'unsupported_card' | 'unsupported_media_type';
Error: {
/** For people; its wording may change. */
error: string;
/** What kind of refusal it is; stable. */
type: 'invalid_request_error' | 'authentication_error' | 'card_error' | 'permission_error' | 'not_found_error' | 'idempotency_error' | 'rate_limit_error' | 'api_error';
code?: Models['ErrorCode'];
/** The offending field. */
param?: string;
};
DeclinedError: {
/** For people; its wording may change. */
error: string;
/** The payment was declined. */
type: 'card_error';
code: Models['ErrorCode'];
/** The offending field. */
param?: string;
/** The gateway's own code. */
decline_code: string | null;
/** What kind of failure it was. */
category: 'declined' | 'insufficient_funds' | 'invalid_card' | 'cvc' | 'unsupported_card' | 'duplicate' | 'configuration' | 'gateway_unavailable' | 'unknown';
/** Finds the attempt in the request log. */
reference_id: string | null;
/** The failed transaction. */
data: Models['Transaction'];
};
UnknownOutcomeError: {
/** For people; its wording may change. */
error: string;
/** Always so, where the outcome is unknown. */
type: 'api_error';
code: Models['ErrorCode'];
/** The offending field. */
param?: string;
/** The gateway's own code. */
decline_code: string | null;
/** What kind of failure it was. */
category: 'declined' | 'insufficient_funds' | 'invalid_card' | 'cvc' | 'unsupported_card' | 'duplicate' | 'configuration' | 'gateway_unavailable' | 'unknown';
/** Finds the attempt in the request log. */
reference_id: string | null;
};
Account: {
/** The identifier of the account. */
id: string;
/** The type of this object, always `account`. */
object: 'account';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** The merchant's name, as buyers see it. */
name: string;
/** The address of the merchant's logo; null where there is none. */
logo_url: string | null;
/** The merchant's IANA time zone. */
timezone: string;
/** The merchant's short name in addresses. */
slug: string;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** The label of the merchant's storefronts below the service's domain. */
subdomain: string;
/** The merchant's own domain; null where there is none. */
custom_domain: string | null;
};
Member: {
/** The identifier of the member. */
id: string;
/** The type of this object, always `member`. */
object: 'member';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** The member's name. */
name: string;
/** The member's e-mail address. */
email: string;
/** What the member may do. */
role: 'owner' | 'admin' | 'member' | 'viewer';
};
Pixels: {
/** The type of this object, always `pixels`. */
object: 'pixels';
/** The identifier of the Meta pixel; null where there is none. */
meta_pixel_id: string | null;
/** The identifier of the Google Analytics property; null where there is none. */
google_analytics_id: string | null;
/** The identifier of the Google Ads account; null where there is none. */
google_ads_id: string | null;
/** The identifier of the TikTok pixel; null where there is none. */
tiktok_pixel_id: string | null;
/** The identifier of the Snapchat pixel; null where there is none. */
snapchat_pixel_id: string | null;
/** The identifier of the Pinterest tag; null where there is none. */
pinterest_tag_id: string | null;
};
Product: {
/** The identifier of the product. */
id: string;
/** The type of this object, always `product`. */
object: 'product';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** What it is called. */
name: string;
/** What is said of it; null where nothing. */
description: string | null;
/** Your stock number; null where there is none. */
sku: string | null;
/** The address of a picture; null where there is none. */
image_url: string | null;
/** Cents of one; 0 is free. */
price: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** Whether it can be bought. */
active: boolean;
/** How many there are. */
stock_quantity: number;
/** Whether orders take from the stock. */
track_inventory: boolean;
/** How often it is paid for; null where once. */
recurring: {
/** The unit of a period. */
interval: 'day' | 'week' | 'month' | 'year';
/** How many units a period has. */
interval_count: number;
};
/** The forms that it comes in. */
variants: {
/** The id of the variant. */
id: string;
/** What it is called. */
name: string;
/** Your stock number; null where there is none. */
sku: string | null;
/** Cents of one; null where it has the product's price. */
price: number | null;
/** How many there are. */
stock_quantity: number;
/** Whether orders take from its stock. */
track_inventory: boolean;
}[];
/** Your own keys and values, kept and shown as they were given. */
metadata: Record<string, string | number | boolean | null>;
};
Inventory: {
/** The type of this object, always `inventory`. */
object: 'inventory';
/** The id of the product. */
product_id: string;
/** The id of the variant; null where the stock is the product's own. */
variant_id: string | null;
/** How many there are now. */
stock_quantity: number;
/** Whether orders take from this stock. */
track_inventory: boolean;
};
PaymentToken: {
/** A single-use token, valid for 15 minutes. */
token: string;
/** What may be shown of the card. */
card: {
/** The last four digits of the card number. */
last4: string;
/** The brand of the card. */
brand: string;
/** The month of expiry, two digits. */
exp_month: string;
/** The year of expiry, four digits. */
exp_year: string;
};
};
PaymentMethod: {
/** The identifier of the payment method. */
id: string;
/** The type of this object, always `payment_method`. */
object: 'payment_method';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** The reference of this instrument, equal to its id. */
billing_id: string;
/** The id of the customer. */
customer_id: string;
/** The id of the customer in the vault. */
customer_vault_id: string;
/** Which of the two it is. */
type: 'card' | 'bank_account';
/** What is kept of the card; null of a bank account. */
card: {
/** The brand of the card. */
brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown';
/** The last four digits of the card number. */
last4: string;
/** The first six digits of the card number. */
bin: string;
/** The month of expiry, two digits. */
exp_month: string;
/** The year of expiry, four digits. */
exp_year: string;
/** Whose money the card spends. */
funding: 'credit' | 'debit' | 'prepaid';
/** The ISO 3166-1 alpha-2 code of the issuer's country; null where it is not known. */
country: string | null;
};
/** What is kept of the bank account; null of a card. */
bank_account: {
/** The last four digits of the account number. */
last4: string;
/** The routing number of the bank, nine digits. */
routing_number: string;
/** The name of the bank. */
bank_name: string;
/** The kind of bank account. */
account_type: 'checking' | 'savings';
/** Whose account it is. */
account_holder_type: 'personal' | 'business';
/** The holder's name; null where none was given. */
account_holder_name: string | null;
};
/** The gateway that it is vaulted with. */
processor: 'gateway_a' | 'gateway_b' | 'debit_payouts';
/** Whether a payout to it would be accepted now. */
payout_eligible: boolean;
};
Customer: {
/** The identifier of the customer. */
id: string;
/** The type of this object, always `customer`. */
object: 'customer';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** The e-mail address, which tells customers apart whatever its case. */
email: string;
/** The given name; null where it is not known. */
first_name: string | null;
/** The family name; null where it is not known. */
last_name: string | null;
/** The company; null where there is none. */
company: string | null;
/** The phone number; null where it is not known. */
phone: string | null;
/** Street and number of the billing address. */
billing_address_1: string | null;
/** What the address has beside the street of the billing address. */
billing_address_2: string | null;
/** City of the billing address. */
billing_city: string | null;
/** State or region of the billing address. */
billing_state: string | null;
/** ZIP or postal code of the billing address. */
billing_postal_code: string | null;
/** Country, an ISO 3166-1 alpha-2 code of the billing address. */
billing_country: string | null;
/** Street and number of the shipping address. */
shipping_address_1: string | null;
/** What the address has beside the street of the shipping address. */
shipping_address_2: string | null;
/** City of the shipping address. */
shipping_city: string | null;
/** State or region of the shipping address. */
shipping_state: string | null;
/** ZIP or postal code of the shipping address. */
shipping_postal_code: string | null;
/** Country, an ISO 3166-1 alpha-2 code of the shipping address. */
shipping_country: string | null;
/** The gateway that the customer's instruments are vaulted with. */
processor: 'gateway_a' | 'gateway_b' | 'debit_payouts';
/** The id of the customer in the vault. */
customer_vault_id: string;
/** Your own keys and values, kept and shown as they were given. */
metadata: Record<string, string | number | boolean | null>;
};
Storefront: {
/** The identifier of the storefront. */
id: string;
/** The type of this object, always `storefront`. */
object: 'storefront';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** Whether it is live. */
status: 'draft' | 'published';
/** Where it is live; null while it is a draft. */
url: string | null;
};
ThreeDsResult: {
/** The type of this object, always `three_ds_result`. */
object: 'three_ds_result';
/** The id of the authentication, which finish takes. */
authentication_id: string;
/** Y, A, N, U and R are terminal; SKIPPED where no authentication is needed. */
status: 'Y' | 'A' | 'N' | 'U' | 'R' | 'SKIPPED' | 'C';
/** Whether the cardholder is to be asked. */
challenge_required: boolean;
/** Where to send the cardholder: `creq` is posted to `url`; null where nowhere. */
challenge: {
/** Where the challenge is opened. */
url: string;
/** What is posted there. */
creq: string;
};
/** The electronic commerce indicator; null before there is a result. */
eci: string | null;
/** The cardholder authentication value; null where the issuer gave none. */
cavv: string | null;
/** The transaction identifier of the authentication; null before there is a result. */
xid: string | null;
/** The same as `cavv`. */
authenticationValue: string | null;
/** The directory server's id of the authentication; null before there is a result. */
dsTransId: string | null;
/** The 3-D Secure server's id of the authentication. */
threeDSServerTransID: string;
/** The version of the protocol. */
threeDsVersion: string;
/** Whether no authentication was needed; charge without `three_ds`. */
skipped: boolean;
/** Why it was skipped or refused; null where nobody says. */
reason: string | null;
/** Why authenticating failed; stop polling. */
error?: string;
};
Balance: {
/** The type of this object, always `balance`. */
object: 'balance';
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** Cents that can be paid out; below zero after refunds or disputes. */
available: number;
/** Cents of payouts that are pending. */
reserved: number;
/** Cents of open payout links, their fees included. */
held: number;
/** Cents of charges that have not settled. */
pending: number;
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
};
AccountCheck: {
/** The type of this object, always `account_check`. */
object: 'account_check';
/** What was looked at. */
type: 'card' | 'bank_account';
/** Whether money can be sent there. */
eligible: boolean;
/** Why it cannot receive money; null where it can. */
code: 'ACCOUNT_NOT_ELIGIBLE' | null;
/** The network that money takes: the brand of a card; `rtp`, `fednow` or `ach` for a bank. */
network: string;
/** When the recipient has the money. */
funds_availability: 'immediate' | 'next_business_day' | 'not_payout_eligible';
/** What an independent BIN directory knows of the card; null where it knows nothing, and of a bank. */
bin: {
/** The first six digits of the card number. */
number: string;
/** The brand of the card. */
brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown';
/** Whose money the card spends, by the directory. */
funding: 'credit' | 'debit' | 'prepaid';
/** The name of the bank that issued the card. */
issuer: string;
/** The ISO 3166-1 alpha-2 code of the issuer's country. */
country: string;
};
/** What several sources say of the card's funding; null where they say nothing, and of a bank. */
card_type_consensus: {
/** The funding that the sources settle on. */
type: 'credit' | 'debit' | 'prepaid';
/** Which sources were asked. */
sources: ('network' | 'directory')[];
/** Whether all of them say the same. */
agreed: boolean;
};
/** The routing number of the bank; null of a card. */
routing_number: string | null;
/** The name of the bank; null of a card. */
bank_name: string | null;
/** Which instant networks the bank is on; null of a card. */
rtp: {
/** Whether the bank is on RTP. */
rtp: boolean;
/** Whether the bank is on FedNow. */
fednow: boolean;
};
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
};
WalletPrepare: {
/** The type of this object, always `wallet_prepare`. */
object: 'wallet_prepare';
/** The sealed credential, for `service_wallet.prepared` of a charge; single use, 15 minutes. */
prepared: string;
/** Whether a step-up should run before charging. */
three_ds_required: boolean;
/** Why no step-up is required; null where one is. */
three_ds_reason: 'already_authenticated' | 'three_ds_disabled' | 'vault_disabled' | 'card_unavailable' | null;
/** What the 3-D Secure operations take; null where they cannot authenticate the card. */
card_id: string | null;
/** What may be shown of the card. */
card: {
/** The brand of the card; null where it is not known. */
brand: string | null;
/** The last four digits of the card number; null where they are not known. */
last4: string | null;
/** The month of expiry, 1 to 12. */
exp_month: number;
/** The year of expiry, four digits. */
exp_year: number;
/** Whether it is the buyer's real card (pan) or a device token (dpan). */
token_type: 'pan' | 'dpan';
};
};
WalletDomains: {
/** The type of this object, always `wallet_domains`. */
object: 'wallet_domains';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** The domains of this mode, the managed ones first. */
domains: {
/** The host name. */
domain: string;
/** Whether wallet_a may be shown there. */
status: 'registered' | 'pending';
/** Whether it is the service's own or the workspace's custom domain, which cannot be removed. */
managed: boolean;
}[];
};
Transaction: {
/** The identifier of the transaction. */
id: string;
/** The type of this object, always `transaction`. */
object: 'transaction';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** The state that the transaction is in. */
status: 'pending_settlement' | 'settled' | 'failed' | 'disputed' | 'voided' | 'refunded' | 'partially_refunded';
/** Cents that were paid, or tried. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** The number of the order, counted from 1 per workspace and mode. */
order_number: number;
/** The id of the customer; null where there is none. */
customer_id: string | null;
/** The id of the saved instrument that paid; null where none did. */
payment_method_id: string | null;
/** The id of the payment link that it was paid on; null where there is none. */
payment_link_id: string | null;
/** The id of the checkout session that it was paid on; null where there is none. */
checkout_session_id: string | null;
/** The id of the invoice that it paid; null where there is none. */
invoice_id: string | null;
/** The id of the subscription that it paid for; null where there is none. */
subscription_id: string | null;
/** Where the payment began: api for a session or a direct charge, dashboard for a link. */
source: 'api' | 'dashboard';
/** The reference that the caller gave; null where it gave none. */
reference_id: string | null;
/** The gateway that took the charge. */
processorType: 'gateway_a' | 'gateway_b' | 'debit_payouts';
/** Whether a card or a bank account paid. */
rail: 'card' | 'ach';
/** What was bought; empty where an amount was charged. */
line_items: {
/** The id of the product. */
product_id: string;
/** The id of the variant of it; null where it is the product itself. */
variant_id: string | null;
/** What it was called when it was ordered. */
name: string;
/** How many of it. */
quantity: number;
/** Cents of one; 0 is free. */
unit_amount: number;
/** Cents of all of them. */
amount: number;
}[];
/** The buyer's name; null where it is not known. */
buyer_name: string | null;
/** The buyer's e-mail address; null where it is not known. */
email: string | null;
/** Street and number of the billing address. */
billing_address_1: string | null;
/** What the address has beside the street of the billing address. */
billing_address_2: string | null;
/** City of the billing address. */
billing_city: string | null;
/** State or region of the billing address. */
billing_state: string | null;
/** ZIP or postal code of the billing address. */
billing_postal_code: string | null;
/** Country, an ISO 3166-1 alpha-2 code of the billing address. */
billing_country: string | null;
/** Street and number of the shipping address. */
shipping_address_1: string | null;
/** What the address has beside the street of the shipping address. */
shipping_address_2: string | null;
/** City of the shipping address. */
shipping_city: string | null;
/** State or region of the shipping address. */
shipping_state: string | null;
/** ZIP or postal code of the shipping address. */
shipping_postal_code: string | null;
/** Country, an ISO 3166-1 alpha-2 code of the shipping address. */
shipping_country: string | null;
/** The last four digits of the card; null where a bank account paid. */
card_last_four: string | null;
/** The brand of the card; null where a bank account paid. */
card_brand: string | null;
/** The last four digits of the account number; null where a card paid. */
bank_last_four: string | null;
/** The wallet that paid; null where none did. */
wallet_type: 'wallet_a' | 'wallet_b' | null;
/** The electronic commerce indicator of a device token; null elsewhere. */
wallet_eci: string | null;
/** Whether a device token came with a cryptogram; null where no wallet paid. */
wallet_cryptogram_present: boolean | null;
/** The status of the 3-D Secure result; null without one. */
three_ds_status: string | null;
/** The electronic commerce indicator of the result; null without one. */
three_ds_eci: string | null;
/** Whether the issuer gave a value; null without a result. */
three_ds_cavv_present: boolean | null;
/** The transaction identifier of the result; null without one. */
three_ds_xid: string | null;
/** The version of the 3-D Secure protocol; null without a result. */
three_ds_version: string | null;
/** The directory server's id of the result; null without one. */
three_ds_ds_trans_id: string | null;
/** Cents of all refunds so far. */
total_refunded: number;
/** Whether its order was sent. */
fulfillment_status: 'unfulfilled' | 'fulfilled';
/** The code of the failure; null where it did not fail. */
error_code: string | null;
/** The failure in words; null where it did not fail. */
error_message: string | null;
/** The gateway's own code, verbatim; null where it gave none. */
decline_code: string | null;
/** What kind of decline it was; null where it was none. */
category: 'declined' | 'insufficient_funds' | 'invalid_card' | 'cvc' | 'unsupported_card' | 'duplicate' | 'configuration' | 'gateway_unavailable' | 'unknown' | null;
/** When it settled, in ISO 8601; null until then. */
settled_at: string | null;
/** When it was voided, in ISO 8601; null until then. */
voided_at: string | null;
/** When it failed, in ISO 8601; null until then. */
failed_at: string | null;
/** When it was disputed, in ISO 8601; null until then. */
disputed_at: string | null;
/** `X-Service-SDK` of the client that paid; null where none told. */
sdk: string | null;
/** Your own keys and values; of a payment on a page also what the page told of its client. */
metadata: Record<string, string | number | boolean | null | Record<string, unknown>>;
};
Dispute: {
/** The identifier of the dispute. */
id: string;
/** The type of this object, always `dispute`. */
object: 'dispute';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** The id of the dispute. */
dispute_id: string;
/** The id of the disputed transaction; null while it is unmatched. */
transaction_id: string | null;
/** What kind of dispute or alert it is. */
kind: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
/** The state that the dispute is in. */
status: 'new' | 'matched' | 'unmatched' | 'refunded' | 'accepted' | 'fighting' | 'response_submitted' | 'won' | 'lost' | 'expired';
/** The network that sent it. */
network: string;
/** Why the cardholder or the bank disputes. */
reason: string;
/** The network's own code of the reason. */
reason_code: string;
/** Disputed cents. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** The last four digits of the card; null of a bank account. */
card_last4: string | null;
/** Until when it can be answered, in ISO 8601. */
due_at: string;
/** Whether it is of test mode. */
sandbox: boolean;
};
Payout: {
/** The identifier of the payout. */
id: string;
/** The type of this object, always `payout`. */
object: 'payout';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** Its number, counted from 1 per workspace and mode. */
payout_number: number;
/** Cents that are sent. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** The state that the payout is in. */
status: 'pending' | 'paid' | 'failed' | 'canceled';
/** How the money travels. */
rail: 'card' | 'ach' | 'rtp';
/** The instant network that it takes; null on another rail. */
rtp_network: 'rtp' | 'fednow' | null;
/** The last four digits of the card; null where a bank account is paid. */
card_last_four: string | null;
/** The brand of the card; null where a bank account is paid. */
card_brand: string | null;
/** The last four digits of the account number; null where a card is paid. */
bank_last_four: string | null;
/** What the recipient's statement says. */
descriptor: string;
/** The id of the customer who is paid. */
customer_id: string;
/** Why it is paid, for example `payout`. */
purpose: string;
/** The id of the transaction that it refunds; null where it is no refund. */
refund_for_transaction_id: string | null;
/** The reference that the caller gave; null where it gave none. */
reference_id: string | null;
/** The network's code of the failure; null where it did not fail. */
error_code: string | null;
/** The failure in words; null where it did not fail. */
error_message: string | null;
/** Whether the receiving bank sent it back. */
returned: boolean;
/** When it came back, in ISO 8601; null where it did not. */
returned_at: string | null;
/** The bank's code of the return; null where it did not come back. */
return_code: string | null;
/** The return in words; null where it did not come back. */
return_reason: string | null;
/** Your own keys and values, kept and shown as they were given. */
metadata: Record<string, string | number | boolean | null>;
};
Fulfillment: {
/** The identifier of the fulfillment. */
id: string;
/** The type of this object, always `fulfillment`. */
object: 'fulfillment';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** The id of the transaction whose order was sent. */
transaction_id: string;
/** The carrier's number of the parcel; null where none was given. */
tracking_number: string | null;
/** Who carries it; null where nobody was named. */
carrier: string | null;
/** Where the parcel can be followed; null where nowhere. */
tracking_url: string | null;
/** Everything that the order holds. */
line_items: {
/** The id of the product. */
product_id: string;
/** The id of the variant of it; null where it is the product itself. */
variant_id: string | null;
/** What it was called when it was ordered. */
name: string;
/** How many of it. */
quantity: number;
/** Cents of one; 0 is free. */
unit_amount: number;
/** Cents of all of them. */
amount: number;
}[];
};
PayoutLink: {
/** The identifier of the payout link. */
id: string;
/** The type of this object, always `payout_link`. */
object: 'payout_link';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** Whether it holds money for one recipient, or is a form that anybody may fill. */
type: 'directed' | 'request';
/** The state that the payout link is in. */
status: 'pending' | 'active' | 'claimed' | 'cancelled' | 'expired';
/** Cents. Of a request link: what its form suggests, if anything. */
amount: number | null;
/** Cents, held beside the amount of a directed link; else 0. */
fee: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** Where the claim link was sent; null of a form. */
recipient_email: string | null;
/** Whom the money is for; null where nobody was named. */
recipient_name: string | null;
/** What the recipient is told; null where nothing. */
note: string | null;
/** The address of its page. */
url: string;
/** The last part of the page's address. */
slug: string;
/** The id of the payout of a claimed link; null until then. */
payout_id: string | null;
/** When it was claimed, in ISO 8601; null until then. */
claimed_at: string | null;
/** When it was cancelled, in ISO 8601; null until then. */
cancelled_at: string | null;
/** Until when it can be claimed, in ISO 8601; null of a form, which does not expire. */
expires_at: string | null;
/** The reference that the caller gave; null where it gave none. */
reference_id: string | null;
/** Your own keys and values, kept and shown as they were given. */
metadata: Record<string, string | number | boolean | null>;
};
Subscription: {
/** The identifier of the subscription. */
id: string;
/** The type of this object, always `subscription`. */
object: 'subscription';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** The state that the subscription is in. */
status: 'active' | 'scheduled' | 'paused' | 'past_due' | 'cancelled';
/** The id of the customer who pays. */
customer_id: string;
/** The id of the recurring product. */
product_id: string;
/** The id of the saved instrument that is charged. */
payment_method_id: string;
/** Cents of each period: the product's price when the subscription was made. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** The unit of a period. */
interval: 'day' | 'week' | 'month' | 'year';
/** How many units a period has. */
interval_count: number;
/** When it begins, in ISO 8601. */
start_date: string;
/** When the period that is paid began, in ISO 8601; null until then. */
current_period_start: string | null;
/** When the period that is paid ends, in ISO 8601; null until then. */
current_period_end: string | null;
/** Whether it ends with the period that is paid. */
cancel_at_period_end: boolean;
/** When it ends, where an end is set, in ISO 8601; null until then. */
cancel_at: string | null;
/** When it was cancelled, in ISO 8601; null until then. */
cancelled_at: string | null;
/** Why it was cancelled, or is to be; null where neither. */
cancel_reason: string | null;
/** When it was paused, in ISO 8601; null until then. */
paused_at: string | null;
/** The id of the newest payment; null before the first. */
latest_transaction_id: string | null;
/** Your own name of it, or the one that a 503 made; null without one. */
reference_id: string | null;
/** Your own keys and values, kept and shown as they were given. */
metadata: Record<string, string | number | boolean | null>;
};
Invoice: {
/** The identifier of the invoice. */
id: string;
/** The type of this object, always `invoice`. */
object: 'invoice';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** `INV-0001` and so on, counted per workspace and mode without gaps. */
number: string;
/** The state that the invoice is in. */
status: 'draft' | 'sent' | 'viewed' | 'processing' | 'paid' | 'void';
/** The id of the customer who is to pay. */
customer_id: string;
/** What is to be paid for, at the prices of when it was made. */
line_items: {
/** The id of the product. */
product_id: string;
/** The id of the variant of it; null where it is the product itself. */
variant_id: string | null;
/** What it was called when it was ordered. */
name: string;
/** How many of it. */
quantity: number;
/** Cents of one; 0 is free. */
unit_amount: number;
/** Cents of all of them. */
amount: number;
}[];
/** Cents to pay. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** What the merchant says to the customer; null where nothing. */
memo: string | null;
/** When it is to be paid at the latest, in ISO 8601; null until then. */
due_date: string | null;
/** The id of the payment under way or made; null without one, and again after it failed. */
transaction_id: string | null;
/** When it was sent first, in ISO 8601; null until then. */
sent_at: string | null;
/** When its page was opened first, in ISO 8601; null until then. */
viewed_at: string | null;
/** When it was paid, in ISO 8601; null until then. */
paid_at: string | null;
/** When it was voided, in ISO 8601; null until then. */
voided_at: string | null;
/** Your own keys and values, kept and shown as they were given. */
metadata: Record<string, string | number | boolean | null>;
/** The page that shows the invoice; once it was sent. */
hosted_invoice_url?: string;
/** The one-time payment link; once it was sent. */
pay_url?: string;
/** Whether it went out by e-mail; once it was sent. */
emailed?: boolean;
};
CheckoutSession: {
/** The identifier of the checkout session. */
id: string;
/** The type of this object, always `checkout_session`. */
object: 'checkout_session';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** The state that the checkout session is in. */
status: 'open' | 'complete' | 'expired';
/** Whether the service shows the page, or you embed it in your own. */
ui_mode: 'embedded' | 'hosted';
/** Embedded mode: what the browser SDK is given; else null. */
client_secret: string | null;
/** The last part of the page's address, and all that a mobile app needs. */
slug: string;
/** Where the customer goes after paying; null where the page stays. */
success_url: string | null;
/** Where the customer goes who does not pay; null where nowhere. */
cancel_url: string | null;
/** The origins whose pages may embed it, matched exactly. */
allowed_parent_origins: string[];
/** Whether the page shows what is bought. */
show_order_summary: boolean;
/** What is bought; empty where an amount is paid. */
line_items: {
/** The id of the product. */
product_id: string;
/** The id of the variant of it; null where it is the product itself. */
variant_id: string | null;
/** What it was called when it was ordered. */
name: string;
/** How many of it. */
quantity: number;
/** Cents of one; 0 is free. */
unit_amount: number;
/** Cents of all of them. */
amount: number;
}[];
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** Cents that the customer pays: the discount is taken off. */
amount: number;
/** The code that was applied; null where none was. */
discount_code: string | null;
/** Cents taken off by the discount code. */
discount_amount: number;
/** The id of the customer; null where there is none. */
customer_id: string | null;
/** The e-mail address that the page begins with; null where it begins empty. */
customer_email: string | null;
/** The phone number that the page begins with; null where it begins empty. */
customer_phone: string | null;
/** How the page shows the field of the e-mail address. */
email_field_mode: 'read_only' | 'editable' | 'hidden';
/** How the page shows the field of the phone number. */
phone_field_mode: 'hidden' | 'editable' | 'read_only';
/** When the page offers quick checkout. */
quick_checkout_behavior: 'on_load' | 'on_click' | 'never';
/** The language of its pages, a BCP 47 tag such as de or fr-CA; null where the buyer's browser decides. */
locale: string | null;
/** The id of the transaction that paid it; null until it is paid. */
transaction_id: string | null;
/** Until when it can be paid, in ISO 8601. */
expires_at: string;
/** Your own keys and values, kept and shown as they were given. */
metadata: Record<string, string | number | boolean | null>;
/** Hosted mode: where the customer is sent; else null. */
url: string | null;
};
PaymentLink: {
/** The identifier of the payment link. */
id: string;
/** The type of this object, always `payment_link`. */
object: 'payment_link';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** The state that the payment link is in. */
status: 'active' | 'inactive';
/** The last part of the page's address. */
slug: string;
/** What the page calls itself. */
name: string;
/** What it sells; empty where it takes an amount. */
products: {
/** The id of the product. */
product_id: string;
/** The id of the variant of it; null where it is the product itself. */
variant_id: string | null;
/** How many of it are bought at once. */
quantity: number;
}[];
/** Cents; null where products are sold, at their prices of the day. */
amount: number | null;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** What its page asks beside the usual. */
custom_fields: {
/** What names the answer in the payment's `metadata.customFields`. */
id: string;
/** What the buyer is asked. */
label: string;
/** What kind of answer it takes. */
type: 'text' | 'number' | 'select' | 'checkbox';
/** Whether paying needs an answer. */
required: boolean;
/** What a select chooses from; null for the others. */
options: string[] | null;
}[];
/** Whether its page asks where to send the order. */
collect_shipping_address: boolean;
/** Your own keys and values, kept and shown as they were given. */
metadata: Record<string, string | number | boolean | null>;
/** The exact public address of its page. */
url: string;
};
Block: {
/** The identifier of the block. */
id: string;
/** The type of this object, always `block`. */
object: 'block';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** What kind of object the block stands at. */
object_type: 'transaction' | 'customer' | 'subscription';
/** The id of the object that the block stands at. */
object_id: string;
/** The app's own name of this kind of block. */
block_type: string;
/** Any object of at most 16 KB. The confirmation page, the customer portal and the receipt show `title` as its heading, `url` (with `link_label`) as its link, and everything else as lines. */
content: Record<string, unknown>;
/** The client id of the app that the block belongs to. */
app_id: string;
};
PayoutRequest: {
/** The identifier of the payout request. */
id: string;
/** The type of this object, always `payout_request`. */
object: 'payout_request';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** The id of the payout link whose form was filled. */
payout_link_id: string;
/** The state that the payout request is in. */
status: 'pending' | 'approved' | 'rejected' | 'failed';
/** Cents that were asked for; kept when another amount is paid. */
requested_amount: number;
/** Cents that are paid; null until it is approved. */
amount: number | null;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** Who asks. */
name: string;
/** The e-mail address of who asks. */
email: string;
/** What the merchant is told; null where nothing. */
note: string | null;
/** The last four digits of the card number. */
card_last_four: string;
/** The brand of the card. */
card_brand: string;
/** The id of the payout; null until it is approved. */
payout_id: string | null;
/** When it was approved, in ISO 8601; null until then. */
approved_at: string | null;
/** When it was rejected, in ISO 8601; null until then. */
rejected_at: string | null;
/** When its payout failed, in ISO 8601; null until then. */
failed_at: string | null;
};
}

/** The `data` of each event type. */
export interface EventPayloads {
/** a payment is processed: at settlement on the debit-and-payouts rail, at approval elsewhere */
'payment.completed': {
/** The id of the transaction. */
transaction_id: string;
/** Cents that were paid, or tried. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** The state that the transaction is in. */
status: 'pending_settlement' | 'settled' | 'failed' | 'disputed' | 'voided' | 'refunded' | 'partially_refunded';
/** The buyer's e-mail address; null where it is not known. */
customer_email: string | null;
/** The number of the order, counted from 1 per workspace and mode. */
order_number: number;
/** Where the payment began: api for a session or a direct charge, dashboard for a link. */
source: 'api' | 'dashboard';
/** The gateway that took the charge. */
processor?: 'gateway_a' | 'gateway_b' | 'debit_payouts';
/** Whether a card or a bank account paid. */
rail?: 'card' | 'ach';
/** Your own keys and values; of a payment on a page also what the page told of its client. */
metadata: Record<string, string | number | boolean | null | Record<string, unknown>>;
/** The id of the customer, where one is linked. */
customer_id?: string;
/** The id of the payment link, of a payment on one. */
payment_link_id?: string;
/** The id of the checkout session, of a payment of one. */
checkout_session_id?: string;
/** The ids of the subscriptions that it paid for. */
subscription_ids?: string[];
};
/** a transaction is refunded, fully or partly */
'payment.refunded': {
/** The id of the transaction. */
transaction_id: string;
/** Cents that were paid, or tried. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** Cents of this refund. */
refunded_amount: number;
/** Cents of all refunds so far. */
total_refunded: number;
/** The id of the payment link that it was paid on; null where there is none. */
payment_link_id: string | null;
};
/** an unsettled transaction is voided */
'payment.voided': {
/** The id of the transaction. */
transaction_id: string;
/** Cents that were paid, or tried. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** The id of the payment link that it was paid on; null where there is none. */
payment_link_id: string | null;
};
/** the network rejects a pending payment */
'payment.failed': {
/** The id of the transaction. */
transaction_id: string;
/** Cents that were paid, or tried. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** The payment failed. */
status: 'failed';
/** Whether a card or a bank account paid. */
rail: 'card' | 'ach';
/** The network's code of the failure. */
error_code: string | null;
/** The failure in words. */
error_message: string | null;
/** The gateway that took the charge. */
processor: 'gateway_a' | 'gateway_b' | 'debit_payouts';
};
/** a settled payment is charged back, or returned by the bank */
'payment.disputed': {
/** The id of the transaction. */
transaction_id: string;
/** Cents that were paid, or tried. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** The payment is disputed. */
status: 'disputed';
/** Whether a card or a bank account paid. */
rail: 'card' | 'ach';
/** Whether the cardholder or the bank took it back. */
dispute_kind: 'chargeback' | 'ach_return';
/** The network's code of the reason. */
dispute_code: string;
/** The reason in words. */
dispute_reason: string;
/** The gateway that took the charge. */
processor: 'gateway_a' | 'gateway_b' | 'debit_payouts';
};
/** a dispute or alert is received */
'dispute.created': {
/** The id of the dispute. */
dispute_id: string;
/** The id of the disputed transaction; null while it is unmatched. */
transaction_id: string | null;
/** What kind of dispute or alert it is. */
kind: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
/** The state that the dispute is in. */
status: 'new' | 'matched' | 'unmatched' | 'refunded' | 'accepted' | 'fighting' | 'response_submitted' | 'won' | 'lost' | 'expired';
/** The network that sent it. */
network: string;
/** Why the cardholder or the bank disputes. */
reason: string;
/** The network's own code of the reason. */
reason_code: string;
/** Disputed cents. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** The last four digits of the card; null of a bank account. */
card_last4: string | null;
/** Until when it can be answered, in ISO 8601. */
due_at: string;
/** Whether it is of test mode. */
sandbox: boolean;
};
/** a dispute changes its status */
'dispute.updated': {
/** The id of the dispute. */
dispute_id: string;
/** The id of the disputed transaction; null while it is unmatched. */
transaction_id: string | null;
/** What kind of dispute or alert it is. */
kind: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
/** The state that the dispute is in. */
status: 'new' | 'matched' | 'unmatched' | 'refunded' | 'accepted' | 'fighting' | 'response_submitted' | 'won' | 'lost' | 'expired';
/** The network that sent it. */
network: string;
/** Why the cardholder or the bank disputes. */
reason: string;
/** The network's own code of the reason. */
reason_code: string;
/** Disputed cents. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** The last four digits of the card; null of a bank account. */
card_last4: string | null;
/** Until when it can be answered, in ISO 8601. */
due_at: string;
/** Whether it is of test mode. */
sandbox: boolean;
};
/** a chargeback response goes to the network */
'dispute.evidence_submitted': {
/** The id of the dispute. */
dispute_id: string;
/** The id of the disputed transaction; null while it is unmatched. */
transaction_id: string | null;
/** What kind of dispute or alert it is. */
kind: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
/** The state that the dispute is in. */
status: 'new' | 'matched' | 'unmatched' | 'refunded' | 'accepted' | 'fighting' | 'response_submitted' | 'won' | 'lost' | 'expired';
/** The network that sent it. */
network: string;
/** Why the cardholder or the bank disputes. */
reason: string;
/** The network's own code of the reason. */
reason_code: string;
/** Disputed cents. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** The last four digits of the card; null of a bank account. */
card_last4: string | null;
/** Until when it can be answered, in ISO 8601. */
due_at: string;
/** Whether it is of test mode. */
sandbox: boolean;
};
/** a fought chargeback is decided for the merchant */
'dispute.won': {
/** The id of the dispute. */
dispute_id: string;
/** The id of the disputed transaction; null while it is unmatched. */
transaction_id: string | null;
/** What kind of dispute or alert it is. */
kind: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
/** The state that the dispute is in. */
status: 'new' | 'matched' | 'unmatched' | 'refunded' | 'accepted' | 'fighting' | 'response_submitted' | 'won' | 'lost' | 'expired';
/** The network that sent it. */
network: string;
/** Why the cardholder or the bank disputes. */
reason: string;
/** The network's own code of the reason. */
reason_code: string;
/** Disputed cents. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** The last four digits of the card; null of a bank account. */
card_last4: string | null;
/** Until when it can be answered, in ISO 8601. */
due_at: string;
/** Whether it is of test mode. */
sandbox: boolean;
};
/** a chargeback is decided for the cardholder */
'dispute.lost': {
/** The id of the dispute. */
dispute_id: string;
/** The id of the disputed transaction; null while it is unmatched. */
transaction_id: string | null;
/** What kind of dispute or alert it is. */
kind: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
/** The state that the dispute is in. */
status: 'new' | 'matched' | 'unmatched' | 'refunded' | 'accepted' | 'fighting' | 'response_submitted' | 'won' | 'lost' | 'expired';
/** The network that sent it. */
network: string;
/** Why the cardholder or the bank disputes. */
reason: string;
/** The network's own code of the reason. */
reason_code: string;
/** Disputed cents. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** The last four digits of the card; null of a bank account. */
card_last4: string | null;
/** Until when it can be answered, in ISO 8601. */
due_at: string;
/** Whether it is of test mode. */
sandbox: boolean;
};
/** a payout is accepted */
'payout.created': Models['Payout'];
/** a payout is approved and in transit */
'payout.updated': Models['Payout'];
/** a payout settles */
'payout.paid': Models['Payout'];
/** the network rejects a payout before settlement */
'payout.failed': Models['Payout'];
/** the receiving bank sends a settled ACH payout back */
'payout.returned': Models['Payout'];
/** a subscription is made and its first payment taken */
'subscription.created': {
/** The id of the subscription. */
subscription_id: string;
/** The id of the customer who pays. */
customer_id: string;
/** The id of the recurring product. */
product_id: string;
/** The id of the transaction that paid. */
transaction_id: string;
/** Cents that were paid. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** Your own keys and values, kept and shown as they were given. */
metadata: Record<string, string | number | boolean | null>;
};
/** an automatic renewal charge succeeded */
'subscription.renewed': {
/** The id of the subscription. */
subscription_id: string;
/** The id of the transaction that paid. */
transaction_id: string;
/** Cents that were paid. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
};
/** a cancellation is set for the period's end */
'subscription.cancel_scheduled': {
/** The id of the subscription. */
subscription_id: string;
/** Why it was cancelled, or is to be. */
reason: string;
/** When it ends, in ISO 8601. */
cancel_at: string;
};
/** a subscription is cancelled, at once or at the scheduled end */
'subscription.cancelled': {
/** The id of the subscription. */
subscription_id: string;
/** Why it was cancelled, or is to be. */
reason: string;
};
/** a subscription is paused */
'subscription.paused': {
/** The id of the subscription. */
subscription_id: string;
};
/** a paused subscription is resumed */
'subscription.resumed': {
/** The id of the subscription. */
subscription_id: string;
};
/** a subscription is made with a start date in the future */
'subscription.scheduled': {
/** The id of the subscription. */
subscription_id: string;
/** The id of the customer who pays. */
customer_id: string;
/** The id of the recurring product. */
product_id: string;
/** When it begins, in ISO 8601. */
start_date: string;
/** Your own keys and values, kept and shown as they were given. */
metadata: Record<string, string | number | boolean | null>;
};
/** a scheduled subscription reached its start date, was charged and became active */
'subscription.activated': {
/** The id of the subscription. */
subscription_id: string;
/** The id of the customer who pays. */
customer_id: string;
/** The id of the recurring product. */
product_id: string;
/** The id of the transaction that paid. */
transaction_id: string;
/** Cents that were paid. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** Your own keys and values, kept and shown as they were given. */
metadata: Record<string, string | number | boolean | null>;
};
}

/** The changes of state that each event type tells of. */
export interface EventChanges {
'payment.completed': {
object: 'transaction';
verb: 'approve';
from: null;
to: 'approved';
} | {
object: 'transaction';
verb: 'complete';
from: 'pending_settlement';
to: 'settled';
};
'payment.failed': {
object: 'transaction';
verb: 'fail';
from: 'pending_settlement';
to: 'failed';
};
'payment.voided': {
object: 'transaction';
verb: 'void';
from: 'pending_settlement' | 'approved';
to: 'voided';
};
'payment.refunded': {
object: 'transaction';
verb: 'refund';
from: 'settled' | 'partially_refunded';
to: 'refunded';
} | {
object: 'transaction';
verb: 'refund_part';
from: 'settled' | 'partially_refunded';
to: 'partially_refunded';
};
'payment.disputed': {
object: 'transaction';
verb: 'dispute';
from: 'settled' | 'partially_refunded';
to: 'disputed';
};
'dispute.created': {
object: 'dispute';
verb: 'receive';
from: null;
to: 'new';
} | {
object: 'dispute';
verb: 'open';
from: null;
to: 'matched';
};
'dispute.updated': {
object: 'dispute';
verb: 'fight';
from: 'new' | 'matched';
to: 'fighting';
} | {
object: 'dispute';
verb: 'match';
from: 'new' | 'unmatched';
to: 'matched';
} | {
object: 'dispute';
verb: 'unmatch';
from: 'new';
to: 'unmatched';
} | {
object: 'dispute';
verb: 'refund';
from: 'new' | 'matched';
to: 'refunded';
} | {
object: 'dispute';
verb: 'accept';
from: 'new' | 'matched';
to: 'accepted';
} | {
object: 'dispute';
verb: 'submit';
from: 'fighting';
to: 'response_submitted';
} | {
object: 'dispute';
verb: 'win';
from: 'response_submitted';
to: 'won';
} | {
object: 'dispute';
verb: 'lose';
from: 'response_submitted' | 'matched' | 'fighting';
to: 'lost';
} | {
object: 'dispute';
verb: 'expire';
from: 'new' | 'matched' | 'unmatched';
to: 'expired';
};
'dispute.evidence_submitted': {
object: 'dispute';
verb: 'submit';
from: 'fighting';
to: 'response_submitted';
};
'dispute.won': {
object: 'dispute';
verb: 'win';
from: 'response_submitted';
to: 'won';
};
'dispute.lost': {
object: 'dispute';
verb: 'lose';
from: 'response_submitted' | 'matched' | 'fighting';
to: 'lost';
};
'payout.created': {
object: 'payout';
verb: 'create';
from: null;
to: 'pending';
};
'payout.updated': {
object: 'payout';
verb: 'transit';
from: 'pending';
to: 'in_transit';
};
'payout.paid': {
object: 'payout';
verb: 'pay';
from: 'pending' | 'in_transit';
to: 'paid';
};
'payout.failed': {
object: 'payout';
verb: 'fail';
from: 'pending' | 'in_transit';
to: 'failed';
};
'payout.returned': {
object: 'payout';
verb: 'return';
from: 'paid';
to: 'returned';
};
'subscription.created': {
object: 'subscription';
verb: 'create';
from: null;
to: 'active';
};
'subscription.scheduled': {
object: 'subscription';
verb: 'schedule';
from: null;
to: 'scheduled';
};
'subscription.activated': {
object: 'subscription';
verb: 'activate';
from: 'scheduled';
to: 'active';
} | {
object: 'subscription';
verb: 'start_late';
from: 'unstarted';
to: 'active';
};
'subscription.renewed': {
object: 'subscription';
verb: 'renew';
from: 'active';
to: 'active';
} | {
object: 'subscription';
verb: 'recover';
from: 'past_due';
to: 'active';
};
'subscription.cancelled': {
object: 'subscription';
verb: 'cancel';
from: 'active' | 'cancellation_pending' | 'scheduled' | 'paused' | 'past_due' | 'unstarted';
to: 'cancelled';
} | {
object: 'subscription';
verb: 'give_up';
from: 'past_due' | 'unstarted';
to: 'cancelled';
} | {
object: 'subscription';
verb: 'end';
from: 'cancellation_pending';
to: 'cancelled';
};
'subscription.cancel_scheduled': {
object: 'subscription';
verb: 'schedule_cancel';
from: 'active';
to: 'cancellation_pending';
};
'subscription.paused': {
object: 'subscription';
verb: 'pause';
from: 'active';
to: 'paused';
};
'subscription.resumed': {
object: 'subscription';
verb: 'resume';
from: 'paused';
to: 'active';
};
}

/** What states and moves objects have, by their type. */
export interface ObjectStates {
member: {
status: null;
state: never;
move: never;
};
product: {
status: null;
state: never;
move: never;
};
payment_method: {
status: null;
state: never;
move: never;
};
customer: {
status: null;
state: never;
move: never;
};
storefront: {
status: 'draft' | 'published';
state: never;
move: never;
};
three_ds_authentication: {
status: 'initialized' | 'Y' | 'A' | 'N' | 'U' | 'R' | 'SKIPPED' | 'C';
state: 'initialized' | 'authenticated' | 'attempted' | 'denied' | 'unavailable' | 'rejected' | 'skipped' | 'challenged';
move: 'initialize' | 'challenge' | 'authenticate' | 'attempt' | 'deny' | 'reject' | 'miss' | 'skip' | 'approve' | 'refuse' | 'cancel';
};
transaction: {
status: 'pending_settlement' | 'settled' | 'failed' | 'disputed' | 'voided' | 'refunded' | 'partially_refunded';
state: 'pending_settlement' | 'approved' | 'settled' | 'failed' | 'disputed' | 'voided' | 'refunded' | 'partially_refunded';
move: 'accept' | 'approve' | 'decline' | 'complete' | 'settle' | 'fail' | 'void' | 'refund' | 'refund_part' | 'dispute' | 'reinstate' | 'reinstate_part';
};
dispute: {
status: 'new' | 'matched' | 'unmatched' | 'refunded' | 'accepted' | 'fighting' | 'response_submitted' | 'won' | 'lost' | 'expired';
state: 'new' | 'matched' | 'unmatched' | 'refunded' | 'accepted' | 'fighting' | 'response_submitted' | 'won' | 'lost' | 'expired';
move: 'receive' | 'open' | 'fight' | 'match' | 'unmatch' | 'refund' | 'accept' | 'submit' | 'win' | 'lose' | 'expire';
};
payout: {
status: 'pending' | 'paid' | 'failed' | 'canceled';
state: 'pending' | 'in_transit' | 'paid' | 'returned' | 'failed' | 'canceled';
move: 'create' | 'transit' | 'pay' | 'fail' | 'return' | 'cancel';
};
fulfillment: {
status: null;
state: never;
move: never;
};
payout_link: {
status: 'pending' | 'active' | 'claimed' | 'cancelled' | 'expired';
state: 'pending' | 'active' | 'claimed' | 'cancelled' | 'expired';
move: 'create' | 'open' | 'claim' | 'cancel' | 'expire';
};
subscription: {
status: 'active' | 'scheduled' | 'paused' | 'past_due' | 'cancelled';
state: 'active' | 'cancellation_pending' | 'scheduled' | 'paused' | 'past_due' | 'unstarted' | 'cancelled';
move: 'create' | 'begin' | 'schedule' | 'activate' | 'miss_start' | 'start_late' | 'renew' | 'miss' | 'recover' | 'cancel' | 'give_up' | 'schedule_cancel' | 'keep' | 'end' | 'pause' | 'resume';
};
invoice: {
status: 'draft' | 'sent' | 'viewed' | 'processing' | 'paid' | 'void';
state: 'draft' | 'sent' | 'viewed' | 'processing' | 'paid' | 'void';
move: 'create' | 'pay' | 'send' | 'view' | 'complete' | 'fail' | 'reopen' | 'void';
};
checkout_session: {
status: 'open' | 'complete' | 'expired';
state: 'open' | 'complete' | 'expired';
move: 'create' | 'complete' | 'expire';
};
payment_link: {
status: 'active' | 'inactive';
state: 'active' | 'inactive';
move: 'create' | 'pay' | 'deactivate' | 'activate';
};
block: {
status: null;
state: never;
move: never;
};
payout_request: {
status: 'pending' | 'approved' | 'rejected' | 'failed';
state: 'pending' | 'approved' | 'rejected' | 'failed';
move: 'submit' | 'approve' | 'reject' | 'fail';
};
}

/** What each trigger takes. */
export interface TriggerRequests {
/** a payment is processed: at settlement on the debit-and-payouts rail, at approval elsewhere */
'payment.completed': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['charges.create'];
amount?: number;
id?: undefined;
};
/** a transaction is refunded, fully or partly */
'payment.refunded': {
/** Make exactly this move on this object. */
id: string;
amount?: number;
count?: undefined;
set?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['charges.create'];
amount?: number;
id?: undefined;
};
/** an unsettled transaction is voided */
'payment.voided': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['charges.create'];
amount?: number;
id?: undefined;
};
/** the network rejects a pending payment */
'payment.failed': {
/** Make exactly this move on this object. */
id: string;
code?: 'M001' | 'M002' | 'M003' | 'M004' | 'M005' | 'M006' | 'M007' | 'M008' | 'M009' | 'M010' | 'M011' | 'M012' | 'M013' | 'M014' | 'M015' | 'M016' | 'M017' | 'M018' | 'M019' | 'M021' | 'D019' | 'D021';
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['charges.create'];
amount?: number;
code?: 'M001' | 'M002' | 'M003' | 'M004' | 'M005' | 'M006' | 'M007' | 'M008' | 'M009' | 'M010' | 'M011' | 'M012' | 'M013' | 'M014' | 'M015' | 'M016' | 'M017' | 'M018' | 'M019' | 'M021' | 'D019' | 'D021';
id?: undefined;
};
/** a settled payment is charged back, or returned by the bank */
'payment.disputed': {
/** Make exactly this move on this object. */
id: string;
kind?: 'chargeback' | 'ach_return';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['charges.create'];
amount?: number;
kind?: 'chargeback' | 'ach_return';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
id?: undefined;
};
/** a dispute or alert is received */
'dispute.created': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['disputes.create'];
amount?: number;
kind?: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
};
/** a dispute changes its status */
'dispute.updated': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
kind?: undefined;
code?: undefined;
reason?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['disputes.create'];
amount?: number;
kind?: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
id?: undefined;
};
/** a chargeback response goes to the network */
'dispute.evidence_submitted': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
kind?: undefined;
code?: undefined;
reason?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['disputes.create'];
amount?: number;
kind?: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
id?: undefined;
};
/** a fought chargeback is decided for the merchant */
'dispute.won': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
kind?: undefined;
code?: undefined;
reason?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['disputes.create'];
amount?: number;
kind?: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
id?: undefined;
};
/** a chargeback is decided for the cardholder */
'dispute.lost': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
kind?: undefined;
code?: undefined;
reason?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['disputes.create'];
amount?: number;
kind?: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
id?: undefined;
};
/** a payout is accepted */
'payout.created': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payouts.create'];
amount?: number;
};
/** a payout is approved and in transit */
'payout.updated': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payouts.create'];
amount?: number;
id?: undefined;
};
/** a payout settles */
'payout.paid': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payouts.create'];
amount?: number;
id?: undefined;
};
/** the network rejects a payout before settlement */
'payout.failed': {
/** Make exactly this move on this object. */
id: string;
code?: 'M001' | 'M002' | 'M003' | 'M004' | 'M005' | 'M006' | 'M007' | 'M008' | 'M009' | 'M010' | 'M011' | 'M012' | 'M013' | 'M014' | 'M015' | 'M016' | 'M017' | 'M018' | 'M019' | 'M021' | 'AC03' | 'AC04' | 'AC06' | 'AM04' | 'MS03' | 'NOAT';
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payouts.create'];
amount?: number;
code?: 'M001' | 'M002' | 'M003' | 'M004' | 'M005' | 'M006' | 'M007' | 'M008' | 'M009' | 'M010' | 'M011' | 'M012' | 'M013' | 'M014' | 'M015' | 'M016' | 'M017' | 'M018' | 'M019' | 'M021' | 'AC03' | 'AC04' | 'AC06' | 'AM04' | 'MS03' | 'NOAT';
id?: undefined;
};
/** the receiving bank sends a settled ACH payout back */
'payout.returned': {
/** Make exactly this move on this object. */
id: string;
code?: 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payouts.create'];
amount?: number;
code?: 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
id?: undefined;
};
/** a subscription is made and its first payment taken */
'subscription.created': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
};
/** an automatic renewal charge succeeded */
'subscription.renewed': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
id?: undefined;
};
/** a cancellation is set for the period's end */
'subscription.cancel_scheduled': {
/** Make exactly this move on this object. */
id: string;
reason?: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
reason?: string;
id?: undefined;
};
/** a subscription is cancelled, at once or at the scheduled end */
'subscription.cancelled': {
/** Make exactly this move on this object. */
id: string;
reason?: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** Make exactly this move on this object. */
id: string;
reason?: undefined;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
reason?: string;
id?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
id?: undefined;
reason?: undefined;
};
/** a subscription is paused */
'subscription.paused': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
id?: undefined;
};
/** a paused subscription is resumed */
'subscription.resumed': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
id?: undefined;
};
/** a subscription is made with a start date in the future */
'subscription.scheduled': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
};
/** a scheduled subscription reached its start date, was charged and became active */
'subscription.activated': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
id?: undefined;
};
/** an authentication begins */
'three_ds.initialize': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['three_ds.initialize'];
};
/** the issuer wants the cardholder to be challenged */
'three_ds.challenge': {
/** Make exactly this move on this object. */
id: string;
amount?: number;
count?: undefined;
set?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['three_ds.initialize'];
amount?: number;
id?: undefined;
};
/** the issuer authenticates without a challenge */
'three_ds.authenticate': {
/** Make exactly this move on this object. */
id: string;
amount?: number;
count?: undefined;
set?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['three_ds.initialize'];
amount?: number;
id?: undefined;
};
/** only an attempt is attested */
'three_ds.attempt': {
/** Make exactly this move on this object. */
id: string;
amount?: number;
count?: undefined;
set?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['three_ds.initialize'];
amount?: number;
id?: undefined;
};
/** the issuer does not authenticate */
'three_ds.deny': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['three_ds.initialize'];
id?: undefined;
};
/** the issuer rejects the authentication */
'three_ds.reject': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['three_ds.initialize'];
id?: undefined;
};
/** no answer, or a card that is not enrolled */
'three_ds.miss': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['three_ds.initialize'];
id?: undefined;
};
/** the card's brand has no acquirer profile */
'three_ds.skip': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['three_ds.initialize'];
id?: undefined;
};
/** the cardholder passes the challenge */
'three_ds.approve': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['three_ds.initialize'];
id?: undefined;
};
/** the cardholder fails the challenge */
'three_ds.refuse': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['three_ds.initialize'];
id?: undefined;
};
/** the cardholder cancels the challenge */
'three_ds.cancel': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['three_ds.initialize'];
id?: undefined;
};
/** a charge is accepted on the debit-and-payouts rail */
'transaction.accept': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['charges.create'];
amount?: number;
};
/** a card gateway approves a charge */
'transaction.approve': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['charges.create'];
amount?: number;
};
/** a charge is declined */
'transaction.decline': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['charges.create'];
amount?: number;
};
/** a charge of the debit-and-payouts rail settles */
'transaction.complete': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['charges.create'];
amount?: number;
id?: undefined;
};
/** a charge of a card gateway settles */
'transaction.settle': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['charges.create'];
amount?: number;
id?: undefined;
};
/** the network rejects a pending charge */
'transaction.fail': {
/** Make exactly this move on this object. */
id: string;
code?: 'M001' | 'M002' | 'M003' | 'M004' | 'M005' | 'M006' | 'M007' | 'M008' | 'M009' | 'M010' | 'M011' | 'M012' | 'M013' | 'M014' | 'M015' | 'M016' | 'M017' | 'M018' | 'M019' | 'M021' | 'D019' | 'D021';
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['charges.create'];
amount?: number;
code?: 'M001' | 'M002' | 'M003' | 'M004' | 'M005' | 'M006' | 'M007' | 'M008' | 'M009' | 'M010' | 'M011' | 'M012' | 'M013' | 'M014' | 'M015' | 'M016' | 'M017' | 'M018' | 'M019' | 'M021' | 'D019' | 'D021';
id?: undefined;
};
/** an unsettled charge is voided */
'transaction.void': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['charges.create'];
amount?: number;
id?: undefined;
};
/** everything outstanding is refunded */
'transaction.refund': {
/** Make exactly this move on this object. */
id: string;
amount?: number;
count?: undefined;
set?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['charges.create'];
amount?: number;
id?: undefined;
};
/** a part is refunded */
'transaction.refund_part': {
/** Make exactly this move on this object. */
id: string;
amount?: number;
count?: undefined;
set?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['charges.create'];
amount?: number;
id?: undefined;
};
/** a settled charge is charged back or returned by the bank */
'transaction.dispute': {
/** Make exactly this move on this object. */
id: string;
kind?: 'chargeback' | 'ach_return';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['charges.create'];
amount?: number;
kind?: 'chargeback' | 'ach_return';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
id?: undefined;
};
/** an alert or a dispute without its transaction is received */
'dispute.receive': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['disputes.create'];
amount?: number;
kind?: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
};
/** a chargeback or return is received with its transaction */
'dispute.open': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['disputes.create'];
amount?: number;
kind?: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
};
/** the merchant fights it */
'dispute.fight': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
kind?: undefined;
code?: undefined;
reason?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['disputes.create'];
amount?: number;
kind?: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
id?: undefined;
};
/** its transaction is found */
'dispute.match': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
kind?: undefined;
code?: undefined;
reason?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['disputes.create'];
amount?: number;
kind?: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
id?: undefined;
};
/** no transaction is found for it */
'dispute.unmatch': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
kind?: undefined;
code?: undefined;
reason?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['disputes.create'];
amount?: number;
kind?: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
id?: undefined;
};
/** the merchant refunds the payment */
'dispute.refund': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
kind?: undefined;
code?: undefined;
reason?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['disputes.create'];
amount?: number;
kind?: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
id?: undefined;
};
/** the merchant accepts it */
'dispute.accept': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
kind?: undefined;
code?: undefined;
reason?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['disputes.create'];
amount?: number;
kind?: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
id?: undefined;
};
/** the response goes to the network */
'dispute.submit': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
kind?: undefined;
code?: undefined;
reason?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['disputes.create'];
amount?: number;
kind?: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
id?: undefined;
};
/** it is decided for the merchant */
'dispute.win': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
kind?: undefined;
code?: undefined;
reason?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['disputes.create'];
amount?: number;
kind?: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
id?: undefined;
};
/** it is decided for the cardholder */
'dispute.lose': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
kind?: undefined;
code?: undefined;
reason?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['disputes.create'];
amount?: number;
kind?: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
id?: undefined;
};
/** nobody answered until it was due */
'dispute.expire': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
kind?: undefined;
code?: undefined;
reason?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['disputes.create'];
amount?: number;
kind?: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
id?: undefined;
};
/** a payout is accepted */
'payout.create': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payouts.create'];
amount?: number;
};
/** a payout is approved and in transit */
'payout.transit': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payouts.create'];
amount?: number;
id?: undefined;
};
/** a payout settles */
'payout.pay': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payouts.create'];
amount?: number;
id?: undefined;
};
/** the network rejects a payout before settlement; its reserve returns */
'payout.fail': {
/** Make exactly this move on this object. */
id: string;
code?: 'M001' | 'M002' | 'M003' | 'M004' | 'M005' | 'M006' | 'M007' | 'M008' | 'M009' | 'M010' | 'M011' | 'M012' | 'M013' | 'M014' | 'M015' | 'M016' | 'M017' | 'M018' | 'M019' | 'M021' | 'AC03' | 'AC04' | 'AC06' | 'AM04' | 'MS03' | 'NOAT';
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payouts.create'];
amount?: number;
code?: 'M001' | 'M002' | 'M003' | 'M004' | 'M005' | 'M006' | 'M007' | 'M008' | 'M009' | 'M010' | 'M011' | 'M012' | 'M013' | 'M014' | 'M015' | 'M016' | 'M017' | 'M018' | 'M019' | 'M021' | 'AC03' | 'AC04' | 'AC06' | 'AM04' | 'MS03' | 'NOAT';
id?: undefined;
};
/** the receiving bank sends a settled ACH payout back */
'payout.return': {
/** Make exactly this move on this object. */
id: string;
code?: 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payouts.create'];
amount?: number;
code?: 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
reason?: string;
id?: undefined;
};
/** a payout is taken back before it is sent */
'payout.cancel': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payouts.create'];
amount?: number;
id?: undefined;
};
/** a directed link is made; amount and fee are held */
'payout_link.create': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payout_links.create'];
amount?: number;
};
/** a form for payout requests is made */
'payout_link.open': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payout_links.create'];
amount?: number;
};
/** the recipient says where the money goes; the hold becomes a payout */
'payout_link.claim': {
/** Make exactly this move on this object. */
id: string;
kind?: 'card' | 'ach' | 'rtp';
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payout_links.create'];
amount?: number;
kind?: 'card' | 'ach' | 'rtp';
id?: undefined;
};
/** the merchant takes it back; what it held is released */
'payout_link.cancel': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payout_links.create'];
amount?: number;
id?: undefined;
};
/** nobody claimed it in time; its hold is released */
'payout_link.expire': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payout_links.create'];
amount?: number;
id?: undefined;
};
/** the first payment is taken at once */
'subscription.create': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
};
/** it is made with a start date in the future */
'subscription.schedule': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
};
/** its start date arrives and the first payment is taken */
'subscription.activate': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
id?: undefined;
};
/** its start date arrives and the first payment is declined */
'subscription.miss_start': {
/** Make exactly this move on this object. */
id: string;
code?: 'declined' | 'insufficient_funds' | 'invalid_card' | 'cvc' | 'unsupported_card' | 'duplicate' | 'configuration' | 'gateway_unavailable' | 'unknown' | 'blocked';
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
code?: 'declined' | 'insufficient_funds' | 'invalid_card' | 'cvc' | 'unsupported_card' | 'duplicate' | 'configuration' | 'gateway_unavailable' | 'unknown' | 'blocked';
id?: undefined;
};
/** a declined first payment succeeds when it is tried again */
'subscription.start_late': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
id?: undefined;
};
/** the next period is paid for */
'subscription.renew': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
id?: undefined;
};
/** a payment is declined, or fails later */
'subscription.miss': {
/** Make exactly this move on this object. */
id: string;
code?: 'declined' | 'insufficient_funds' | 'invalid_card' | 'cvc' | 'unsupported_card' | 'duplicate' | 'configuration' | 'gateway_unavailable' | 'unknown' | 'blocked';
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
code?: 'declined' | 'insufficient_funds' | 'invalid_card' | 'cvc' | 'unsupported_card' | 'duplicate' | 'configuration' | 'gateway_unavailable' | 'unknown' | 'blocked';
id?: undefined;
};
/** a declined payment succeeds when it is tried again */
'subscription.recover': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
id?: undefined;
};
/** it is cancelled at once */
'subscription.cancel': {
/** Make exactly this move on this object. */
id: string;
reason?: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
reason?: string;
id?: undefined;
};
/** the last try of a declined payment is declined */
'subscription.give_up': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
id?: undefined;
};
/** it is to be cancelled at its period's end */
'subscription.schedule_cancel': {
/** Make exactly this move on this object. */
id: string;
reason?: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
reason?: string;
id?: undefined;
};
/** a pending cancellation is taken back */
'subscription.keep': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
id?: undefined;
};
/** its last period's end is reached */
'subscription.end': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
id?: undefined;
};
/** billing stops */
'subscription.pause': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
id?: undefined;
};
/** billing goes on */
'subscription.resume': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['subscriptions.create'];
amount?: number;
id?: undefined;
};
/** an invoice is made; nothing is e-mailed */
'invoice.create': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['invoices.create'];
amount?: number;
};
/** the customer pays it */
'invoice.pay': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['invoices.create'];
amount?: number;
id?: undefined;
};
/** it is e-mailed with its PDF; its payment link is made the first time */
'invoice.send': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['invoices.create'];
amount?: number;
id?: undefined;
};
/** the customer opens it */
'invoice.view': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['invoices.create'];
amount?: number;
id?: undefined;
};
/** its payment is complete */
'invoice.complete': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['invoices.create'];
amount?: number;
id?: undefined;
};
/** the network rejects its payment */
'invoice.fail': {
/** Make exactly this move on this object. */
id: string;
code?: 'M001' | 'M002' | 'M003' | 'M004' | 'M005' | 'M006' | 'M007' | 'M008' | 'M009' | 'M010' | 'M011' | 'M012' | 'M013' | 'M014' | 'M015' | 'M016' | 'M017' | 'M018' | 'M019' | 'M021' | 'D019' | 'D021';
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['invoices.create'];
amount?: number;
code?: 'M001' | 'M002' | 'M003' | 'M004' | 'M005' | 'M006' | 'M007' | 'M008' | 'M009' | 'M010' | 'M011' | 'M012' | 'M013' | 'M014' | 'M015' | 'M016' | 'M017' | 'M018' | 'M019' | 'M021' | 'D019' | 'D021';
id?: undefined;
};
/** an unpaid invoice is voided, and its payment link is dead */
'invoice.void': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['invoices.create'];
amount?: number;
id?: undefined;
};
/** a session is made, to be paid within 24 hours */
'checkout_session.create': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['checkout_sessions.create'];
amount?: number;
};
/** a payment of the customer is accepted */
'checkout_session.complete': {
/** Make exactly this move on this object. */
id: string;
kind?: 'card' | 'ach';
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['checkout_sessions.create'];
amount?: number;
kind?: 'card' | 'ach';
id?: undefined;
};
/** nobody paid it in time */
'checkout_session.expire': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['checkout_sessions.create'];
amount?: number;
id?: undefined;
};
/** a link is made, as in the dashboard of the service */
'payment_link.create': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payment_links.create'];
amount?: number;
};
/** a customer pays on its page; others may too */
'payment_link.pay': {
/** Make exactly this move on this object. */
id: string;
kind?: 'card' | 'ach';
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payment_links.create'];
amount?: number;
kind?: 'card' | 'ach';
id?: undefined;
};
/** it takes no more payments */
'payment_link.deactivate': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payment_links.create'];
amount?: number;
id?: undefined;
};
/** it takes payments again */
'payment_link.activate': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payment_links.create'];
amount?: number;
id?: undefined;
};
/** somebody fills the form of a payout link */
'payout_request.submit': {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payout_requests.create'];
amount?: number;
};
/** the merchant sends the money to the card captured at submit time */
'payout_request.approve': {
/** Make exactly this move on this object. */
id: string;
amount?: number;
count?: undefined;
set?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payout_requests.create'];
amount?: number;
id?: undefined;
};
/** the merchant refuses to pay */
'payout_request.reject': {
/** Make exactly this move on this object. */
id: string;
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payout_requests.create'];
amount?: number;
id?: undefined;
};
/** the network rejects the payout of an approved one */
'payout_request.fail': {
/** Make exactly this move on this object. */
id: string;
code?: 'M001' | 'M002' | 'M003' | 'M004' | 'M005' | 'M006' | 'M007' | 'M008' | 'M009' | 'M010' | 'M011' | 'M012' | 'M013' | 'M014' | 'M015' | 'M016' | 'M017' | 'M018' | 'M019' | 'M021' | 'AC03' | 'AC04' | 'AC06' | 'AM04' | 'MS03' | 'NOAT';
count?: undefined;
set?: undefined;
amount?: undefined;
} | {
/** How many fresh objects; default 1. */
count?: number;
/** Paths of the request that makes the fresh object, and their values. */
set?: Overrides['payout_requests.create'];
amount?: number;
code?: 'M001' | 'M002' | 'M003' | 'M004' | 'M005' | 'M006' | 'M007' | 'M008' | 'M009' | 'M010' | 'M011' | 'M012' | 'M013' | 'M014' | 'M015' | 'M016' | 'M017' | 'M018' | 'M019' | 'M021' | 'AC03' | 'AC04' | 'AC06' | 'AM04' | 'MS03' | 'NOAT';
id?: undefined;
};
}

/** What `set` can override, by the operation that makes the object. */
export interface Overrides {
'charges.create': {
/** The id of the customer; the newest usable instrument is charged where none is named. */
customer_id?: string;
/** The id of the saved instrument to charge. */
payment_method_id?: string;
/** A one-time token of a card, used up by the attempt. */
payment_token?: string;
/** A one-time reference of `gateway_b`, on its workspaces. */
gateway_b_payment_method_id?: string;
/** Cents to charge, where no product is bought. */
amount?: number;
/** The id of the product to charge for. */
product_id?: string;
/** What is bought, at the prices of now. */
line_items?: {
/** The id of the product. */
product_id: string;
/** The id of a variant of it; null or left out for the product itself. */
variant_id?: string | null;
/** How many of it are ordered. */
quantity: number;
}[];
/** An ISO 4217 code in any case; that of the products, else USD, where none is given. */
currency?: string;
/** Your own name of this charge; the same again when retrying after a 503. */
reference_id?: string;
/** Whether a card or a bank account is charged; what suits the instrument where none is given. */
rail?: 'card' | 'ach';
/** Another gateway than the workspace's; not with smart routing, nor with wallets. */
gateway?: 'gateway_a' | 'gateway_b' | 'debit_payouts';
/** The buyer's e-mail address. */
email?: string;
/** The buyer's given name. */
billing_first_name?: string | null;
/** The buyer's family name. */
billing_last_name?: string | null;
/** Street and number of the billing address. */
billing_address_1?: string | null;
/** What the address has beside the street of the billing address. */
billing_address_2?: string | null;
/** City of the billing address. */
billing_city?: string | null;
/** State or region of the billing address. */
billing_state?: string | null;
/** ZIP or postal code of the billing address. */
billing_postal_code?: string | null;
/** Country, an ISO 3166-1 alpha-2 code of the billing address. */
billing_country?: string | null;
/** Where the buyer returns to; makes an ACH charge an instant bank debit. */
return_url?: string;
/** The credential of a wallet, exactly as the SDK gave it. */
service_wallet?: {
/** Which wallet it is. */
type: 'wallet_a' | 'wallet_b';
/** The encrypted credential of wallet_a. */
wallet_a_payment_data?: string | Record<string, unknown> | null;
/** The encrypted credential of wallet_b. */
wallet_b_token?: string | Record<string, unknown> | null;
/** The sealed result of wallet prepare, instead of a credential. */
prepared?: string | null;
/** `card_network` and `card_details`, for display. */
info?: Record<string, unknown> | null;
};
/** Which wallet it is. */
'service_wallet.type'?: 'wallet_a' | 'wallet_b';
/** The encrypted credential of wallet_a. */
'service_wallet.wallet_a_payment_data'?: string | Record<string, unknown> | null;
[path: `service_wallet.wallet_a_payment_data.${string}`]: unknown;
/** The encrypted credential of wallet_b. */
'service_wallet.wallet_b_token'?: string | Record<string, unknown> | null;
[path: `service_wallet.wallet_b_token.${string}`]: unknown;
/** The sealed result of wallet prepare, instead of a credential. */
'service_wallet.prepared'?: string | null;
/** `card_network` and `card_details`, for display. */
'service_wallet.info'?: Record<string, unknown> | null;
[path: `service_wallet.info.${string}`]: unknown;
/** The payer's contact as the wallet's sheet gave it. */
wallet?: {
/** The payer's e-mail address. */
payerEmail?: string | null;
/** Where the payer is billed. */
billingInfo?: {
/** The given name. */
firstName?: string | null;
/** The family name. */
lastName?: string | null;
/** Street and number. */
address1?: string | null;
/** What the address has beside the street. */
address2?: string | null;
/** The city's name. */
city?: string | null;
/** State or region. */
state?: string | null;
/** ZIP or postal code. */
postalCode?: string | null;
/** Country, an ISO 3166-1 alpha-2 code in any case. */
country?: string | null;
/** The phone number. */
phone?: string | null;
};
/** Where the order is sent. */
shippingInfo?: {
/** The given name. */
firstName?: string | null;
/** The family name. */
lastName?: string | null;
/** Street and number. */
address1?: string | null;
/** What the address has beside the street. */
address2?: string | null;
/** The city's name. */
city?: string | null;
/** State or region. */
state?: string | null;
/** ZIP or postal code. */
postalCode?: string | null;
/** Country, an ISO 3166-1 alpha-2 code in any case. */
country?: string | null;
/** The phone number. */
phone?: string | null;
};
};
/** The payer's e-mail address. */
'wallet.payerEmail'?: string | null;
/** Where the payer is billed. */
'wallet.billingInfo'?: {
/** The given name. */
firstName?: string | null;
/** The family name. */
lastName?: string | null;
/** Street and number. */
address1?: string | null;
/** What the address has beside the street. */
address2?: string | null;
/** The city's name. */
city?: string | null;
/** State or region. */
state?: string | null;
/** ZIP or postal code. */
postalCode?: string | null;
/** Country, an ISO 3166-1 alpha-2 code in any case. */
country?: string | null;
/** The phone number. */
phone?: string | null;
};
/** The given name. */
'wallet.billingInfo.firstName'?: string | null;
/** The family name. */
'wallet.billingInfo.lastName'?: string | null;
/** Street and number. */
'wallet.billingInfo.address1'?: string | null;
/** What the address has beside the street. */
'wallet.billingInfo.address2'?: string | null;
/** The city's name. */
'wallet.billingInfo.city'?: string | null;
/** State or region. */
'wallet.billingInfo.state'?: string | null;
/** ZIP or postal code. */
'wallet.billingInfo.postalCode'?: string | null;
/** Country, an ISO 3166-1 alpha-2 code in any case. */
'wallet.billingInfo.country'?: string | null;
/** The phone number. */
'wallet.billingInfo.phone'?: string | null;
/** Where the order is sent. */
'wallet.shippingInfo'?: {
/** The given name. */
firstName?: string | null;
/** The family name. */
lastName?: string | null;
/** Street and number. */
address1?: string | null;
/** What the address has beside the street. */
address2?: string | null;
/** The city's name. */
city?: string | null;
/** State or region. */
state?: string | null;
/** ZIP or postal code. */
postalCode?: string | null;
/** Country, an ISO 3166-1 alpha-2 code in any case. */
country?: string | null;
/** The phone number. */
phone?: string | null;
};
/** The given name. */
'wallet.shippingInfo.firstName'?: string | null;
/** The family name. */
'wallet.shippingInfo.lastName'?: string | null;
/** Street and number. */
'wallet.shippingInfo.address1'?: string | null;
/** What the address has beside the street. */
'wallet.shippingInfo.address2'?: string | null;
/** The city's name. */
'wallet.shippingInfo.city'?: string | null;
/** State or region. */
'wallet.shippingInfo.state'?: string | null;
/** ZIP or postal code. */
'wallet.shippingInfo.postalCode'?: string | null;
/** Country, an ISO 3166-1 alpha-2 code in any case. */
'wallet.shippingInfo.country'?: string | null;
/** The phone number. */
'wallet.shippingInfo.phone'?: string | null;
/** Your own keys and values, kept and shown as they were given. */
metadata?: Record<string, string | number | boolean | null>;
[path: `metadata.${string}`]: unknown;
/** A 3-D Secure result: eci, cavv, xid and related. */
three_ds?: {
/** The id of the authentication. */
authentication_id?: string | null;
/** The status of the result. */
status?: string | null;
/** The electronic commerce indicator. */
eci?: string | null;
/** The cardholder authentication value. */
cavv?: string | null;
/** The transaction identifier of the authentication. */
xid?: string | null;
/** The same as `cavv`. */
authenticationValue?: string | null;
/** The directory server's id of the authentication. */
dsTransId?: string | null;
/** The 3-D Secure server's id of the authentication. */
threeDSServerTransID?: string | null;
/** The version of the protocol. */
threeDsVersion?: string | null;
/** As the result had it; nothing is made of it. */
challenge_required?: boolean | null;
/** As the result had it; nothing is made of it. */
challenge?: Record<string, unknown> | null;
/** As the result had it; nothing is made of it. */
skipped?: boolean | null;
/** As the result had it; nothing is made of it. */
reason?: string | null;
/** As the result had it; nothing is made of it. */
object?: string | null;
};
/** The id of the authentication. */
'three_ds.authentication_id'?: string | null;
/** The status of the result. */
'three_ds.status'?: string | null;
/** The electronic commerce indicator. */
'three_ds.eci'?: string | null;
/** The cardholder authentication value. */
'three_ds.cavv'?: string | null;
/** The transaction identifier of the authentication. */
'three_ds.xid'?: string | null;
/** The same as `cavv`. */
'three_ds.authenticationValue'?: string | null;
/** The directory server's id of the authentication. */
'three_ds.dsTransId'?: string | null;
/** The 3-D Secure server's id of the authentication. */
'three_ds.threeDSServerTransID'?: string | null;
/** The version of the protocol. */
'three_ds.threeDsVersion'?: string | null;
/** As the result had it; nothing is made of it. */
'three_ds.challenge_required'?: boolean | null;
/** As the result had it; nothing is made of it. */
'three_ds.challenge'?: Record<string, unknown> | null;
[path: `three_ds.challenge.${string}`]: unknown;
/** As the result had it; nothing is made of it. */
'three_ds.skipped'?: boolean | null;
/** As the result had it; nothing is made of it. */
'three_ds.reason'?: string | null;
/** As the result had it; nothing is made of it. */
'three_ds.object'?: string | null;
};
'disputes.create': {
kind?: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
transaction_id?: string;
amount?: number;
currency?: string;
reason?: string;
reason_code?: string;
};
'payouts.create': {
/** Cents to send. */
amount?: number;
/** The id of the customer who is paid. */
customer_id?: string;
/** The id of the saved instrument that is paid; it must be payout_eligible. */
payment_method_id?: string;
/** A one-time token of a card. */
payment_token?: string;
/** A bank account that is not saved. */
bank_account?: {
/** The routing number of the bank: nine digits with a check digit. */
routing_number: string;
/** The account number, 4 to 17 digits; the last four are kept. */
account_number: string;
/** The kind of bank account; checking where none is given. */
account_type?: 'checking' | 'savings';
/** Whose account it is; personal where nobody says. */
account_holder_type?: 'personal' | 'business';
/** The holder's name. */
account_holder_name?: string | null;
};
/** The routing number of the bank: nine digits with a check digit. */
'bank_account.routing_number'?: string;
/** The account number, 4 to 17 digits; the last four are kept. */
'bank_account.account_number'?: string;
/** The kind of bank account; checking where none is given. */
'bank_account.account_type'?: 'checking' | 'savings';
/** Whose account it is; personal where nobody says. */
'bank_account.account_holder_type'?: 'personal' | 'business';
/** The holder's name. */
'bank_account.account_holder_name'?: string | null;
/** How the money travels; card for a card and ach for a bank account where none is given. */
rail?: 'card' | 'ach' | 'rtp';
/** Your own name of this payout; the same again is refused. */
reference_id?: string;
/** An ISO 4217 code in any case; USD where none is given. */
currency?: string;
/** What the recipient's statement says. */
descriptor?: string;
/** Your own keys and values, kept and shown as they were given. */
metadata?: Record<string, string | number | boolean | null>;
[path: `metadata.${string}`]: unknown;
};
'subscriptions.create': {
/** The id of the customer who pays. */
customer_id?: string;
/** The id of the recurring product. */
product_id?: string;
/** The id of the saved instrument to charge; the newest usable one where none is given. */
payment_method_id?: string;
/** When it begins: an ISO 8601 date or date-time; now where none is given, or one that has passed. */
start_date?: string;
/** Your own name of this subscription: the same again is the same subscription, charged once. */
reference_id?: string;
/** Your own keys and values, kept and shown as they were given. */
metadata?: Record<string, string | number | boolean | null>;
[path: `metadata.${string}`]: unknown;
};
'three_ds.initialize': {
/** A one-time token of a new card; it is not used up. */
token?: string;
/** What wallet prepare answered. */
card_id?: string;
/** The id of the saved card, which the customer has used at this business. */
payment_method_id?: string;
};
'payout_links.create': {
/** Whether it holds money for one recipient (directed, the default), or is a form that anybody may fill. */
type?: 'directed' | 'request';
/** Cents; a directed link needs them, a form suggests them. */
amount?: number;
/** An ISO 4217 code in any case; USD where none is given. */
currency?: string;
/** Where the claim link is sent; a directed link needs it. */
recipient_email?: string;
/** Whom the money is for. */
recipient_name?: string | null;
/** What the recipient is told. */
note?: string | null;
/** Your own name of this link; the same again is refused. */
reference_id?: string;
/** Your own keys and values, kept and shown as they were given. */
metadata?: Record<string, string | number | boolean | null>;
[path: `metadata.${string}`]: unknown;
};
'invoices.create': {
/** The id of the customer who is to pay. */
customer_id?: string;
/** What is to be paid for, at the prices of now. */
line_items?: {
/** The id of the product. */
product_id: string;
/** The id of a variant of it; null or left out for the product itself. */
variant_id?: string | null;
/** How many of it are ordered. */
quantity: number;
}[];
/** What you say to the customer. */
memo?: string | null;
/** Until when it is to be paid: an ISO 8601 date or date-time. */
due_date?: string | null;
/** Whether it is sent at once; else it stays a draft. */
send?: boolean;
/** Your own keys and values, kept and shown as they were given. */
metadata?: Record<string, string | number | boolean | null>;
[path: `metadata.${string}`]: unknown;
};
'checkout_sessions.create': {
/** Whether the service shows the page (hosted, the default), or you embed it in your own. */
ui_mode?: 'embedded' | 'hosted';
/** What is bought, at the prices of now. */
line_items?: {
/** The id of the product. */
product_id: string;
/** The id of a variant of it; null or left out for the product itself. */
variant_id?: string | null;
/** How many of it are ordered. */
quantity: number;
}[];
/** Cents to pay, where no products are bought. */
amount?: number;
/** An ISO 4217 code in any case; that of the products, else USD, where none is given. */
currency?: string;
/** Where the customer goes after paying; a hosted session needs it. */
success_url?: string | null;
/** Where the customer goes who does not pay. */
cancel_url?: string | null;
/** The origins whose pages may embed it, such as https://shop.example; at most 50. */
allowed_parent_origins?: string[];
/** Whether the page shows what is bought; it does unless this is false. */
show_order_summary?: boolean;
/** The id of the customer whose contact the page begins with. */
customer_id?: string;
/** The e-mail address that the page begins with. */
customer_email?: string | null;
/** The phone number that the page begins with. */
customer_phone?: string | null;
/** How the page shows the field of the e-mail address; editable where none is given. */
email_field_mode?: 'read_only' | 'editable' | 'hidden';
/** How the page shows the field of the phone number; editable where none is given. */
phone_field_mode?: 'hidden' | 'editable' | 'read_only';
/** When the page offers quick checkout; on_load where none is given. */
quick_checkout_behavior?: 'on_load' | 'on_click' | 'never';
/** A discount code of the workspace. */
discount_code?: string | null;
/** The language of its pages, a BCP 47 tag such as de or fr-CA; without one the buyer's browser decides. */
locale?: string | null;
/** Your own keys and values, kept and shown as they were given. */
metadata?: Record<string, string | number | boolean | null>;
[path: `metadata.${string}`]: unknown;
};
'payment_links.create': {
name?: string;
products?: {
/** The id of the product. */
product_id: string;
/** The id of a variant of it; null or left out for the product itself. */
variant_id?: string | null;
/** How many of it are ordered. */
quantity: number;
}[];
amount?: number;
currency?: string;
custom_fields?: {
id: string;
label: string;
type: 'text' | 'number' | 'select' | 'checkbox';
required?: boolean;
options?: string[] | null;
}[];
collect_shipping_address?: boolean;
/** Your own keys and values, kept and shown as they were given. */
metadata?: Record<string, string | number | boolean | null>;
[path: `metadata.${string}`]: unknown;
};
'payout_requests.create': {
payout_link_id?: string;
/** Cents that are asked for. */
amount?: number;
name?: string;
email?: string;
note?: string | null;
card_number?: string;
};
}

/** The merchant API: what each operation takes and answers. */
export interface MerchantOperations {
/** Read the account */
'GET /account': {
id: 'account.get';
status: 200;
answer: Models['Account'];
refusals: Record<never, never>;
};
/** Change the account's name, logo or time zone */
'PATCH /account': {
id: 'account.update';
body: {
/** The merchant's name, as buyers see it. */
name?: string;
/** The address of the merchant's logo; null removes it, http or https, or a picture of at most 64 KB as data:image/png;base64,…. */
logo_url?: string | null;
/** An IANA time zone such as Europe/Berlin. */
timezone?: string;
/** Read-only: what is given here is not applied. */
slug?: unknown;
/** Read-only: what is given here is not applied. */
currency?: unknown;
/** Read-only: what is given here is not applied. */
subdomain?: unknown;
/** Read-only: what is given here is not applied. */
custom_domain?: unknown;
};
status: 200;
answer: Models['Account'];
refusals: Record<never, never>;
};
/** Get an access token for an installed app */
'POST /oauth/token': {
id: 'app_tokens.create';
body: {
/** The only way in which apps get a token. */
grant_type: 'client_credentials';
/** The app's id; it may come in an Authorization header of the Basic scheme instead. */
client_id?: string;
/** The app's secret, which comes where its id does. */
client_secret?: string;
/** The workspace that the app is installed in; where it is given it must be that one. */
workspace_id?: string;
/** The data that the token is for; test where none is given. */
mode?: 'test' | 'live';
};
status: 200;
answer: {
/** What app routes take; begins with pat_. */
access_token: string;
/** How the token is sent: after the word Bearer. */
token_type: 'bearer';
/** Seconds until it expires. */
expires_in: number;
/** What the token may do. */
scope: string;
};
refusals: {
400: Models['OAuthError'];
401: Models['OAuthError'];
409: Models['OAuthError'];
};
};
/** List the members of the team */
'GET /members': {
id: 'members.list';
query: {
/** How many objects a page has. */
limit?: number;
/** The id of the last object of the page before. */
starting_after?: string;
};
status: 200;
answer: {
/** The objects of this page, newest first. */
data: Models['Member'][];
/** Whether there are more after the last one of this page. */
has_more: boolean;
};
refusals: Record<never, never>;
};
/** Read the marketing pixel identifiers of the checkout */
'GET /pixels': {
id: 'pixels.get';
status: 200;
answer: Models['Pixels'];
refusals: Record<never, never>;
};
/** Set or clear marketing pixel identifiers; what is left out stays */
'PATCH /pixels': {
id: 'pixels.update';
body: {
/** The identifier of the Meta pixel; null or an empty text removes it. */
meta_pixel_id?: string | null;
/** The identifier of the Google Analytics property; null or an empty text removes it. */
google_analytics_id?: string | null;
/** The identifier of the Google Ads account; null or an empty text removes it. */
google_ads_id?: string | null;
/** The identifier of the TikTok pixel; null or an empty text removes it. */
tiktok_pixel_id?: string | null;
/** The identifier of the Snapchat pixel; null or an empty text removes it. */
snapchat_pixel_id?: string | null;
/** The identifier of the Pinterest tag; null or an empty text removes it. */
pinterest_tag_id?: string | null;
};
status: 200;
answer: Models['Pixels'];
refusals: Record<never, never>;
};
/** List products */
'GET /products': {
id: 'products.list';
query: {
/** How many objects a page has. */
limit?: number;
/** The id of the last object of the page before. */
starting_after?: string;
};
status: 200;
answer: {
/** The objects of this page, newest first. */
data: Models['Product'][];
/** Whether there are more after the last one of this page. */
has_more: boolean;
};
refusals: Record<never, never>;
};
/** Create a product */
'POST /products': {
id: 'products.create';
body: {
/** What it is called. */
name: string;
/** Cents of one; 0 is free. */
price: number;
/** What is said of it. */
description?: string | null;
/** Your stock number. */
sku?: string | null;
/** The address of a picture, http or https, or a picture of at most 64 KB as data:image/png;base64,…. */
image_url?: string | null;
/** An ISO 4217 code in any case; USD where none is given. */
currency?: string;
/** Whether it can be bought; it can unless this is false. */
active?: boolean;
/** How many there are. */
stock_quantity?: number;
/** Whether orders take from the stock; they do not unless this is true. */
track_inventory?: boolean;
/** How often it is paid for; null where once. */
recurring?: {
/** The unit of a period. */
interval: 'day' | 'week' | 'month' | 'year';
/** How many units a period has; 1 where none is given. */
interval_count?: number;
};
/** The forms that it comes in; a list replaces the one there was. */
variants?: {
/** The id of a variant that is there; left out for a new one. */
id?: string;
/** What it is called; a new one needs it. */
name?: string;
/** Your stock number. */
sku?: string | null;
/** Cents of one; null for the product's price. */
price?: number | null;
/** How many there are. */
stock_quantity?: number;
/** Whether orders take from its stock. */
track_inventory?: boolean;
}[];
/** Your own keys and values, kept and shown as they were given. */
metadata?: Record<string, string | number | boolean | null>;
};
status: 201;
answer: {
/** What was asked for. */
data: Models['Product'];
};
refusals: Record<never, never>;
};
/** Read a product */
'GET /products/{id}': {
id: 'products.get';
status: 200;
answer: {
/** What was asked for. */
data: Models['Product'];
};
refusals: Record<never, never>;
};
/** Change what is given of a product; a list of variants replaces the one there was */
'PATCH /products/{id}': {
id: 'products.update';
body: {
/** What it is called. */
name?: string;
/** Cents of one; 0 is free. */
price?: number;
/** What is said of it. */
description?: string | null;
/** Your stock number. */
sku?: string | null;
/** The address of a picture, http or https, or a picture of at most 64 KB as data:image/png;base64,…. */
image_url?: string | null;
/** An ISO 4217 code in any case; USD where none is given. */
currency?: string;
/** Whether it can be bought; it can unless this is false. */
active?: boolean;
/** How many there are. */
stock_quantity?: number;
/** Whether orders take from the stock; they do not unless this is true. */
track_inventory?: boolean;
/** How often it is paid for; null where once. */
recurring?: {
/** The unit of a period. */
interval: 'day' | 'week' | 'month' | 'year';
/** How many units a period has; 1 where none is given. */
interval_count?: number;
};
/** The forms that it comes in; a list replaces the one there was. */
variants?: {
/** The id of a variant that is there; left out for a new one. */
id?: string;
/** What it is called; a new one needs it. */
name?: string;
/** Your stock number. */
sku?: string | null;
/** Cents of one; null for the product's price. */
price?: number | null;
/** How many there are. */
stock_quantity?: number;
/** Whether orders take from its stock. */
track_inventory?: boolean;
}[];
/** Your own keys and values, kept and shown as they were given. */
metadata?: Record<string, string | number | boolean | null>;
};
status: 200;
answer: {
/** What was asked for. */
data: Models['Product'];
};
refusals: Record<never, never>;
};
/** Adjust the stock of a product or variant as one atomic change */
'POST /inventory/adjust': {
id: 'inventory.adjust';
body: {
/** The id of the product. */
product_id: string;
/** A relative change; refused with 409 where less than nothing would be left. */
delta?: number;
/** The absolute value to set, meant for imports. */
quantity?: number;
/** The id of the variant whose stock it is; null or left out for the product itself. */
variant_id?: string | null;
};
status: 200;
answer: {
/** What was asked for. */
data: Models['Inventory'];
};
refusals: Record<never, never>;
};
/** Tokenize a card */
'POST /tokens': {
id: 'tokens.create';
body: {
/** The card number, which is not kept; a test card of `emulator outcomes`. */
number: string;
/** The month of expiry, 1 to 12. */
exp_month: string;
/** The year of expiry, of two or four digits. */
exp_year: string;
/** The security code, 3 or 4 digits; it is not kept. */
cvv?: string;
};
status: 200;
answer: {
/** What was asked for. */
data: Models['PaymentToken'];
};
refusals: Record<never, never>;
};
/** Read the key that a browser tokenizes with, and the kind of gateway behind it */
'GET /tokenization-key': {
id: 'tokenization_key.get';
status: 200;
answer: {
/** What was asked for. */
data: {
/** The type of this object, always `tokenization_key`. */
object: 'tokenization_key';
/** What a browser tokenizes with. */
key: string;
/** The kind of gateway behind it. */
processor_type: 'gateway_a' | 'gateway_b' | 'debit_payouts' | 'gateway_a_white_label';
};
};
refusals: Record<never, never>;
};
/** List customers */
'GET /customers': {
id: 'customers.list';
query: {
/** How many objects a page has. */
limit?: number;
/** The id of the last object of the page before. */
starting_after?: string;
/** Only customers vaulted with this gateway. */
processor?: 'gateway_a' | 'gateway_b' | 'debit_payouts';
};
status: 200;
answer: {
/** The objects of this page, newest first. */
data: Models['Customer'][];
/** Whether there are more after the last one of this page. */
has_more: boolean;
};
refusals: Record<never, never>;
};
/** Create a customer, or update the one with this e-mail address */
'POST /customers': {
id: 'customers.create';
body: {
/** The e-mail address; a customer who has it already is updated. */
email: string;
/** The given name; null removes it. */
first_name?: string | null;
/** The family name; null removes it. */
last_name?: string | null;
/** The company; null removes it. */
company?: string | null;
/** The phone number; null removes it. */
phone?: string | null;
/** Street and number of the billing address. */
billing_address_1?: string | null;
/** What the address has beside the street of the billing address. */
billing_address_2?: string | null;
/** City of the billing address. */
billing_city?: string | null;
/** State or region of the billing address. */
billing_state?: string | null;
/** ZIP or postal code of the billing address. */
billing_postal_code?: string | null;
/** Country, an ISO 3166-1 alpha-2 code of the billing address. */
billing_country?: string | null;
/** Street and number of the shipping address. */
shipping_address_1?: string | null;
/** What the address has beside the street of the shipping address. */
shipping_address_2?: string | null;
/** City of the shipping address. */
shipping_city?: string | null;
/** State or region of the shipping address. */
shipping_state?: string | null;
/** ZIP or postal code of the shipping address. */
shipping_postal_code?: string | null;
/** Country, an ISO 3166-1 alpha-2 code of the shipping address. */
shipping_country?: string | null;
/** Your own keys and values, kept and shown as they were given. */
metadata?: Record<string, string | number | boolean | null>;
/** A one-time token of the card to save. */
payment_token?: string;
/** The card number, which is not kept; a test card of `emulator outcomes`. */
cc_number?: string;
/** The month of expiry, 1 to 12. */
cc_exp_month?: string;
/** The year of expiry, of two or four digits. */
cc_exp_year?: string;
};
status: 201;
answer: {
/** The customer as it is now. */
data: Models['Customer'];
/** The card that was saved; null where none was given. */
payment_method: {
/** The identifier of the payment method. */
id: string;
/** The type of this object, always `payment_method`. */
object: 'payment_method';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** The reference of this instrument, equal to its id. */
billing_id: string;
/** The id of the customer. */
customer_id: string;
/** The id of the customer in the vault. */
customer_vault_id: string;
/** Which of the two it is. */
type: 'card' | 'bank_account';
/** What is kept of the card; null of a bank account. */
card: {
/** The brand of the card. */
brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown';
/** The last four digits of the card number. */
last4: string;
/** The first six digits of the card number. */
bin: string;
/** The month of expiry, two digits. */
exp_month: string;
/** The year of expiry, four digits. */
exp_year: string;
/** Whose money the card spends. */
funding: 'credit' | 'debit' | 'prepaid';
/** The ISO 3166-1 alpha-2 code of the issuer's country; null where it is not known. */
country: string | null;
};
/** What is kept of the bank account; null of a card. */
bank_account: {
/** The last four digits of the account number. */
last4: string;
/** The routing number of the bank, nine digits. */
routing_number: string;
/** The name of the bank. */
bank_name: string;
/** The kind of bank account. */
account_type: 'checking' | 'savings';
/** Whose account it is. */
account_holder_type: 'personal' | 'business';
/** The holder's name; null where none was given. */
account_holder_name: string | null;
};
/** The gateway that it is vaulted with. */
processor: 'gateway_a' | 'gateway_b' | 'debit_payouts';
/** Whether a payout to it would be accepted now. */
payout_eligible: boolean;
};
/** Whether there was a customer with this e-mail address before. */
existing: boolean;
};
refusals: Record<never, never>;
};
/** Read a customer */
'GET /customers/{id}': {
id: 'customers.get';
status: 200;
answer: {
/** What was asked for. */
data: Models['Customer'];
};
refusals: Record<never, never>;
};
/** Change a customer's contact, billing or shipping details */
'PATCH /customers/{id}': {
id: 'customers.update';
body: {
/** The e-mail address, which tells customers apart whatever its case. */
email?: string;
/** The given name; null removes it. */
first_name?: string | null;
/** The family name; null removes it. */
last_name?: string | null;
/** The company; null removes it. */
company?: string | null;
/** The phone number; null removes it. */
phone?: string | null;
/** Street and number of the billing address. */
billing_address_1?: string | null;
/** What the address has beside the street of the billing address. */
billing_address_2?: string | null;
/** City of the billing address. */
billing_city?: string | null;
/** State or region of the billing address. */
billing_state?: string | null;
/** ZIP or postal code of the billing address. */
billing_postal_code?: string | null;
/** Country, an ISO 3166-1 alpha-2 code of the billing address. */
billing_country?: string | null;
/** Street and number of the shipping address. */
shipping_address_1?: string | null;
/** What the address has beside the street of the shipping address. */
shipping_address_2?: string | null;
/** City of the shipping address. */
shipping_city?: string | null;
/** State or region of the shipping address. */
shipping_state?: string | null;
/** ZIP or postal code of the shipping address. */
shipping_postal_code?: string | null;
/** Country, an ISO 3166-1 alpha-2 code of the shipping address. */
shipping_country?: string | null;
/** Your own keys and values, kept and shown as they were given. */
metadata?: Record<string, string | number | boolean | null>;
};
status: 200;
answer: {
/** What was asked for. */
data: Models['Customer'];
};
refusals: Record<never, never>;
};
/** List a customer's saved instruments */
'GET /customers/{id}/payment-methods': {
id: 'payment_methods.list';
status: 200;
answer: {
/** What was asked for. */
data: Models['PaymentMethod'][];
};
refusals: Record<never, never>;
};
/** Save a card or bank account for a customer */
'POST /customers/{id}/payment-methods': {
id: 'payment_methods.create';
body: {
/** A one-time token of the card to save. */
payment_token?: string;
/** The card number, which is not kept; a test card of `emulator outcomes`. */
cc_number?: string;
/** The month of expiry, 1 to 12. */
cc_exp_month?: string;
/** The year of expiry, of two or four digits. */
cc_exp_year?: string;
/** What is saved; card where none is given. */
type?: 'card' | 'bank_account';
/** The routing number of the bank: nine digits with a check digit. */
routing_number?: string;
/** The account number, 4 to 17 digits; the last four are kept. */
account_number?: string;
/** The kind of bank account; checking where none is given. */
account_type?: 'checking' | 'savings';
/** Whose account it is; personal where nobody says. */
account_holder_type?: 'personal' | 'business';
/** The holder's name. */
account_holder_name?: string | null;
};
status: 201;
answer: {
/** What was asked for. */
data: Models['PaymentMethod'];
};
refusals: Record<never, never>;
};
/** Remove a saved instrument */
'DELETE /customers/{id}/payment-methods/{billingId}': {
id: 'payment_methods.delete';
status: 200;
answer: {
/** What was asked for. */
data: {
/** Always true: what could not be removed is refused. */
deleted: boolean;
/** The id of the payment method that was removed. */
billing_id: string;
};
};
refusals: Record<never, never>;
};
/** List storefronts: their status and live address */
'GET /storefronts': {
id: 'storefronts.list';
query: {
/** How many objects a page has. */
limit?: number;
/** The id of the last object of the page before. */
starting_after?: string;
};
status: 200;
answer: {
/** The objects of this page, newest first. */
data: Models['Storefront'][];
/** Whether there are more after the last one of this page. */
has_more: boolean;
};
refusals: Record<never, never>;
};
/** Begin a 3-D Secure authentication of a card */
'POST /three-ds/initialize': {
id: 'three_ds.initialize';
body: {
/** A one-time token of a new card; it is not used up. */
token?: string;
/** What wallet prepare answered. */
card_id?: string;
/** The id of the saved card, which the customer has used at this business. */
payment_method_id?: string;
};
status: 200;
answer: {
/** What was asked for. */
data: {
/** What authenticate and finish take, as it is. */
transaction_info: Record<string, unknown>;
/** HTML to render hidden for about 3 seconds; null where the issuer wants none. */
device_fingerprint_html: string | null;
};
};
refusals: Record<never, never>;
};
/** Authenticate the holder of a card with its issuer */
'POST /three-ds/authenticate': {
id: 'three_ds.authenticate';
body: {
/** A one-time token of a new card; it is not used up. */
token?: string;
/** What wallet prepare answered. */
card_id?: string;
/** The id of the saved card, which the customer has used at this business. */
payment_method_id?: string;
/** What initialize answered, for direct integrations. */
transaction_info?: Record<string, unknown>;
/** Cents that are to be paid. */
amount?: number;
/** An ISO 4217 code in any case; USD where none is given. */
currency?: string;
/** The buyer's e-mail address. */
email?: string;
/** Street and number of the billing address. */
billing_address_1?: string | null;
/** What the address has beside the street of the billing address. */
billing_address_2?: string | null;
/** City of the billing address. */
billing_city?: string | null;
/** State or region of the billing address. */
billing_state?: string | null;
/** ZIP or postal code of the billing address. */
billing_postal_code?: string | null;
/** Country, an ISO 3166-1 alpha-2 code of the billing address. */
billing_country?: string | null;
/** What was collected of the buyer's browser. */
browser?: Record<string, unknown>;
/** Where a challenge returns to: a publicly reachable address that accepts its POST. */
redirect_url?: string;
};
status: 200;
answer: {
/** What was asked for. */
data: Models['ThreeDsResult'];
};
refusals: Record<never, never>;
};
/** Ask for the result of an authentication; poll while a challenge is open */
'POST /three-ds/finish': {
id: 'three_ds.finish';
body: {
/** The id of the authentication, as authenticate answered it. */
authentication_id?: string;
/** What initialize answered. */
transaction_info?: Record<string, unknown>;
};
status: 200;
answer: {
/** What was asked for. */
data: Models['ThreeDsResult'];
};
refusals: Record<never, never>;
};
/** Read the payout balance */
'GET /balance': {
id: 'balance.get';
query: {
/** An ISO 4217 code in any case; USD where none is given. */
currency?: string;
};
status: 200;
answer: {
/** What was asked for. */
data: Models['Balance'];
};
refusals: Record<never, never>;
};
/** Ask whether and how fast a card or bank can receive money */
'POST /account-checks': {
id: 'account_checks.create';
body: {
/** A one-time token of a card; it is not used up. */
payment_token?: string;
/** The id of the customer whom the payment method belongs to. */
customer_id?: string;
/** The id of the saved instrument. */
payment_method_id?: string;
/** A card by its number. */
card?: {
/** The card number, which is not kept; a test card of `emulator outcomes`. */
number: string;
/** The month of expiry, 1 to 12. */
exp_month: string;
/** The year of expiry, of two or four digits. */
exp_year: string;
};
/** A bank by its routing number. */
bank_account?: {
/** Nine digits, with a check digit. */
routing_number: string;
};
};
status: 200;
answer: {
/** What was asked for. */
data: Models['AccountCheck'];
};
refusals: Record<never, never>;
};
/** Open a wallet_b credential once, and seal it for a charge */
'POST /wallets/prepare': {
id: 'wallets.prepare';
body: {
/** The credential of a wallet, exactly as its sheet gave it. */
service_wallet: {
/** Which wallet it is: wallet_b alone is prepared. */
type: 'wallet_a' | 'wallet_b';
/** The encrypted credential of wallet_b. */
wallet_b_token?: string | Record<string, unknown> | null;
/** `card_network` and `card_details`, for display. */
info?: Record<string, unknown> | null;
};
};
status: 200;
answer: {
/** What was asked for. */
data: Models['WalletPrepare'];
};
refusals: Record<never, never>;
};
/** Open a merchant session for a wallet_a sheet */
'POST /wallets/wallet-a-session': {
id: 'wallets.wallet_a_session';
body: {
/** The exact host name that serves the page. */
domain: string;
/** The address that the sheet was told to ask. */
validation_url?: string;
};
status: 200;
answer: {
/** What the sheet takes, as it is; single use, 5 minutes. */
session: Record<string, unknown>;
};
refusals: Record<never, never>;
};
/** Read which domains wallet_a is registered for */
'GET /wallets/wallet-a/domains': {
id: 'wallet_domains.list';
status: 200;
answer: {
/** What was asked for. */
data: Models['WalletDomains'];
};
refusals: Record<never, never>;
};
/** Register a domain for wallet_a */
'POST /wallets/wallet-a/domains': {
id: 'wallet_domains.create';
body: {
/** A fully qualified host name. */
domain: string;
};
status: 201;
answer: {
/** What was asked for. */
data: Models['WalletDomains'];
};
refusals: Record<never, never>;
};
/** Remove a domain from wallet_a */
'DELETE /wallets/wallet-a/domains/{domain}': {
id: 'wallet_domains.delete';
status: 200;
answer: {
/** What was asked for. */
data: Models['WalletDomains'];
};
refusals: Record<never, never>;
};
/** Charge a saved instrument or a one-time token */
'POST /charges': {
id: 'charges.create';
body: {
/** The id of the customer; the newest usable instrument is charged where none is named. */
customer_id?: string;
/** The id of the saved instrument to charge. */
payment_method_id?: string;
/** A one-time token of a card, used up by the attempt. */
payment_token?: string;
/** A one-time reference of `gateway_b`, on its workspaces. */
gateway_b_payment_method_id?: string;
/** Cents to charge, where no product is bought. */
amount?: number;
/** The id of the product to charge for. */
product_id?: string;
/** What is bought, at the prices of now. */
line_items?: {
/** The id of the product. */
product_id: string;
/** The id of a variant of it; null or left out for the product itself. */
variant_id?: string | null;
/** How many of it are ordered. */
quantity: number;
}[];
/** An ISO 4217 code in any case; that of the products, else USD, where none is given. */
currency?: string;
/** Your own name of this charge; the same again when retrying after a 503. */
reference_id?: string;
/** Whether a card or a bank account is charged; what suits the instrument where none is given. */
rail?: 'card' | 'ach';
/** Another gateway than the workspace's; not with smart routing, nor with wallets. */
gateway?: 'gateway_a' | 'gateway_b' | 'debit_payouts';
/** The buyer's e-mail address. */
email?: string;
/** The buyer's given name. */
billing_first_name?: string | null;
/** The buyer's family name. */
billing_last_name?: string | null;
/** Street and number of the billing address. */
billing_address_1?: string | null;
/** What the address has beside the street of the billing address. */
billing_address_2?: string | null;
/** City of the billing address. */
billing_city?: string | null;
/** State or region of the billing address. */
billing_state?: string | null;
/** ZIP or postal code of the billing address. */
billing_postal_code?: string | null;
/** Country, an ISO 3166-1 alpha-2 code of the billing address. */
billing_country?: string | null;
/** Where the buyer returns to; makes an ACH charge an instant bank debit. */
return_url?: string;
/** The credential of a wallet, exactly as the SDK gave it. */
service_wallet?: {
/** Which wallet it is. */
type: 'wallet_a' | 'wallet_b';
/** The encrypted credential of wallet_a. */
wallet_a_payment_data?: string | Record<string, unknown> | null;
/** The encrypted credential of wallet_b. */
wallet_b_token?: string | Record<string, unknown> | null;
/** The sealed result of wallet prepare, instead of a credential. */
prepared?: string | null;
/** `card_network` and `card_details`, for display. */
info?: Record<string, unknown> | null;
};
/** The payer's contact as the wallet's sheet gave it. */
wallet?: {
/** The payer's e-mail address. */
payerEmail?: string | null;
/** Where the payer is billed. */
billingInfo?: {
/** The given name. */
firstName?: string | null;
/** The family name. */
lastName?: string | null;
/** Street and number. */
address1?: string | null;
/** What the address has beside the street. */
address2?: string | null;
/** The city's name. */
city?: string | null;
/** State or region. */
state?: string | null;
/** ZIP or postal code. */
postalCode?: string | null;
/** Country, an ISO 3166-1 alpha-2 code in any case. */
country?: string | null;
/** The phone number. */
phone?: string | null;
};
/** Where the order is sent. */
shippingInfo?: {
/** The given name. */
firstName?: string | null;
/** The family name. */
lastName?: string | null;
/** Street and number. */
address1?: string | null;
/** What the address has beside the street. */
address2?: string | null;
/** The city's name. */
city?: string | null;
/** State or region. */
state?: string | null;
/** ZIP or postal code. */
postalCode?: string | null;
/** Country, an ISO 3166-1 alpha-2 code in any case. */
country?: string | null;
/** The phone number. */
phone?: string | null;
};
};
/** Your own keys and values, kept and shown as they were given. */
metadata?: Record<string, string | number | boolean | null>;
/** A 3-D Secure result: eci, cavv, xid and related. */
three_ds?: {
/** The id of the authentication. */
authentication_id?: string | null;
/** The status of the result. */
status?: string | null;
/** The electronic commerce indicator. */
eci?: string | null;
/** The cardholder authentication value. */
cavv?: string | null;
/** The transaction identifier of the authentication. */
xid?: string | null;
/** The same as `cavv`. */
authenticationValue?: string | null;
/** The directory server's id of the authentication. */
dsTransId?: string | null;
/** The 3-D Secure server's id of the authentication. */
threeDSServerTransID?: string | null;
/** The version of the protocol. */
threeDsVersion?: string | null;
/** As the result had it; nothing is made of it. */
challenge_required?: boolean | null;
/** As the result had it; nothing is made of it. */
challenge?: Record<string, unknown> | null;
/** As the result had it; nothing is made of it. */
skipped?: boolean | null;
/** As the result had it; nothing is made of it. */
reason?: string | null;
/** As the result had it; nothing is made of it. */
object?: string | null;
};
};
status: 201;
answer: {
/** What was asked for. */
data: Models['Transaction'];
};
refusals: {
402: Models['DeclinedError'];
503: Models['UnknownOutcomeError'];
};
};
/** List transactions */
'GET /transactions': {
id: 'transactions.list';
query: {
/** How many objects a page has. */
limit?: number;
/** The id of the last object of the page before. */
starting_after?: string;
/** Only those of the customer with this id. */
customer_id?: string;
/** Only those of the subscription with this id. */
subscription_id?: string;
};
status: 200;
answer: {
/** The objects of this page, newest first. */
data: Models['Transaction'][];
/** Whether there are more after the last one of this page. */
has_more: boolean;
};
refusals: Record<never, never>;
};
/** Read a transaction */
'GET /transactions/{id}': {
id: 'transactions.get';
status: 200;
answer: {
/** What was asked for. */
data: Models['Transaction'];
};
refusals: Record<never, never>;
};
/** Void a transaction that has not settled */
'POST /transactions/{id}/void': {
id: 'transactions.void';
status: 200;
answer: {
/** What was asked for. */
data: Models['Transaction'];
};
refusals: Record<never, never>;
};
/** Refund a settled transaction, in whole or in part */
'POST /transactions/{id}/refund': {
id: 'transactions.refund';
body?: {
/** Cents to give back; everything still outstanding where none are given. */
amount?: number;
};
status: 200;
answer: {
/** What was asked for. */
data: Models['Transaction'];
};
refusals: Record<never, never>;
};
/** List disputes and alerts */
'GET /disputes': {
id: 'disputes.list';
query: {
/** How many objects a page has. */
limit?: number;
/** The id of the last object of the page before. */
starting_after?: string;
/** Only disputes in one of these states, separated by commas. */
status?: string;
/** Only disputes of one of these kinds, separated by commas. */
kind?: string;
/** Only those of the transaction with this id. */
transaction_id?: string;
};
status: 200;
answer: {
/** The objects of this page, newest first. */
data: Models['Dispute'][];
/** Whether there are more after the last one of this page. */
has_more: boolean;
};
refusals: Record<never, never>;
};
/** Read a dispute with its time line */
'GET /disputes/{id}': {
id: 'disputes.get';
status: 200;
answer: {
/** The identifier of the dispute. */
id: string;
/** The type of this object, always `dispute`. */
object: 'dispute';
/** Whether it belongs to live mode; false in test mode. */
livemode: boolean;
/** When it was made, in ISO 8601. */
created_at: string;
/** When it was changed last, in ISO 8601. */
updated_at: string;
/** The id of the dispute. */
dispute_id: string;
/** The id of the disputed transaction; null while it is unmatched. */
transaction_id: string | null;
/** What kind of dispute or alert it is. */
kind: 'alert_ethoca' | 'alert_cdrn' | 'alert_rdr' | 'chargeback' | 'tc40' | 'ach_return' | 'reversal';
/** The state that the dispute is in. */
status: 'new' | 'matched' | 'unmatched' | 'refunded' | 'accepted' | 'fighting' | 'response_submitted' | 'won' | 'lost' | 'expired';
/** The network that sent it. */
network: string;
/** Why the cardholder or the bank disputes. */
reason: string;
/** The network's own code of the reason. */
reason_code: string;
/** Disputed cents. */
amount: number;
/** The ISO 4217 code of the currency, in upper case. */
currency: string;
/** The last four digits of the card; null of a bank account. */
card_last4: string | null;
/** Until when it can be answered, in ISO 8601. */
due_at: string;
/** Whether it is of test mode. */
sandbox: boolean;
/** What happened to it, newest first. */
events: {
/** What happened. */
type: 'created' | 'matched' | 'refunded' | 'outcome_sent' | 'accepted' | 'fight_started' | 'evidence_submitted' | 'represented' | 'won' | 'lost';
/** When it happened, in ISO 8601. */
created_at: string;
}[];
};
refusals: Record<never, never>;
};
/** Send money to a card or bank account */
'POST /payouts': {
id: 'payouts.create';
body: {
/** Cents to send. */
amount: number;
/** The id of the customer who is paid. */
customer_id: string;
/** The id of the saved instrument that is paid; it must be payout_eligible. */
payment_method_id?: string;
/** A one-time token of a card. */
payment_token?: string;
/** A bank account that is not saved. */
bank_account?: {
/** The routing number of the bank: nine digits with a check digit. */
routing_number: string;
/** The account number, 4 to 17 digits; the last four are kept. */
account_number: string;
/** The kind of bank account; checking where none is given. */
account_type?: 'checking' | 'savings';
/** Whose account it is; personal where nobody says. */
account_holder_type?: 'personal' | 'business';
/** The holder's name. */
account_holder_name?: string | null;
};
/** How the money travels; card for a card and ach for a bank account where none is given. */
rail?: 'card' | 'ach' | 'rtp';
/** Your own name of this payout; the same again is refused. */
reference_id?: string;
/** An ISO 4217 code in any case; USD where none is given. */
currency?: string;
/** What the recipient's statement says. */
descriptor?: string;
/** Your own keys and values, kept and shown as they were given. */
metadata?: Record<string, string | number | boolean | null>;
};
status: 200;
answer: {
/** What was asked for. */
data: Models['Payout'];
};
refusals: Record<never, never>;
};
/** List payouts */
'GET /payouts': {
id: 'payouts.list';
query: {
/** How many objects a page has. */
limit?: number;
/** The id of the last object of the page before. */
starting_after?: string;
/** Only those of the customer with this id. */
customer_id?: string;
/** The state that the payout is in. */
status?: 'pending' | 'paid' | 'failed' | 'canceled';
};
status: 200;
answer: {
/** The objects of this page, newest first. */
data: Models['Payout'][];
/** Whether there are more after the last one of this page. */
has_more: boolean;
};
refusals: Record<never, never>;
};
/** Read a payout */
'GET /payouts/{id}': {
id: 'payouts.get';
status: 200;
answer: {
/** What was asked for. */
data: Models['Payout'];
};
refusals: Record<never, never>;
};
/** List the fulfillments of a transaction, with the state of its order */
'GET /fulfillments': {
id: 'fulfillments.list';
query: {
/** How many objects a page has. */
limit?: number;
/** The id of the last object of the page before. */
starting_after?: string;
/** The id of the transaction. */
transaction_id: string;
};
status: 200;
answer: {
/** The objects of this page, newest first. */
data: Models['Fulfillment'][];
/** Whether its order was sent. */
fulfillment_status: 'unfulfilled' | 'fulfilled';
/** Whether there are more after the last one of this page. */
has_more: boolean;
};
refusals: Record<never, never>;
};
/** Mark every line item of a transaction fulfilled */
'POST /fulfillments': {
id: 'fulfillments.create';
body: {
/** The id of the transaction. */
transaction_id: string;
/** The carrier's number of the parcel. */
tracking_number?: string | null;
/** Who carries it. */
carrier?: string | null;
/** Where the parcel can be followed. */
tracking_url?: string | null;
};
status: 200;
answer: Models['Fulfillment'];
refusals: Record<never, never>;
};
/** Send a recipient a link to claim money, or make a form for payout requests */
'POST /payout-links': {
id: 'payout_links.create';
body: {
/** Whether it holds money for one recipient (directed, the default), or is a form that anybody may fill. */
type?: 'directed' | 'request';
/** Cents; a directed link needs them, a form suggests them. */
amount?: number;
/** An ISO 4217 code in any case; USD where none is given. */
currency?: string;
/** Where the claim link is sent; a directed link needs it. */
recipient_email?: string;
/** Whom the money is for. */
recipient_name?: string | null;
/** What the recipient is told. */
note?: string | null;
/** Your own name of this link; the same again is refused. */
reference_id?: string;
/** Your own keys and values, kept and shown as they were given. */
metadata?: Record<string, string | number | boolean | null>;
};
status: 201;
answer: {
/** What was asked for. */
data: Models['PayoutLink'];
};
refusals: Record<never, never>;
};
/** List payout links */
'GET /payout-links': {
id: 'payout_links.list';
query: {
/** How many objects a page has. */
limit?: number;
/** The id of the last object of the page before. */
starting_after?: string;
/** Only links of this type. */
type?: 'directed' | 'request';
/** The state that the payout link is in. */
status?: 'pending' | 'active' | 'claimed' | 'cancelled' | 'expired';
};
status: 200;
answer: {
/** The objects of this page, newest first. */
data: Models['PayoutLink'][];
/** Whether there are more after the last one of this page. */
has_more: boolean;
};
refusals: Record<never, never>;
};
/** Read a payout link */
'GET /payout-links/{id}': {
id: 'payout_links.get';
status: 200;
answer: {
/** What was asked for. */
data: Models['PayoutLink'];
};
refusals: Record<never, never>;
};
/** Cancel a payout link and release what it holds */
'POST /payout-links/{id}/cancel': {
id: 'payout_links.cancel';
status: 200;
answer: {
/** What was asked for. */
data: Models['PayoutLink'];
};
refusals: Record<never, never>;
};
/** List subscriptions */
'GET /subscriptions': {
id: 'subscriptions.list';
query: {
/** How many objects a page has. */
limit?: number;
/** The id of the last object of the page before. */
starting_after?: string;
/** Only subscriptions whose `metadata` has these keys and values. */
metadata?: Record<string, string>;
};
status: 200;
answer: {
/** The objects of this page, newest first. */
data: Models['Subscription'][];
/** Whether there are more after the last one of this page. */
has_more: boolean;
};
refusals: Record<never, never>;
};
/** Subscribe a customer to a recurring product */
'POST /subscriptions': {
id: 'subscriptions.create';
body: {
/** The id of the customer who pays. */
customer_id: string;
/** The id of the recurring product. */
product_id: string;
/** The id of the saved instrument to charge; the newest usable one where none is given. */
payment_method_id?: string;
/** When it begins: an ISO 8601 date or date-time; now where none is given, or one that has passed. */
start_date?: string;
/** Your own name of this subscription: the same again is the same subscription, charged once. */
reference_id?: string;
/** Your own keys and values, kept and shown as they were given. */
metadata?: Record<string, string | number | boolean | null>;
};
status: 201;
answer: {
/** What was asked for. */
data: Models['Subscription'];
};
refusals: {
402: Models['DeclinedError'];
503: Models['UnknownOutcomeError'];
};
};
/** Read a subscription */
'GET /subscriptions/{id}': {
id: 'subscriptions.get';
status: 200;
answer: {
/** What was asked for. */
data: Models['Subscription'];
};
refusals: Record<never, never>;
};
/** Cancel a subscription, at its period's end or at once */
'POST /subscriptions/{id}/cancel': {
id: 'subscriptions.cancel';
body?: {
/** Whether it ends at once; else at the end of the period that is paid. */
immediate?: boolean;
/** Why, as the event tells it. */
reason?: string;
};
status: 200;
answer: {
/** What was asked for. */
data: Models['Subscription'];
};
refusals: Record<never, never>;
};
/** Stop billing a subscription */
'POST /subscriptions/{id}/pause': {
id: 'subscriptions.pause';
status: 200;
answer: {
/** What was asked for. */
data: Models['Subscription'];
};
refusals: Record<never, never>;
};
/** Resume a paused subscription, or take its pending cancellation back */
'POST /subscriptions/{id}/resume': {
id: 'subscriptions.resume';
status: 200;
answer: {
/** What was asked for. */
data: Models['Subscription'];
};
refusals: {
402: Models['DeclinedError'];
503: Models['UnknownOutcomeError'];
};
};
/** List invoices */
'GET /invoices': {
id: 'invoices.list';
query: {
/** How many objects a page has. */
limit?: number;
/** The id of the last object of the page before. */
starting_after?: string;
/** The state that the invoice is in. */
status?: 'draft' | 'sent' | 'viewed' | 'processing' | 'paid' | 'void';
/** Only those of the customer with this id. */
customer_id?: string;
};
status: 200;
answer: {
/** The objects of this page, newest first. */
data: Models['Invoice'][];
/** Whether there are more after the last one of this page. */
has_more: boolean;
};
refusals: Record<never, never>;
};
/** Make an invoice from products: a draft, unless it is to be sent at once */
'POST /invoices': {
id: 'invoices.create';
body: {
/** The id of the customer who is to pay. */
customer_id: string;
/** What is to be paid for, at the prices of now. */
line_items: {
/** The id of the product. */
product_id: string;
/** The id of a variant of it; null or left out for the product itself. */
variant_id?: string | null;
/** How many of it are ordered. */
quantity: number;
}[];
/** What you say to the customer. */
memo?: string | null;
/** Until when it is to be paid: an ISO 8601 date or date-time. */
due_date?: string | null;
/** Whether it is sent at once; else it stays a draft. */
send?: boolean;
/** Your own keys and values, kept and shown as they were given. */
metadata?: Record<string, string | number | boolean | null>;
};
status: 201;
answer: {
/** What was asked for. */
data: Models['Invoice'];
};
refusals: Record<never, never>;
};
/** Read an invoice */
'GET /invoices/{id}': {
id: 'invoices.get';
status: 200;
answer: {
/** What was asked for. */
data: Models['Invoice'];
};
refusals: Record<never, never>;
};
/** E-mail an invoice to its customer, the first time or again */
'POST /invoices/{id}/send': {
id: 'invoices.send';
status: 200;
answer: {
/** What was asked for. */
data: Models['Invoice'];
};
refusals: Record<never, never>;
};
/** Void an unpaid invoice */
'POST /invoices/{id}/void': {
id: 'invoices.void';
status: 200;
answer: {
/** What was asked for. */
data: Models['Invoice'];
};
refusals: Record<never, never>;
};
/** Make a checkout session, to be paid on a hosted page or one embedded in your own */
'POST /checkout-sessions': {
id: 'checkout_sessions.create';
body: {
/** Whether the service shows the page (hosted, the default), or you embed it in your own. */
ui_mode?: 'embedded' | 'hosted';
/** What is bought, at the prices of now. */
line_items?: {
/** The id of the product. */
product_id: string;
/** The id of a variant of it; null or left out for the product itself. */
variant_id?: string | null;
/** How many of it are ordered. */
quantity: number;
}[];
/** Cents to pay, where no products are bought. */
amount?: number;
/** An ISO 4217 code in any case; that of the products, else USD, where none is given. */
currency?: string;
/** Where the customer goes after paying; a hosted session needs it. */
success_url?: string | null;
/** Where the customer goes who does not pay. */
cancel_url?: string | null;
/** The origins whose pages may embed it, such as https://shop.example; at most 50. */
allowed_parent_origins?: string[];
/** Whether the page shows what is bought; it does unless this is false. */
show_order_summary?: boolean;
/** The id of the customer whose contact the page begins with. */
customer_id?: string;
/** The e-mail address that the page begins with. */
customer_email?: string | null;
/** The phone number that the page begins with. */
customer_phone?: string | null;
/** How the page shows the field of the e-mail address; editable where none is given. */
email_field_mode?: 'read_only' | 'editable' | 'hidden';
/** How the page shows the field of the phone number; editable where none is given. */
phone_field_mode?: 'hidden' | 'editable' | 'read_only';
/** When the page offers quick checkout; on_load where none is given. */
quick_checkout_behavior?: 'on_load' | 'on_click' | 'never';
/** A discount code of the workspace. */
discount_code?: string | null;
/** The language of its pages, a BCP 47 tag such as de or fr-CA; without one the buyer's browser decides. */
locale?: string | null;
/** Your own keys and values, kept and shown as they were given. */
metadata?: Record<string, string | number | boolean | null>;
};
status: 201;
answer: {
/** What was asked for. */
data: Models['CheckoutSession'];
};
refusals: Record<never, never>;
};
/** Read a checkout session */
'GET /checkout-sessions/{id}': {
id: 'checkout_sessions.get';
status: 200;
answer: {
/** What was asked for. */
data: Models['CheckoutSession'];
};
refusals: Record<never, never>;
};
/** List payment links */
'GET /payment-links': {
id: 'payment_links.list';
query: {
/** How many objects a page has. */
limit?: number;
/** The id of the last object of the page before. */
starting_after?: string;
/** The state that the payment link is in. */
status?: 'active' | 'inactive';
};
status: 200;
answer: {
/** The objects of this page, newest first. */
data: Models['PaymentLink'][];
/** Whether there are more after the last one of this page. */
has_more: boolean;
};
refusals: Record<never, never>;
};
/** Read a payment link */
'GET /payment-links/{id}': {
id: 'payment_links.get';
status: 200;
answer: Models['PaymentLink'];
refusals: Record<never, never>;
};
/** Attach a block to an object, or replace the app's block of that type there */
'POST /blocks': {
id: 'blocks.create';
body: {
/** What kind of object the block is for. */
object_type: 'transaction' | 'customer' | 'subscription';
/** The id of the object that the block is for. */
object_id: string;
/** Your own name of this kind of block; an object has one of each. */
block_type: string;
/** Any object of at most 16 KB; `title`, `url` and `link_label` are shown as heading and link, all else as lines. */
content: Record<string, unknown>;
};
status: 200;
answer: Models['Block'];
refusals: Record<never, never>;
};
/** List the app's blocks on an object */
'GET /blocks': {
id: 'blocks.list';
query: {
/** How many objects a page has. */
limit?: number;
/** The id of the last object of the page before. */
starting_after?: string;
/** Only blocks on this kind of object. */
object_type: 'transaction' | 'customer' | 'subscription';
/** The id of the object that the blocks stand at. */
object_id: string;
};
status: 200;
answer: {
/** The objects of this page, newest first. */
data: Models['Block'][];
/** Whether there are more after the last one of this page. */
has_more: boolean;
};
refusals: Record<never, never>;
};
/** Remove a block of the app */
'DELETE /blocks/{id}': {
id: 'blocks.delete';
status: 200;
answer: {
/** The identifier of the block. */
id: string;
/** The type of this object, always `block`. */
object: 'block';
};
refusals: Record<never, never>;
};
/** List payout requests */
'GET /payout-requests': {
id: 'payout_requests.list';
query: {
/** How many objects a page has. */
limit?: number;
/** The id of the last object of the page before. */
starting_after?: string;
/** Only those of the payout link with this id. */
payout_link_id?: string;
/** The state that the payout request is in. */
status?: 'pending' | 'approved' | 'rejected' | 'failed';
};
status: 200;
answer: {
/** The objects of this page, newest first. */
data: Models['PayoutRequest'][];
/** Whether there are more after the last one of this page. */
has_more: boolean;
};
refusals: Record<never, never>;
};
/** Read a payout request */
'GET /payout-requests/{id}': {
id: 'payout_requests.get';
status: 200;
answer: {
/** What was asked for. */
data: Models['PayoutRequest'];
};
refusals: Record<never, never>;
};
/** Pay a payout request, or another amount than it asks for */
'POST /payout-requests/{id}/approve': {
id: 'payout_requests.approve';
body?: {
/** Cents to pay; what was asked for where none are given. */
amount?: number;
};
status: 200;
answer: {
/** What was asked for. */
data: Models['PayoutRequest'];
};
refusals: Record<never, never>;
};
/** Refuse to pay a payout request */
'POST /payout-requests/{id}/reject': {
id: 'payout_requests.reject';
status: 200;
answer: {
/** What was asked for. */
data: Models['PayoutRequest'];
};
refusals: Record<never, never>;
};
}

/** The client API: what each operation takes. */
export interface ClientOperations {
/** Exchange a card, or a bank account number, for aliases that stand for it for 24 hours */
'POST /vault/{vaultId}/post': {
id: 'vault.post';
body: {
/** The card number, which is not kept; a test card of `emulator outcomes`. */
card_number?: string;
/** The expiry of the card, MM/YY. */
card_exp?: string;
/** The security code of the card, 3 or 4 digits. */
card_cvc?: string;
/** The number of a bank account, 4 to 17 digits. */
bank_account_number?: string;
};
};
/** Ask whether the holder of a card must be authenticated before paying */
'POST /api/vault/3ds/preflight': {
id: 'client_three_ds.preflight';
body: {
/** The id of the workspace whose checkout it is. */
workspaceId: string;
/** Whether it is about the data of test mode. */
sandbox: boolean;
/** The vault's alias of the card number. */
panAlias: string;
/** The month of expiry, 1 to 12. */
expMonth: string | number;
/** The year of expiry, of two or four digits. */
expYear: string | number;
/** As the card field showed it; what the vault kept decides. */
vaultBin?: string;
/** As the card field showed it; what the vault kept decides. */
brand?: string;
/** As the card field showed it; what the vault kept decides. */
last4?: string;
/** The buyer's country, an ISO 3166-1 alpha-2 code in any case. */
billingCountry?: string;
/** The buyer's e-mail address. */
email?: string;
};
};
/** Exchange the alias of a card for a signed reference that lives 20 minutes */
'POST /api/vault/3ds/create-card': {
id: 'client_three_ds.create_card';
body: {
/** The id of the workspace whose checkout it is. */
workspaceId: string;
/** Whether it is about the data of test mode. */
sandbox: boolean;
/** The vault's alias of the card number. */
panAlias: string;
/** The month of expiry, 1 to 12. */
expMonth: string | number;
/** The year of expiry, of two or four digits. */
expYear: string | number;
};
};
/** Begin an authentication; its HTML is loaded hidden for three seconds */
'POST /api/vault/3ds/init': {
id: 'client_three_ds.init';
body: {
/** The id of the workspace whose checkout it is. */
workspaceId: string;
/** Whether it is about the data of test mode. */
sandbox: boolean;
/** What create-card answered. */
cardRef: string;
};
};
/** Authenticate the holder of a card for a payment */
'POST /api/vault/3ds/authenticate': {
id: 'client_three_ds.authenticate';
body: {
/** The id of the workspace whose checkout it is. */
workspaceId: string;
/** Whether it is about the data of test mode. */
sandbox: boolean;
/** What create-card answered. */
cardRef: string;
/** In major units: 42 or 42.00 for $42.00. */
amount: number;
/** An ISO 4217 code in any case; USD where none is given. */
currency?: string;
/** What was collected of the browser. */
browser?: {
/** Whether the browser runs Java. */
java_enabled?: boolean;
/** Whether the browser runs scripts. */
javascript_enabled?: boolean;
/** Bits of a colour on the screen. */
color_depth?: number | string;
/** Pixels of the screen's width. */
screen_width?: number | string;
/** Pixels of the screen's height. */
screen_height?: number | string;
/** Minutes between UTC and the local time. */
tz_offset?: number | string;
/** The language that the browser prefers, such as en-US. */
language?: string;
};
/** Where a challenge returns to, on a public host. */
redirectUrl?: string;
/** What init answered, as it is. */
transactionInfo: Record<string, unknown>;
/** The vault's alias of the card number. */
panAlias?: string;
/** The month of expiry, 1 to 12. */
expMonth?: string | number;
/** The year of expiry, of two or four digits. */
expYear?: string | number;
/** As the card field showed it; what the vault kept decides. */
vaultBin?: string;
/** As the card field showed it; what the vault kept decides. */
brand?: string;
/** As the card field showed it; what the vault kept decides. */
last4?: string;
/** The buyer's country, an ISO 3166-1 alpha-2 code in any case. */
billingCountry?: string;
/** The buyer's e-mail address. */
email?: string;
/** What the client is; app where none is given. */
channel?: 'app' | 'browser';
/** The checkout that is paid, where redirectUrl does not tell it. */
slug?: string;
};
};
/** Ask for the result of a challenge; poll every three seconds, at most 80 times */
'POST /api/vault/3ds/finish': {
id: 'client_three_ds.finish';
body: {
/** The id of the workspace whose checkout it is. */
workspaceId: string;
/** Whether it is about the data of test mode. */
sandbox: boolean;
/** What create-card answered. */
cardRef: string;
/** In major units: 42 or 42.00 for $42.00. */
amount: number;
/** What init answered, as it is. */
transactionInfo: Record<string, unknown>;
};
};
/** Read what the recipient of a payout link is to know */
'GET /api/claims/{slug}': {
id: 'claims.get';
};
/** Claim the money of a payout link, to a debit card or a bank account */
'POST /api/claims/{slug}': {
id: 'payout_links.claim';
body: {
/** The address that the link was sent to, where none is given. */
email?: string;
/** The recipient's given name. */
firstName: string;
/** The recipient's family name. */
lastName: string;
/** The recipient's phone number. */
phone?: string;
/** Street and number. */
billingAddress1?: string;
/** What the address has beside the street. */
billingAddress2?: string;
/** The city's name. */
billingCity?: string;
/** State or region. */
billingState?: string;
/** Postal code; without one a card cannot be paid to. */
billingPostalCode?: string;
/** Country, an ISO 3166-1 alpha-2 code in any case. */
billingCountry?: string;
/** What the money goes to; the alias tells where nobody says. */
paymentMethodType?: 'card' | 'ach';
/** The vault's alias of the card number. */
vaultPanAlias?: string;
/** The vault's alias of the security code. */
vaultCvcAlias?: string;
/** The month of expiry, 1 to 12. */
vaultExpMonth?: string | number;
/** The year of expiry, of two or four digits. */
vaultExpYear?: string | number;
/** As the card field showed it; what the vault kept decides. */
vaultBin?: string;
/** As the card field showed it; what the vault kept decides. */
vaultBrand?: string;
/** As the card field showed it; what the vault kept decides. */
vaultLast4?: string;
/** The vault's alias of the account number. */
vaultBankAccountAlias?: string;
/** As the account field showed it; what the vault kept decides. */
vaultBankLast4?: string;
/** The routing number of the bank, nine digits. */
routingNumber?: string;
/** The kind of bank account; checking where none is given. */
accountType?: 'checking' | 'savings';
/** Whose account it is; personal where nobody says. */
accountHolderType?: 'personal' | 'business';
/** Of a bank account; ach where none is given. */
rail?: 'ach' | 'rtp';
};
};
/** Read what a customer has: payments, subscriptions, saved methods, invoices */
'GET /api/portal/{slug}': {
id: 'portal.load';
query: {
/** The id of the last payment of the page before. */
paymentsAfter?: string;
};
};
/** Change the name, the e-mail address, the phone number or the shipping address of a customer */
'POST /api/portal/{slug}/details': {
id: 'portal.change_details';
body: {
/** The e-mail address, which no other customer may have. */
email?: string;
/** The given name; null removes it. */
firstName?: string | null;
/** The family name; null removes it. */
lastName?: string | null;
/** The phone number; null removes it. */
phone?: string | null;
/** The whole shipping address: street, city, postal code and country must be there; null removes it. */
shippingAddress?: {
/** Street and number. */
address1?: string;
/** What the address has beside the street. */
address2?: string;
/** The city's name. */
city?: string;
/** State or region. */
state?: string;
/** ZIP or postal code. */
postalCode?: string;
/** Where the order is sent, an ISO 3166-1 alpha-2 code in any case. */
country?: string;
};
};
};
/** Cancel a subscription at the end of the period that is paid; at once where none is */
'POST /api/portal/{slug}/subscriptions/{id}/cancel': {
id: 'portal.cancel';
};
/** Take a pending cancellation of a subscription back */
'POST /api/portal/{slug}/subscriptions/{id}/keep': {
id: 'portal.keep';
};
/** Have the next periods of a subscription charged to another saved method */
'POST /api/portal/{slug}/subscriptions/{id}/payment-method': {
id: 'portal.change_method';
body: {
/** The id of the saved method to charge from now on. */
paymentMethodId: string;
};
};
/** Save a card by its aliases; one that is saved already is not saved a second time */
'POST /api/portal/{slug}/payment-methods': {
id: 'portal.add_card';
body: {
/** The vault's alias of the card number. */
vaultPanAlias: string;
/** The vault's alias of the security code. */
vaultCvcAlias?: string;
/** The month of expiry, 1 to 12. */
vaultExpMonth: string | number;
/** The year of expiry, of two or four digits. */
vaultExpYear: string | number;
};
};
/** Remove a saved method that pays for no subscription */
'POST /api/portal/{slug}/payment-methods/{id}/remove': {
id: 'portal.remove_method';
};
/** Read what somebody who fills the form of a payout link is to know */
'GET /api/payout-requests/{slug}': {
id: 'payout_requests.form';
};
/** Ask for a payout to a debit card, for the merchant to approve or reject */
'POST /api/payout-requests/{slug}': {
id: 'payout_requests.submit';
body: {
/** Who asks. */
name: string;
/** The e-mail address of who asks. */
email: string;
/** Cents that are asked for. */
requestedAmount: number;
/** What the merchant is told. */
note?: string | null;
/** The vault's alias of the card number. */
vaultPanAlias?: string;
/** The vault's alias of the security code. */
vaultCvcAlias?: string;
/** The month of expiry, 1 to 12. */
vaultExpMonth?: string | number;
/** The year of expiry, of two or four digits. */
vaultExpYear?: string | number;
/** As the card field showed it; what the vault kept decides. */
vaultBin?: string;
/** As the card field showed it; what the vault kept decides. */
vaultBrand?: string;
/** As the card field showed it; what the vault kept decides. */
vaultLast4?: string;
};
};
/** Load what is to be paid: a checkout session, a payment link or an invoice */
'GET /api/checkout/{slug}': {
id: 'checkout.load';
query: {
/** Shows the price with this code. */
discountCode?: string;
/** Shows the price of this choice on a link: prod_1:2,prod_2:1. */
items?: string;
};
};
/** Pay by a card or a bank account in the vault, or by a wallet */
'POST /api/checkout/{slug}/pay': {
id: 'checkout.pay';
body: {
/** The buyer's e-mail address; a wallet's sheet may give it instead. */
email?: string;
/** The buyer's given name. */
firstName?: string;
/** The buyer's family name. */
lastName?: string;
/** The buyer's phone number, where `workspace.requireCheckoutPhone` asks for it. */
phone?: string;
/** Street and number; needed for what is typed in. */
billingAddress1?: string;
/** What the address has beside the street. */
billingAddress2?: string;
/** The city's name; needed for what is typed in. */
billingCity?: string;
/** State or region. */
billingState?: string;
/** ZIP or postal code; needed for what is typed in. */
billingPostalCode?: string;
/** Needed for what is typed in, an ISO 3166-1 alpha-2 code in any case. */
billingCountry?: string;
/** What pays; card where none is given. */
paymentMethodType?: 'ach' | 'card';
/** The vault's alias of the card number. */
vaultPanAlias?: string;
/** The vault's alias of the security code. */
vaultCvcAlias?: string;
/** The month of expiry, 1 to 12. */
vaultExpMonth?: string | number;
/** The year of expiry, of two or four digits. */
vaultExpYear?: string | number;
/** As the card field showed it; what the vault kept decides. */
vaultBin?: string;
/** As the card field showed it; what the vault kept decides. */
vaultBrand?: string;
/** As the card field showed it; what the vault kept decides. */
vaultLast4?: string;
/** As POST /charges takes it, in the place of a card. */
service_wallet?: {
/** Which wallet it is. */
type: 'wallet_a' | 'wallet_b';
/** The encrypted credential of wallet_a. */
wallet_a_payment_data?: string | Record<string, unknown> | null;
/** The encrypted credential of wallet_b. */
wallet_b_token?: string | Record<string, unknown> | null;
/** The sealed result of wallet prepare, instead of a credential. */
prepared?: string | null;
/** `card_network` and `card_details`, for display. */
info?: Record<string, unknown> | null;
};
/** The contact of the wallet’s sheet; fields of this body win over it. */
wallet?: {
/** The payer's e-mail address. */
payerEmail?: string | null;
/** Where the payer is billed. */
billingInfo?: {
/** The given name. */
firstName?: string | null;
/** The family name. */
lastName?: string | null;
/** Street and number. */
address1?: string | null;
/** What the address has beside the street. */
address2?: string | null;
/** The city's name. */
city?: string | null;
/** State or region. */
state?: string | null;
/** ZIP or postal code. */
postalCode?: string | null;
/** Country, an ISO 3166-1 alpha-2 code in any case. */
country?: string | null;
/** The phone number. */
phone?: string | null;
};
/** Where the order is sent. */
shippingInfo?: {
/** The given name. */
firstName?: string | null;
/** The family name. */
lastName?: string | null;
/** Street and number. */
address1?: string | null;
/** What the address has beside the street. */
address2?: string | null;
/** The city's name. */
city?: string | null;
/** State or region. */
state?: string | null;
/** ZIP or postal code. */
postalCode?: string | null;
/** Country, an ISO 3166-1 alpha-2 code in any case. */
country?: string | null;
/** The phone number. */
phone?: string | null;
};
};
/** The vault's alias of the account number. */
vaultBankAccountAlias?: string;
/** As the account field showed it; what the vault kept decides. */
vaultBankLast4?: string;
/** The routing number of the bank, nine digits. */
routingNumber?: string;
/** The kind of bank account. */
accountType?: 'checking' | 'savings';
/** Whose account it is. */
accountHolderType?: 'personal' | 'business';
/** Whether the buyer authorized the debit; a bank account is not debited without true. */
achAuthorized?: boolean;
/** What is chosen on a link; without it, what the checkout holds. */
items?: {
/** The id of a product of the checkout. */
productId: string;
/** How many of it are bought. */
quantity: number;
}[];
/** A discount code of the workspace. */
discountCode?: string;
/** The answers to `customFields`, by their ids. */
customFieldValues?: Record<string, unknown>;
/** Where the order is sent. */
shippingAddress?: {
/** Street and number. */
address1?: string;
/** What the address has beside the street. */
address2?: string;
/** The city's name. */
city?: string;
/** State or region. */
state?: string;
/** ZIP or postal code. */
postalCode?: string;
/** Where the order is sent, an ISO 3166-1 alpha-2 code in any case. */
country?: string;
};
/** What the app tells of itself: platform, sdk, appId, osVersion, deviceModel, language, timezone, screenWidth, screenHeight. */
clientMetadata?: Record<string, unknown>;
/** What an authentication of the card gave. */
threeDsToken?: string;
};
};
/** Open a wallet_b credential once, and seal it for a payment */
'POST /api/checkout/{slug}/wallet': {
id: 'checkout.prepare_wallet';
body: {
/** What the wallet's sheet gave. */
service_wallet: {
/** Which wallet it is: wallet_b alone is prepared. */
type: 'wallet_a' | 'wallet_b';
/** The encrypted credential of wallet_b. */
wallet_b_token?: string | Record<string, unknown> | null;
/** `card_network` and `card_details`, for display. */
info?: Record<string, unknown> | null;
};
};
};
/** Suggest addresses that begin like what was typed; none where the workspace has no provider */
'GET /api/checkout/address-suggest': {
id: 'checkout.address_suggest';
query: {
/** What was typed so far. */
q?: string;
/** Only addresses of this country, an ISO 3166-1 alpha-2 code. */
country?: string;
/** The checkout that asks; without one the first workspace decides. */
slug?: string;
};
};
/** Read a suggested address; null where there is none of that id, or no provider */
'GET /api/checkout/address-details': {
id: 'checkout.address_details';
query: {
/** The id of a suggestion. */
id?: string;
/** The checkout that asks; without one the first workspace decides. */
slug?: string;
};
};
}

/** What a rule may name beside the operations of both APIs. */
export type FurtherOperation = 'subscriptions.renew';

/** The statuses of refusals. */
export type RefusalStatus = 400 | 401 | 402 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503;

/** What a rule of each kind may say. */
export interface RuleEffects {
/** a payment is declined at once */
decline: {
/** a decline's category, a network's error code, or a return code */
code?: 'declined' | 'insufficient_funds' | 'invalid_card' | 'cvc' | 'unsupported_card' | 'duplicate' | 'configuration' | 'gateway_unavailable' | 'unknown' | 'blocked' | 'M001' | 'M002' | 'M003' | 'M004' | 'M005' | 'M006' | 'M007' | 'M008' | 'M009' | 'M010' | 'M011' | 'M012' | 'M013' | 'M014' | 'M015' | 'M016' | 'M017' | 'M018' | 'M019' | 'M021' | 'AC03' | 'AC04' | 'AC06' | 'AM04' | 'MS03' | 'NOAT';
};
/** it is accepted, and fails when it is to settle */
fail: {
/** a decline's category, a network's error code, or a return code */
code?: 'M001' | 'M002' | 'M003' | 'M004' | 'M005' | 'M006' | 'M007' | 'M008' | 'M009' | 'M010' | 'M011' | 'M012' | 'M013' | 'M014' | 'M015' | 'M016' | 'M017' | 'M018' | 'M019' | 'M021' | 'D019' | 'D021' | 'AC03' | 'AC04' | 'AC06' | 'AM04' | 'MS03' | 'NOAT';
};
/** a payment settles, and is disputed */
dispute: {
/** a decline's category, a network's error code, or a return code */
code?: 'M013' | 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
/** how long after the settlement, until a late one, or until an unknown outcome is known */
after?: number | string;
};
/** it settles, and the bank returns it */
return: {
/** a decline's category, a network's error code, or a return code */
code?: 'R01' | 'R02' | 'R03' | 'R04' | 'R07' | 'R08' | 'R10' | 'R16';
/** how long after the settlement, until a late one, or until an unknown outcome is known */
after?: number | string;
};
/** the outcome is not known for a while */
unavailable: {
/** how an unknown outcome ends */
resolve?: 'approved' | 'failed';
/** how long after the settlement, until a late one, or until an unknown outcome is known */
after?: number | string;
};
/** the answer is held back */
latency: {
/** how long the answer is held back */
ms?: number | string;
};
/** it is accepted, and settles much later */
late: {
/** how long after the settlement, until a late one, or until an unknown outcome is known */
after?: number | string;
};
/** a page is paid with another amount or currency */
other_amount: {
/** how many cents more are paid; negative: less */
by?: number;
/** the currency in which it is paid, such as EUR */
currency?: string;
};
}

/** What a fault of each kind takes, on calls. */
export interface RequestFaults {
/** answer 503: the outcome is not known */
unavailable: {
/** how often it happens; else until it is removed */
times?: number | null;
/** only calls about the object of an event that is being delivered */
handling?: boolean | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
/** how the unknown outcome ends */
resolve?: 'approved' | 'failed' | null;
/** how long until the outcome is known */
after?: number | string | null;
};
/** hold the answer back */
latency: {
/** how long; a number is milliseconds */
ms?: number | string | null;
/** how often it happens; else until it is removed */
times?: number | null;
/** only calls about the object of an event that is being delivered */
handling?: boolean | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** answer 429 */
rate_limit: {
/** how often it happens; else until it is removed */
times?: number | null;
/** only calls about the object of an event that is being delivered */
handling?: boolean | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** cut the connection without an answer */
drop_connection: {
/** how often it happens; else until it is removed */
times?: number | null;
/** only calls about the object of an event that is being delivered */
handling?: boolean | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** do the work, then cut the connection before the answer */
answer_lost: {
/** how often it happens; else until it is removed */
times?: number | null;
/** only calls about the object of an event that is being delivered */
handling?: boolean | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** webhooks come before the answer */
before_answer: {
/** how often it happens; else until it is removed */
times?: number | null;
/** whether what was done settles first */
settled?: boolean | null;
/** only calls about the object of an event that is being delivered */
handling?: boolean | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** answer with fields that no description knows */
grown: {
/** how often it happens; else until it is removed */
times?: number | null;
/** only calls about the object of an event that is being delivered */
handling?: boolean | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** a list has one object a page */
short_pages: {
/** how often it happens; else until it is removed */
times?: number | null;
/** only calls about the object of an event that is being delivered */
handling?: boolean | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** answer any status */
status: {
/** the HTTP status */
status?: number | null;
/** how often it happens; else until it is removed */
times?: number | null;
/** only calls about the object of an event that is being delivered */
handling?: boolean | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
}

/** What a fault of each kind takes, on deliveries. */
export interface DeliveryFaults {
/** an attempt at a webhook gets lost */
drop: {
/** how often it happens; else until it is removed */
times?: number | null;
/** only deliveries of events of this type */
event?: keyof EventPayloads;
/** only the attempt that has this number */
attempt?: number | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** a webhook gets lost, whatever is tried */
lost: {
/** how often it happens; else until it is removed */
times?: number | null;
/** only deliveries of events of this type */
event?: keyof EventPayloads;
/** only the attempt that has this number */
attempt?: number | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** a webhook comes twice */
duplicate: {
/** how often it happens; else until it is removed */
times?: number | null;
/** whether the copy does not wait for the first */
at_once?: boolean | null;
/** only deliveries of events of this type */
event?: keyof EventPayloads;
/** only the attempt that has this number */
attempt?: number | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** a webhook comes late */
delay: {
/** how long; a number is milliseconds */
ms?: number | string | null;
/** how often it happens; else until it is removed */
times?: number | null;
/** only deliveries of events of this type */
event?: keyof EventPayloads;
/** only the attempt that has this number */
attempt?: number | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** a webhook comes after the next one */
reorder: {
/** how often it happens; else until it is removed */
times?: number | null;
/** whether the copy does not wait for the first */
at_once?: boolean | null;
/** only deliveries of events of this type */
event?: keyof EventPayloads;
/** only the attempt that has this number */
attempt?: number | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** a webhook is signed wrongly */
bad_signature: {
/** how often it happens; else until it is removed */
times?: number | null;
/** only deliveries of events of this type */
event?: keyof EventPayloads;
/** only the attempt that has this number */
attempt?: number | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** a webhook is signed long ago */
old_timestamp: {
/** how often it happens; else until it is removed */
times?: number | null;
/** only deliveries of events of this type */
event?: keyof EventPayloads;
/** only the attempt that has this number */
attempt?: number | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** forged copies come beside a webhook */
forged: {
/** how often it happens; else until it is removed */
times?: number | null;
/** only deliveries of events of this type */
event?: keyof EventPayloads;
/** only the attempt that has this number */
attempt?: number | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** a webhook has 100 KB of fields that no description knows */
grown: {
/** how often it happens; else until it is removed */
times?: number | null;
/** only deliveries of events of this type */
event?: keyof EventPayloads;
/** only the attempt that has this number */
attempt?: number | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** a webhook is the same JSON in other bytes */
odd_bytes: {
/** how often it happens; else until it is removed */
times?: number | null;
/** only deliveries of events of this type */
event?: keyof EventPayloads;
/** only the attempt that has this number */
attempt?: number | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** an event of an unknown type comes beside a webhook */
unknown_type: {
/** how often it happens; else until it is removed */
times?: number | null;
/** only deliveries of events of this type */
event?: keyof EventPayloads;
/** only the attempt that has this number */
attempt?: number | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** an answer counts as another status */
status: {
/** the HTTP status */
status?: number | null;
/** how often it happens; else until it is removed */
times?: number | null;
/** only deliveries of events of this type */
event?: keyof EventPayloads;
/** only the attempt that has this number */
attempt?: number | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
/** an attempt starts late */
latency: {
/** how long; a number is milliseconds */
ms?: number | string | null;
/** how often it happens; else until it is removed */
times?: number | null;
/** only deliveries of events of this type */
event?: keyof EventPayloads;
/** only the attempt that has this number */
attempt?: number | null;
/** how many are left alone first */
skip?: number | null;
/** only the first of each so many */
every?: number | null;
};
}

/** What can be configured of a workspace; every part may be left out. */
export type WorkspaceSettings = {
gateway?: 'gateway_a' | 'gateway_b' | 'debit_payouts';
debit_payouts_enabled?: {
test?: boolean;
live?: boolean;
};
settlement?: {
mode?: 'auto' | 'manual';
delays?: {
card?: number | string;
ach?: number | string;
payout_transit?: number | string;
payout_card?: number | string;
payout_ach?: number | string;
};
};
brand?: {
name?: string;
logo_url?: string | null;
color?: string;
support_email?: string | null;
support_url?: string | null;
terms_url?: string | null;
privacy_url?: string | null;
address?: {
address_1?: string | null;
address_2?: string | null;
city?: string | null;
state?: string | null;
postal_code?: string | null;
country?: string | null;
};
};
custom_domain?: string | null;
sandbox_panel?: boolean;
discounts?: {
code: string;
percent_off?: number;
amount_off?: number;
}[];
vault_enabled?: boolean;
white_label?: boolean;
test_cards?: {
number: string;
funding: 'credit' | 'debit' | 'prepaid';
}[];
three_ds_enabled?: boolean;
acquirer_brands?: string[];
wallets_enabled?: boolean;
wallet_a_domains?: Record<string, string>;
smart_routing?: boolean;
ach_enabled?: boolean;
require_cvc?: boolean;
available_after?: number | string;
fee?: {
percent?: number;
fixed?: number;
};
payout_link_fee?: number;
require_checkout_phone?: boolean;
address_suggest?: boolean;
rate_limit_tier?: 'new' | 'established' | 'scaled' | 'high_volume' | null;
};