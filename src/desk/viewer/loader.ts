import { decompress } from './decompress.ts';

/* Starts the viewer, which is compressed in the page. The policy of the page allows the viewer by its hash. */

try {
  const viewer = document.createElement('script');
  viewer.type = 'module';
  viewer.textContent = await decompress('viewer');
  document.body.append(viewer);
} catch {
  const told = document.createElement('p');
  told.textContent = 'This page is damaged, or the browser is too old to show it. Use a browser from 2024 or later.';
  document.getElementById('inspector')!.replaceChildren(told);
}
