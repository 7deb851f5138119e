import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Brand, brandIcon, brandKey, brandSheet } from './brand.ts';

/** A file for the browser. Its URL contains a hash of its bytes, so that browsers can cache it forever. */
interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
}

interface AddressedAsset extends Asset {
  readonly path: string;
}

const prefix = '/_assets/';

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** `scripts/build.js` puts the files beside the built program. The sources use the files of the last build. */
export function browserFolder(): string {
  const beside = join(import.meta.dirname, 'browser');
  return import.meta.filename.endsWith('.ts') ? join(import.meta.dirname, '../../dist/browser') : beside;
}

/** The source expression for a script or a style in a content security policy. */
export const policyHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The scripts and styles of the pages. Each file is read on its first request. */
export class Assets {
  readonly #folder: string;
  readonly #read = new Map<string, AddressedAsset>();

  constructor(folder: string = browserFolder()) {
    this.#folder = folder;
  }

  /**
   * The URL of a file, such as `checkout.js`.
   * @throws if the build has not created the file
   */
  pathOf(name: string): string {
    return this.#named(name).path;
  }

  /**
   * A file by its plain name, for URLs without a hash.
   * @throws if the build has not created the file
   */
  file(name: string): Asset {
    return this.#named(name);
  }

  /** The stylesheet with a brand's color. */
  brandSheetPath({ color }: Pick<Brand, 'color'>): string {
    return `${prefix}brand-${brandKey(color)}.css`;
  }

  brandIconPath({ color }: Pick<Brand, 'color'>): string {
    return `${prefix}icon-${brandKey(color)}.svg`;
  }

  /** The icon of a brand, for a URL that does not change. */
  brandIcon({ color }: Pick<Brand, 'color'>): Buffer {
    return Buffer.from(brandIcon(brandKey(color)));
  }

  /** The file at a URL below `/_assets/`; undefined if no file has this name and hash. */
  at(file: string): Asset | undefined {
    const generated = /^(brand|icon)-([0-9a-f]{6})\.(css|svg)$/.exec(file);
    if (generated?.[1] === 'brand' && generated[3] === 'css') {
      return { type: types.css!, bytes: Buffer.from(brandSheet(generated[2]!)) };
    }
    if (generated?.[1] === 'icon' && generated[3] === 'svg') {
      return { type: 'image/svg+xml', bytes: Buffer.from(brandIcon(generated[2]!)) };
    }
    const [, stem, extension] = /^([a-z][a-z0-9-]*)-[0-9a-f]{10}\.(js|mjs|css)$/.exec(file) ?? [];
    if (stem === undefined || !existsSync(join(this.#folder, `${stem}.${extension}`))) return undefined;
    const asset = this.#named(`${stem}.${extension}`);
    return asset.path === prefix + file ? asset : undefined;
  }

  #named(name: string): AddressedAsset {
    const known = this.#read.get(name);
    if (known !== undefined) return known;
    const [stem, extension] = name.split('.') as [string, string];
    let bytes: Buffer;
    try {
      bytes = readFileSync(join(this.#folder, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new Error(`${name} is missing from the built pages. Run 'npm run build'. (${(error as Error).message})`);
    }
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
    const named = { path: `${prefix}${stem}-${hash}.${extension}`, type: types[extension]!, bytes };
    this.#read.set(name, named);
    return named;
  }
}
