/* The calls of the viewer are its own: what they send is what their schemas say. */

export const compile = () => () => null;
export const firstFault = () => null;
export const allFaults = () => [];
