import type { Context } from '../kernel/context.ts';
import { products } from '../resources/product/model.ts';
import { type Content, html } from './html.ts';
import { shownImage } from './layout.ts';

/** The pictures of products, for beside their names: those that there are and that a page may show. */
export const picturesOf = (ctx: Context, lines: readonly { readonly product_id: string }[]): Content[] =>
  lines.map(({ product_id }) => {
    const image = shownImage(ctx.find(products, product_id)?.image_url);
    return image !== null && html`<img class="row-picture" src="${image}" alt="" width="32" height="32">`;
  });
