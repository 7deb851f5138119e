/**
 * Node's client of HTTP. A module that imports `node:http` makes Node 24 load `fetch` with it, which takes as long as a
 * fifth of a start.
 */
export const { request, get, STATUS_CODES } = process.getBuiltinModule('node:http');
