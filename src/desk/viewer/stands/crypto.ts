/* What draws ids and makes digests is made with the state, and never asked in a record. */

const hash = { update: () => hash, digest: () => new Uint8Array(32) };

const refuse = (): never => {
  throw new Error('A record draws no ids.');
};

export const createHash = () => hash;
export const createHmac = refuse;
export const createCipheriv = refuse;
export const randomBytes = refuse;
export const timingSafeEqual = refuse;
