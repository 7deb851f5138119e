import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { make } from '../lib/dom.ts';

const languages = { bash, go, javascript, json, php, python, ruby, typescript, xml, yaml };

/** How long a button shows that the text was copied, in milliseconds. */
const saidFor = 2_000;

/** Highlights the examples of a page, and adds a button to copy each example. */
export function dressCode(): void {
  for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
  for (const pre of document.querySelectorAll<HTMLPreElement>('pre')) {
    const code = pre.querySelector('code') ?? pre;
    const text = code.textContent ?? '';
    const language = /\blanguage-(\w+)/.exec(code.className)?.[1];
    if (language !== undefined && hljs.getLanguage(language) !== undefined)
      code.innerHTML = hljs.highlight(text, { language }).value;
    addCopyButton(pre, text.trimEnd());
  }
}

/** A text as highlighted JSON. A text that is not JSON stays unchanged. */
export function coloredJson(text: string): HTMLElement {
  const code = make('code', {}, [text]);
  try {
    const indented = JSON.stringify(JSON.parse(text), null, 2);
    code.innerHTML = hljs.highlight(indented, { language: 'json' }).value;
  } catch {
    // A response without a body, or a file.
  }
  return code;
}

function addCopyButton(pre: HTMLPreElement, text: string): void {
  const button = make('button', { class: 'copy', type: 'button' }, ['Copy']);
  const frame = make('div', { class: 'code' });
  pre.replaceWith(frame);
  frame.append(pre, button);
  const told = make('span', { class: 'visually-hidden', role: 'status' });
  frame.append(told);
  button.addEventListener('click', async () => {
    const isCopied = await copy(text);
    button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C';
    told.textContent = isCopied ? 'Copied' : '';
    if (!isCopied) getSelection()?.selectAllChildren(pre);
    setTimeout(() => {
      button.textContent = 'Copy';
      told.textContent = '';
    }, saidFor);
  });
}

/**
 * Copies a text, and returns whether the copy succeeded. Browsers offer the clipboard only to secure pages, which
 * include the pages of this machine.
 */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
