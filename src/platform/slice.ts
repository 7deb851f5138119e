import { slice } from '../kernel/declare/slice.ts';
import { rules } from './rules.ts';
import { platformSettings } from './settings.ts';

/** What all payments share. */
export const platform = slice('platform', { settings: [platformSettings], collections: [rules] });
