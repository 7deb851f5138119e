import type { Assets } from '../../pages/assets.ts';
import { html } from '../../pages/html.ts';
import { documentPolicy, pageHead } from './docs/layout.ts';

/** The policy of the docs, but with mails in a frame and without forms. */
export const inspectorPolicy = documentPolicy.replace("form-action 'self'", "frame-src 'self'; form-action 'none'");

/** The inspector page. It contains no data, because its script requests everything. */
export const inspectorPage = (assets: Assets): string =>
  html`<!doctype html>
<html lang="en">
${pageHead({ assets, title: 'Inspector', sheet: 'inspector', scripts: ['inspector'] })}
<body>
<div id="inspector" data-judge="${assets.pathOf('judge.js')}"></div>
<noscript><p>The inspector needs JavaScript; <a href="/docs">the documents</a> do not.</p></noscript>
</body>
</html>
`.text;
