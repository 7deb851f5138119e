/* The functions that draw ids and compute digests: modules need them when they load, but a record never calls them. */

const hash = { update: () => hash, digest: () => new Uint8Array(32) };

const refuse = (): never => {
  throw new Error('A recorded run cannot create ids.');
};

export const createHash = () => hash;
export const createHmac = refuse;
export const createCipheriv = refuse;
export const randomBytes = refuse;
export const timingSafeEqual = refuse;
