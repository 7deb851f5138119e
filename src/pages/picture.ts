import type { Context } from '../core/kernel/context.ts';
import { products } from '../payments/resources/product/model.ts';
import { type Content, html } from './html.ts';
import { shownImage } from './layout.ts';

/** The pictures of products, beside their names, if a page is allowed to show them. */
export const picturesOf = (ctx: Context, lines: readonly { readonly product_id: string }[]): Content[] =>
  lines.map(({ product_id }) => {
    const image = shownImage(ctx.find(products, product_id)?.image_url);
    return image !== null && html`<img class="row-picture" src="${image}" alt="" width="32" height="32">`;
  });
