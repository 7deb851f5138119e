// A capture takes hidden texts alone. The compiler refuses each mistake on the line below its comment: if one compiles,
// `npm run types` fails with "Unused '@ts-expect-error' directive".
import type { HarCall } from '../../src/emulator/fidelity/capture/har.ts';
import type { CaptureFile } from '../../src/emulator/fidelity/capture/write-capture.ts';
import type { Hidden, HiddenTexts } from '../../src/payments/secrets/hidden-texts.ts';

declare const file: CaptureFile;
declare const texts: HiddenTexts;
declare const hidden: HarCall<Hidden>;

const end = file.begin();
end(hidden, {});
end({ ...hidden, request: { ...hidden.request, url: texts.url('https://sandbox.example.com/?token=a') } }, {});

// An address as it came.
// @ts-expect-error
end({ ...hidden, request: { ...hidden.request, url: 'https://sandbox.example.com/?token=a' } }, {});

// A header as it came.
// @ts-expect-error
end({ ...hidden, response: { ...hidden.response, headers: [{ name: texts.text('a'), value: 'b' }] } }, {});

// A hidden text that something was added to.
// @ts-expect-error
end({ ...hidden, comment: `${texts.text('a')} b` }, {});
