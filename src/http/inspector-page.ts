import type { Assets } from '../pages/assets.ts';
import { html } from '../pages/html.ts';
import { brand } from './docs/layout.ts';

/** Scripts and styles of the emulator's own, its calls, and its mails in a frame: nothing else, and nothing around it. */
export const inspectorPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The page that the inspector draws itself in. It holds nothing of the sandbox: what is there the script asks for. */
export const inspectorPage = (assets: Assets): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Inspector · payments-emulator</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<link rel="icon" href="${assets.brandIconPath(brand)}" type="image/svg+xml">
<link rel="stylesheet" href="${assets.pathOf('inspector.css')}">
<link rel="stylesheet" href="${assets.brandSheetPath(brand)}">
<script type="module" src="${assets.pathOf('inspector.js')}"></script>
</head>
<body>
<div id="inspector"></div>
<noscript><p>The inspector needs JavaScript; <a href="/docs">the documents</a> do not.</p></noscript>
</body>
</html>
`.text;
