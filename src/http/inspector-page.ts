import type { Assets } from '../pages/assets.ts';
import { html } from '../pages/html.ts';
import { documentPolicy, pageHead } from './docs/layout.ts';

/** As that of the documents, with mails in a frame and no forms. */
export const inspectorPolicy = documentPolicy.replace("form-action 'self'", "frame-src 'self'; form-action 'none'");

/** The page that the inspector draws itself in. It holds nothing of the sandbox: what is there the script asks for. */
export const inspectorPage = (assets: Assets): string =>
  html`<!doctype html>
<html lang="en">
${pageHead({ assets, title: 'Inspector', sheet: 'inspector', scripts: ['inspector'] })}
<body>
<div id="inspector"></div>
<noscript><p>The inspector needs JavaScript; <a href="/docs">the documents</a> do not.</p></noscript>
</body>
</html>
`.text;
