/**
 * The schemas of the control API's responses, and of the inputs that have their own type. Handlers, the typed client
 * and the docs take their types from here.
 */
export * from './wire/clock.ts';
export * from './wire/common.ts';
export * from './wire/comparison.ts';
export * from './wire/events.ts';
export * from './wire/history.ts';
export * from './wire/mail.ts';
export * from './wire/marks.ts';
export * from './wire/objects.ts';
export * from './wire/outcomes.ts';
export * from './wire/requests.ts';
export * from './wire/status.ts';
export * from './wire/stream.ts';
export * from './wire/triggers.ts';
export * from './wire/webhooks.ts';
export * from './wire/workspaces.ts';
