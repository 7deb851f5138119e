import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** One call with a secret in it: what the application sends, and what the service answers where the secret is in the answer. */
export interface PlantedCall {
  readonly what: string;
  /** The secret as its owner would read it: the text that no reading of the file may find. */
  readonly secret: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly answer?: { readonly headers?: Readonly<Record<string, string>>; readonly body: string | Uint8Array };
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const text = { 'content-type': 'text/plain' };
const xml = { 'content-type': 'application/xml' };

const base64 = (value: string) => Buffer.from(value).toString('base64');
const base64url = (value: string) => Buffer.from(value).toString('base64url');
const letters = 'qwrtzpsdfghjklxcvbnmQWRTZPSDFGHJKLXCVBNM';

/** A text as a generator of keys writes it: always the same for the same number. */
function random(seed: number, length: number): string {
  let state = seed * 7919 + 17;
  let made = '';
  while (made.length < length) {
    state = (state * 48271) % 2147483647;
    made += made.length % 3 === 2 ? String(state % 10) : letters[state % letters.length];
  }
  return made;
}

let count = 0;
const next = (length = 20) => random(++count, length);

/** What a packed file looks like as a text. */
const unwritten = '\u0001\u0002ab\u0003 x'.repeat(2_000);

/** A password as people make them. */
const word = () => `Rhubarb-${next(6)}-Lantern`;

const bodyOf = (
  what: string,
  headers: Readonly<Record<string, string>>,
  make: (secret: string) => string | Uint8Array,
  secret = word(),
): PlantedCall => ({
  what,
  secret,
  headers,
  body: make(secret),
});
const named = (name: string, secret: string = word()) =>
  bodyOf(`${name} in JSON`, json, (value) => JSON.stringify({ [name]: value }), secret);
const inJson = (what: string, make: (secret: string) => unknown, secret?: string) =>
  bodyOf(what, json, (value) => JSON.stringify(make(value)), secret);
const inText = (what: string, make: (secret: string) => string, secret?: string) => bodyOf(what, text, make, secret);
const inHeader = (
  name: string,
  make: (secret: string) => string = (secret) => secret,
  secret = next(24),
): PlantedCall => ({
  what: `header ${name}`,
  secret,
  headers: { [name]: make(secret) },
});
const inAnswer = (
  what: string,
  headers: Readonly<Record<string, string>>,
  make: (secret: string) => string | Uint8Array,
  secret = word(),
): PlantedCall => ({
  what,
  secret,
  answer: { headers, body: make(secret) },
});

const BY_NAME = [
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'pass',
  'user_password',
  'newPassword',
  'password_confirmation',
  'current-password',
  'Password',
  'PASSWORD',
  'pass_word',
  'Pass word',
  'db_password',
  'userPass',
  'api_key',
  'apiKey',
  'api-key',
  'apikey',
  'APIKey',
  'X-Api-Key',
  'secret',
  'client_secret',
  'clientSecret',
  'secret_key',
  'secretKey',
  'signing_secret',
  'webhookSecret',
  'my_secret_value',
  'shared_secret',
  'STRIPE_SECRET_KEY',
  'sharedKey',
  'access_token',
  'accessToken',
  'refresh_token',
  'id_token',
  'token',
  'auth_token',
  'csrf_token',
  'xsrfToken',
  'session',
  'session_id',
  'sessionId',
  'sessionToken',
  'sid',
  'bearer',
  'bearerToken',
  'authorization',
  'cryptogram',
  'onlinePaymentCryptogram',
  'private_key',
  'privateKey',
  'encryption_key',
  'credential',
  'credentials',
  'code_verifier',
  'client_assertion',
  'payment_method_nonce',
  'wallet_b_token',
  'threeDsToken',
  'license_key',
  'master_key',
  'account_key',
  'recovery_code',
  'security_answer',
  'confirmationToken',
  'hmac',
  'cookie',
  'device_token',
  'merchantPassword',
  'consumer_secret',
  'oauth_token_secret',
  'jwt',
  'otp_secret',
  'totp_seed',
  'passcode',
  'x-amz-security-token',
  'signingKey',
  'hmac_key',
  'accessKey',
  'secretAccessKey',
  'webhook_signing_key',
  'mnemonic',
  'login_code',
  'signatureKey',
  'transactionKey',
];

const DIGITS_BY_NAME: readonly (readonly [name: string, secret: string])[] = [
  ['iban', 'DE02 1203 0000 0000 2020 51'],
  ['account', '004417738291'],
  ['acct_number', '881020773401'],
  ['account_no', '440078126653'],
  ['bank_account', '550912773864'],
  ['accountNumber', '661200439187'],
  ['account-number', '771043829065'],
  ['ACCOUNT_NUMBER', '880216443975'],
  ['bankAccountNumber', '993021847756'],
  ['acctNum', '102938475665'],
  ['bban', '370400440532013022'],
  ['clabe', '032180000118359719'],
  ['creditor_account', '334455661287'],
  ['beneficiaryAccountNumber', '556677881243'],
  ['bank_account_number', '77 1204 5590 83'],
  ['acct', '620019384411'],
  ['accountNo', '730029481155'],
  ['ssn', '536-22-8741'],
  ['social_security_number', '219099817'],
];

/** Short values have hardly a form: only the name tells. Their digits are looked for as values of their own. */
const SHORT: readonly (readonly [name: string, secret: string])[] = [
  ['cvc', '7381'],
  ['cvv', '6492'],
  ['cvv2', '5038'],
  ['card_cvc', '9174'],
  ['security_code', '8265'],
  ['securityCode', '3719'],
  ['csc', '2846'],
  ['verification_value', '4957'],
  ['pin', '90217'],
  ['otp', '604815'],
  ['one_time_code', '718293'],
  ['cardVerificationCode', '6073'],
  ['oneTimePassword', '551904'],
];

const boundary = '----planted7MA4YWxk';
const multipart = (parts: readonly (readonly [head: string, value: string])[]) =>
  `${parts.map(([head, value]) => `--${boundary}\r\n${head}\r\n\r\n${value}\r\n`).join('')}--${boundary}--\r\n`;
const passwordPart = (secret: string) =>
  multipart([
    ['Content-Disposition: form-data; name="user"', 'anna'],
    ['Content-Disposition: form-data; name="password"', secret],
  ]);

const utf16 = (value: string, hasMark: boolean) => Buffer.from(`${hasMark ? '\uFEFF' : ''}${value}`, 'utf16le');
const fullWidth = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const arabic = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
const grouped = (pan: string, separator: string) => pan.match(/.{1,4}/g)?.join(separator) ?? pan;
const escaped = (value: string) =>
  [...value].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const percent = (value: string) =>
  [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const entities = (value: string) => [...value].map((unit) => `&#${unit.charCodeAt(0)};`).join('');

/** Numbers of cards that nobody has published: each passes the check of its last digit. */
function card(prefix: string, length = 16): string {
  const digits = `${prefix}${String(++count * 7919).padStart(12, '3')}`.slice(0, length - 1).padEnd(length - 1, '7');
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const key = (prefix = 'sk_test_') => `${prefix}${next(24)}`;

const keysByForm: readonly PlantedCall[] = [
  bodyOf('a key with a JSON escape', json, (k) => `{"note":"${k.replaceAll('_', '\\u005f')}"}`, key()),
  bodyOf('a key of JSON escapes alone', json, (k) => `{"note":"${escaped(k)}"}`, key()),
  inJson('a key in base64', (k) => ({ note: base64(k) }), key()),
  inJson('a key in base64url', (k) => ({ note: base64url(k) }), key()),
  inJson('a key in base64 of JSON', (k) => ({ state: base64(JSON.stringify({ note: k })) }), key()),
  inJson('a key in base64 twice', (k) => ({ note: base64(base64(k)) }), key()),
  inJson('a key amid a text', (k) => ({ note: `ask anna about ${k}, she knows` }), key()),
  bodyOf('a key in a form, percent-encoded', form, (k) => `note=${percent(k)}`, key()),
  bodyOf('a key in a form, percent-encoded twice', form, (k) => `note=${encodeURIComponent(percent(k))}`, key()),
  inText('a password among signs that no one writes', (secret) => `${unwritten}\npassword=${secret}\n${unwritten}`),
  inText('a password in Base64 among them', (secret) => `${unwritten} ${base64(`password=${secret}`)}${unwritten}`),
  inText('a password in an address among them', (secret) => `${unwritten}password%3D${secret}\u0002${unwritten}`),
  inText('a table with such signs', (secret) => `id,password\n1,${secret}\u0001\n2,\u0001${unwritten}`),
  inText('a key in plain text', (k) => `STRIPE=${k}\n`, key()),
  bodyOf('a key in XML, as entities', xml, (k) => `<a><note>${entities(k)}</note></a>`, key()),
  inJson('a signing secret', (k) => ({ note: k }), key('whsec_')),
  inJson('an app token', (k) => ({ note: k }), key('pat_')),
  inJson('a payment token', (k) => ({ note: k }), key('ptok_')),
  ...['ptok_', 'pat_', 'whsec_', 'sk_test_', 'wprep_', 'app_secret_'].map((prefix) =>
    inJson(`a credential of the usual length: ${prefix}`, (k) => ({ note: k }), `${prefix}${next(20)}`),
  ),
  inJson('a restricted key', (k) => ({ note: k }), key('rk_test_')),
  inJson('a client secret by its look', (k) => ({ note: k }), `pi_${next(14)}_secret_${next(20)}`),
  inJson('a client secret of a session by its look', (k) => ({ note: k }), `cs_${next(14)}_secret_${next(20)}`),
  inJson(
    'a token of JSON (JWT)',
    (k) => ({ note: k }),
    `${base64url('{"alg":"HS256","typ":"JWT"}')}.${base64url('{"sub":"anna","scope":"pay"}')}.${next(43)}`,
  ),
  inJson('a token of GitHub', (k) => ({ note: k }), `ghp_${next(36)}`),
  inJson('a token of Slack', (k) => ({ note: k }), `xoxb-2048123456-${next(24)}`),
  inJson('a key of AWS', (k) => ({ note: k }), 'AKIAQ7DNXW3PLR5TZKVM'),
  inJson('a key of Google', (k) => ({ note: k }), `AIzaSy${next(33)}`),
  inJson('a key of SendGrid', (k) => ({ note: k }), `SG.${next(22)}.${next(43)}`),
  inJson('a token of Shopify', (k) => ({ note: k }), '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'),
  inJson('a token of npm', (k) => ({ note: k }), `npm_${next(36)}`),
  inJson('a token of GitLab', (k) => ({ note: k }), `glpat-${next(20)}`),
  inJson('a key of a language model', (k) => ({ note: k }), `sk-proj-${next(40)}`),
  inJson('a token of Square', (k) => ({ note: k }), `EAAAl${next(59)}`),
  inJson(
    'a token of Braintree',
    (k) => ({ note: k }),
    `access_token$sandbox$${next(16)}$0f1e2d3c4b5a69788796a5b4c3d2e1f0`,
  ),
  inText('a private key', (k) => `-----BEGIN PRIVATE KEY-----\n${k}\n-----END PRIVATE KEY-----\n`, `MIIEvQ${next(58)}`),
  inText('a bearer token in text', (k) => `curl -H "Authorization: Bearer ${k}"`, next(32)),
  inText('basic credentials in text', (k) => `Authorization: Basic ${base64(`anna:${k}`)}`),
  inText('a password in an address', (k) => `see https://anna:${k}@example.com/orders`),
  inText('a password in the address of a database', (k) => `postgres://shop:${k}@db.internal:5432/shop`),
];

const encodings: readonly PlantedCall[] = [
  bodyOf('gzip', { ...json, 'content-encoding': 'gzip' }, (s) => gzipSync(JSON.stringify({ password: s }))),
  bodyOf('deflate', { ...json, 'content-encoding': 'deflate' }, (s) => deflateSync(JSON.stringify({ password: s }))),
  bodyOf('brotli', { ...json, 'content-encoding': 'br' }, (s) => brotliCompressSync(JSON.stringify({ password: s }))),
  bodyOf('gzip twice', { ...json, 'content-encoding': 'gzip, gzip' }, (s) =>
    gzipSync(gzipSync(JSON.stringify({ password: s }))),
  ),
  bodyOf('gzip of which the headers say nothing', json, (s) => gzipSync(JSON.stringify({ password: s }))),
  bodyOf('UTF-16 with its charset', { 'content-type': 'application/json; charset=utf-16le' }, (s) =>
    utf16(JSON.stringify({ password: s }), false),
  ),
  bodyOf('UTF-16 with a mark', json, (s) => utf16(JSON.stringify({ password: s }), true)),
  bodyOf('UTF-16 of which nothing speaks', json, (s) => utf16(JSON.stringify({ password: s }), false)),
  bodyOf('UTF-16 big-endian', { 'content-type': 'application/json; charset=utf-16be' }, (s) =>
    utf16(JSON.stringify({ password: s }), false).swap16(),
  ),
  bodyOf(
    'latin-1',
    { 'content-type': 'application/json; charset=iso-8859-1' },
    (s) => Buffer.from(JSON.stringify({ name: 'Jörg', password: s }), 'latin1'),
    'Rhabarber-Gr\u00fc\u00dfe-Lampe',
  ),
  bodyOf('UTF-8 with a mark', json, (s) => `\uFEFF${JSON.stringify({ password: s })}`),
  inAnswer('gzip in the answer', { ...json, 'content-encoding': 'gzip' }, (s) =>
    gzipSync(JSON.stringify({ data: { client_secret: s } })),
  ),
  inAnswer('UTF-16 in the answer', { 'content-type': 'application/json; charset=utf-16le' }, (s) =>
    utf16(JSON.stringify({ client_secret: s }), true),
  ),
  bodyOf(
    'a binary body',
    { 'content-type': 'application/octet-stream' },
    (k) => Buffer.concat([Buffer.from([0, 1, 2, 255, 254]), Buffer.from(` ${k} `), Buffer.from([0, 255])]),
    key(),
  ),
];

const structures: readonly PlantedCall[] = [
  inJson('a wrapped value', (s) => ({ password: { value: s } })),
  inJson('a wrapped value, with more beside it', (s) => ({ password: { type: 'plain', value: s } })),
  inJson('old and new', (s) => ({ password: { old: 'x', new: s } })),
  inJson('a list of values', (s) => ({ tokens: [{ value: 'a' }], password: ['', s] })),
  inJson('a pair of name and value', (s) => ({ name: 'password', value: s })),
  inJson('a pair of key and value', (s) => ({ key: 'api_key', value: s })),
  inJson('a pair, value first', (s) => ({ value: s, name: 'password' })),
  inJson('a pair of field and content', (s) => ({ field: 'password', content: s })),
  inJson('a pair of id and text', (s) => ({ fields: [{ id: 'secret', text: s }] })),
  inJson('a list of pairs', (s) => [
    { Name: 'user', Value: 'anna' },
    { Name: 'Password', Value: s },
  ]),
  inJson(
    'a pair as a list',
    (s) => ({
      headers: [
        ['accept', '*/*'],
        ['authorization', `Bearer ${s}`],
      ],
    }),
    next(30),
  ),
  inJson('a flat list of headers', (s) => ({ rawHeaders: ['Accept', '*/*', 'X-Api-Key', s] }), next(30)),
  inJson('JSON in a text of JSON', (s) => ({ payload: JSON.stringify({ user: 'anna', password: s }) })),
  inJson('JSON in JSON in JSON', (s) => ({ a: JSON.stringify({ b: JSON.stringify({ password: s }) }) })),
  inJson('JSON in base64', (s) => ({ state: base64(JSON.stringify({ password: s })) })),
  inJson('JSON in base64url without an end', (s) => ({
    state: base64url(JSON.stringify({ user: 'an', password: s })),
  })),
  inJson('gzip in base64', (s) => ({ blob: gzipSync(JSON.stringify({ password: s })).toString('base64') })),
  inJson('a form in a text of JSON', (s) => ({ body: `user=anna&password=${encodeURIComponent(s)}` })),
  inJson('an address with a token', (s) => ({ callback: `https://shop.example/return?order=1&token=${s}` }), next(28)),
  inJson(
    'an address with a token behind #',
    (s) => ({ callback: `https://shop.example/return#access_token=${s}&token_type=bearer` }),
    next(28),
  ),
  inJson('variables of GraphQL', (s) => ({
    query: 'mutation($p: String!) { login(password: $p) { id } }',
    variables: { password: s },
  })),
  inJson('an argument of GraphQL', (s) => ({ query: `mutation { login(user: "anna", password: "${s}") { id } }` })),
  inJson('deep', (s) => ({ a: { b: [{ c: { d: [{ credentials: { password: s } }] } }] } })),
  bodyOf('a name with a JSON escape', json, (s) => `{"pass\\u0077ord":"${s}"}`),
  bodyOf('a name twice', json, (s) => `{"password":"${s}","password":"x"}`),
  bodyOf('JSON cut in the middle', json, (s) => `{"user":"anna","password":"${s}","rest":[1,2`),
  bodyOf('JSON with a comma too many', json, (s) => `{"password":"${s}",}`),
  bodyOf('JSON with single quotes', json, (s) => `{'password': '${s}'}`),
  bodyOf('JSON as plain text', text, (s) => JSON.stringify({ password: s })),
  bodyOf('JSON without a content type', {}, (s) => JSON.stringify({ password: s })),
  bodyOf('JSON called a form', form, (s) => JSON.stringify({ password: s })),
  bodyOf('lines of JSON', { 'content-type': 'application/x-ndjson' }, (s) => `{"user":"anna"}\n{"password":"${s}"}\n`),
  inAnswer(
    'events of a server',
    { 'content-type': 'text/event-stream' },
    (s) => `event: made\ndata: {"client_secret":"${s}"}\n\n`,
  ),
  bodyOf('a form', form, (s) => `user=anna&password=${s}`),
  bodyOf('a form with brackets', form, (s) => `user[name]=anna&user[password]=${s}`),
  bodyOf('a form with encoded brackets', form, (s) => `user%5Bname%5D=anna&user%5Bpassword%5D=${s}`),
  bodyOf('a form with dots', form, (s) => `user.name=anna&user.password=${s}`),
  bodyOf('a form with an encoded name', form, (s) => `%70assword=${s}`),
  bodyOf('a form without a content type', {}, (s) => `user=anna&password=${s}`),
  bodyOf('a form with pluses', form, (s) => `password=${s.replaceAll(' ', '+')}&a=1`, `${next(6)} red lamp ${next(6)}`),
  bodyOf('JSON in a form', form, (s) => `payload=${encodeURIComponent(JSON.stringify({ password: s }))}`),
  bodyOf('a multipart body', { 'content-type': `multipart/form-data; boundary=${boundary}` }, passwordPart),
  bodyOf('a multipart body without its boundary', { 'content-type': 'multipart/form-data' }, passwordPart),
  bodyOf('a multipart body without a content type', {}, passwordPart),
  bodyOf('a multipart body of plain text', text, passwordPart),
  bodyOf(
    'a name without quotes in a multipart body',
    { 'content-type': `multipart/form-data; boundary=${boundary}` },
    (s) => multipart([['Content-Type: text/plain\r\nContent-Disposition: form-data; name=password', s]]),
  ),
  bodyOf('JSON in a multipart body', { 'content-type': `multipart/form-data; boundary=${boundary}` }, (s) =>
    multipart([
      [
        'Content-Disposition: form-data; name="meta"\r\nContent-Type: application/json',
        JSON.stringify({ password: s }),
      ],
    ]),
  ),
  bodyOf('base64 in a multipart body', { 'content-type': `multipart/form-data; boundary=${boundary}` }, (s) =>
    multipart([['Content-Disposition: form-data; name="password"\r\nContent-Transfer-Encoding: base64', base64(s)]]),
  ),
  bodyOf('a file in a multipart body', { 'content-type': `multipart/form-data; boundary=${boundary}` }, (s) =>
    multipart([['Content-Disposition: form-data; name="file"; filename="a.env"', `DB_PASSWORD=${s}\n`]]),
  ),
  bodyOf('XML', xml, (s) => `<login><user>anna</user><password>${s}</password></login>`),
  bodyOf(
    'XML with a space of names',
    xml,
    (s) => `<w:login xmlns:w="urn:w"><w:Password Type="text">${s}</w:Password></w:login>`,
  ),
  bodyOf('XML as data', xml, (s) => `<login><password><![CDATA[${s}]]></password></login>`),
  bodyOf('an attribute of XML', xml, (s) => `<login user="anna" password="${s}"/>`),
  inAnswer(
    'a field of a page',
    { 'content-type': 'text/html' },
    (s) => `<form><input type="hidden" name="csrf_token" value="${s}"></form>`,
    next(32),
  ),
  inText('YAML', (s) => `user: anna\npassword: ${s}\n`),
  inText('YAML in quotes', (s) => `user: anna\npassword: "${s}"\n`),
  inText('a file of variables', (s) => `export DB_PASSWORD='${s}'\n`),
  inText('an INI file', (s) => `[db]\npassword = ${s}\n`),
  bodyOf('a table', { 'content-type': 'text/csv' }, (s) => `user,password,city\nanna,${s},Ulm\n`),
];

const pan = () => card('4539');
const cards: readonly PlantedCall[] = [
  inJson('a card number', (p) => ({ card: { number: p } }), pan()),
  inJson('a card number as a number', (p) => ({ card: { number: Number(p) } }), pan()),
  inJson('a card number in a text', (p) => ({ note: `paid with ${p} today` }), pan()),
  inJson('a card number glued to words', (p) => ({ note: `card=${p};x` }), pan()),
  ...(
    [
      ['spaces', ' '],
      ['hyphens', '-'],
      ['dots', '.'],
      ['no-break spaces', '\u00a0'],
      ['narrow no-break spaces', '\u202f'],
      ['thin spaces', '\u2009'],
      ['en dashes', '\u2013'],
      ['zero-width spaces', '\u200b'],
      ['underscores', '_'],
      ['slashes', '/'],
      ['two spaces', '  '],
      ['tabs', '\t'],
      ['middle dots', '\u00b7'],
    ] as const
  ).map(([called, separator]) =>
    inJson(`a card number with ${called}`, (p) => ({ note: grouped(p, separator) }), pan()),
  ),
  inJson('a card number in full-width digits', (p) => ({ note: fullWidth(p) }), pan()),
  inJson('a card number in Arabic digits', (p) => ({ note: arabic(p) }), pan()),
  inJson('a card number in base64', (p) => ({ note: base64(p) }), pan()),
  inJson('a card number in base64url, amid a text', (p) => ({ note: `ref ${base64url(`pan:${p}`)} end` }), pan()),
  inJson('a card number split in a list', (p) => ({ note: p.match(/.{4}/g) }), pan()),
  inJson('a card number as a list of digits', (p) => ({ digits: [...p].map(Number) }), pan()),
  inJson(
    'a card number split in an object',
    (p) => ({ number: { a: p.slice(0, 4), b: p.slice(4, 8), c: p.slice(8, 12), d: p.slice(12) } }),
    pan(),
  ),
  bodyOf(
    'a card number split in a form',
    form,
    (p) => `n1=${p.slice(0, 4)}&n2=${p.slice(4, 8)}&n3=${p.slice(8, 12)}&n4=${p.slice(12)}`,
    pan(),
  ),
  bodyOf('a card number of JSON escapes', json, (p) => `{"note":"${escaped(p)}"}`, pan()),
  bodyOf('a card number, percent-encoded', form, (p) => `note=${percent(p)}`, pan()),
  bodyOf('a card number in a form with pluses', form, (p) => `note=${grouped(p, '+')}`, pan()),
  bodyOf('a card number in XML', xml, (p) => `<Card><Num>${p}</Num></Card>`, pan()),
  bodyOf('a card number in a table', { 'content-type': 'text/csv' }, (p) => `id,pan\n1,${p}\n`, pan()),
  inJson(
    'the number of an American Express card',
    (p) => ({ note: `${p.slice(0, 4)} ${p.slice(4, 10)} ${p.slice(10)}` }),
    card('3799', 15),
  ),
  inJson('the number of a Mastercard', (p) => ({ note: p }), card('2223')),
  inJson('a card number of 19 digits', (p) => ({ note: p }), card('6304', 19)),
  inJson('the track of a card', (p) => ({ track2: `;${p}=28121010000012300000?` }), pan()),
  bodyOf(
    'a card number in UTF-16',
    { 'content-type': 'text/plain; charset=utf-16le' },
    (p) => utf16(`card ${p}`, false),
    pan(),
  ),
];

const accounts: readonly PlantedCall[] = [
  ...DIGITS_BY_NAME.map(([name, secret]) => named(name, secret)),
  inJson('an account as a number', (s) => ({ account_number: Number(s) }), '730018264459'),
  inJson('the number of a bank account', (s) => ({ bank_account: { number: s } }), '840017263548'),
  inJson('the account of a bank account', (s) => ({ bankAccount: { account: s } }), '950016253748'),
  inJson('a wrapped account', (s) => ({ account_number: { value: s } }), '160015243948'),
  inJson('a pair with an account', (s) => ({ name: 'account_number', value: s }), '270014233847'),
  bodyOf('an account in a form', form, (s) => `bank_account[account_number]=${s}`, '380013223746'),
  bodyOf('an account in XML', xml, (s) => `<Acct><AccountNumber>${s}</AccountNumber></Acct>`, '490012213645'),
  inJson('an IBAN in a text', (s) => ({ note: `please pay to ${s} by Friday` }), 'GB33BUKB20201555555555'),
  inJson(
    'an IBAN in groups in a text',
    (s) => ({ note: `please pay to ${s} by Friday` }),
    'FR14 2004 1010 0505 0001 3M02 606',
  ),
  inJson('an IBAN in small letters', (s) => ({ note: s }), 'nl91abna0417164300'),
  inJson('an IBAN with no-break spaces', (s) => ({ note: s }), 'BE68\u00a05390\u00a00754\u00a07034'),
  inJson('an IBAN with hyphens', (s) => ({ note: s }), 'CH93-0076-2011-6238-5295-7'),
  inJson('an IBAN in base64', (s) => ({ note: base64(s) }), 'AT611904300234573201'),
  inJson(
    'an IBAN in full-width characters',
    (s) => ({ note: [...s].map((c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0)).join('') }),
    'ES9121000418450200051332',
  ),
  bodyOf(
    'an IBAN in XML',
    xml,
    (s) => `<CdtrAcct><Id><IBAN>${s}</IBAN></Id></CdtrAcct>`,
    'IT60X0542811101000000123456',
  ),
  bodyOf('an IBAN of JSON escapes', json, (s) => `{"note":"${escaped(s)}"}`, 'PL61109010140000071219812874'),
];

const headers: readonly PlantedCall[] = [
  inHeader('authorization', (s) => `Bearer ${s}`),
  inHeader('authorization', (s) => `Basic ${base64(`anna:${s}`)}`),
  inHeader('authorization'),
  inHeader('authorization', (s) => `Token token="${s}"`),
  inHeader('authorization', (s) => `Digest username="anna", response="${s}"`),
  inHeader('x-api-key'),
  inHeader('x-auth-token'),
  inHeader('proxy-authorization', (s) => `Basic ${base64(`proxy:${s}`)}`),
  inHeader('x-amz-security-token'),
  inHeader('ocp-apim-subscription-key'),
  inHeader('x-shopify-access-token'),
  inHeader('x-csrf-token'),
  inHeader('x-client-secret'),
  inHeader('x-session-id'),
  inHeader('x-hub-signature-256', (s) => `sha256=${s}`),
  inHeader('service-signature', (s) => `t=1,v1=${s}`),
  inHeader('stripe-signature', (s) => `t=1,v1=${s}`),
  inHeader('cookie', (s) => `theme=dark; JSESSIONID=${s}`),
  inHeader('cookie', (s) => `cart="${s}"`),
  inHeader('x-params', (s) => JSON.stringify({ password: s })),
  inHeader('x-context', (s) => base64(JSON.stringify({ password: s }))),
  inHeader('referer', (s) => `https://shop.example/?token=${s}`),
  inHeader('x-note', (s) => `key ${s} here`, key()),
  inHeader('x-note', (s) => grouped(s, ' '), pan()),
  inHeader('x-note', (s) => s, 'SE4550000000058398257466'),
  {
    what: 'a cookie that is set',
    secret: 'Kd8sLq02mZx7Tb4w',
    answer: { headers: { ...json, 'set-cookie': 'sid=Kd8sLq02mZx7Tb4w; Path=/; HttpOnly' }, body: '{}' },
  },
  {
    what: 'a token in Location',
    secret: 'Vn3xRw81pTc6Hd5y',
    answer: {
      headers: { ...json, location: 'https://shop.example/cb?code=1&access_token=Vn3xRw81pTc6Hd5y' },
      body: '{}',
    },
  },
  {
    what: 'a nonce of a digest',
    secret: 'Jm4kZs92qXv8Bg3t',
    answer: { headers: { ...json, 'www-authenticate': 'Bearer realm="x", session="Jm4kZs92qXv8Bg3t"' }, body: '{}' },
  },
];

const atPath = (what: string, make: (secret: string) => string, secret = word()): PlantedCall => ({
  what,
  secret,
  path: make(secret),
});
const addresses: readonly PlantedCall[] = [
  atPath('a password in the query', (s) => `/x?user=anna&password=${s}`),
  atPath('a name that is encoded in the query', (s) => `/x?%70assword=${s}`),
  atPath('a key in the query, encoded', (s) => `/x?q=${s.replaceAll('_', '%5F')}`, key()),
  atPath('a key in the path', (s) => `/keys/${s}/roll`, key()),
  atPath('a key in the path, encoded', (s) => `/keys/${percent(s)}`, key()),
  atPath('a card number in the path', (s) => `/cards/${s}`, pan()),
  atPath('a card number in the query, with pluses', (s) => `/x?q=${grouped(s, '+')}`, pan()),
  atPath('an IBAN in the path', (s) => `/accounts/${s}`, 'DK5000400440116243'),
  atPath(
    'an address in the query',
    (s) => `/x?next=${encodeURIComponent(`https://shop.example/?token=${s}`)}`,
    next(28),
  ),
  atPath('JSON in the query', (s) => `/x?filter=${encodeURIComponent(JSON.stringify({ password: s }))}`),
  atPath('a client secret in the path', (s) => `/embed/${s}`, `cs_${next(14)}_secret_${next(20)}`),
  atPath('a password in a matrix parameter', (s) => `/x;password=${s}/y`),
];

/** A secret that one place makes known, and another place shows without a name and without a form. */
const again = (
  what: string,
  show: (secret: string) => string,
  type: Readonly<Record<string, string>> = text,
  secret = word(),
): PlantedCall => ({
  what: `seen once, then ${what}`,
  secret,
  headers: json,
  body: JSON.stringify({ password: secret }),
  answer: { headers: type, body: show(secret) },
});
const repeated: readonly PlantedCall[] = [
  again('in a text', (s) => `we mailed ${s} to anna`),
  again('in JSON under another name', (s) => JSON.stringify({ echo: s }), json),
  again('of JSON escapes', (s) => `{"echo":"${escaped(s)}"}`, json),
  again('in base64', (s) => JSON.stringify({ echo: base64(s) }), json),
  again('within base64', (s) => JSON.stringify({ echo: base64(`anna:${s}:x`) }), json),
  again('percent-encoded', (s) => `echo=${percent(s)}`, form),
  again('as the name of a field', (s) => JSON.stringify({ [s]: 1 }), json),
  again('in XML as entities', (s) => `<a>${entities(s)}</a>`, xml),
  again('with quotes that JSON escapes', (s) => JSON.stringify({ echo: `<${s}>` }), json, `he"llo\\${word()}`),
  again('in letters beyond ASCII', (s) => JSON.stringify({ echo: s }), json, `Пароль-${word()}-ключ`),
  again('in a form, with letters beyond ASCII', (s) => `echo=${encodeURIComponent(s)}`, form, `Zwölf-${word()}-Ähren`),
  {
    what: 'shown before it is known',
    secret: 'Early-Bird-8812-Wagon',
    path: '/x?seen=Early-Bird-8812-Wagon',
    headers: json,
    body: '{"echo":1}',
    answer: { headers: json, body: '{"client_secret":"Early-Bird-8812-Wagon"}' },
  },
];

export const PLANTED: readonly PlantedCall[] = [
  ...BY_NAME.map((name) => named(name)),
  ...keysByForm,
  ...encodings,
  ...structures,
  ...cards,
  ...accounts,
  ...headers,
  ...addresses,
  ...repeated,
];
export const PLANTED_SHORT: readonly PlantedCall[] = SHORT.map(([name, secret]) => named(name, secret));
