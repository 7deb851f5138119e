import { slice } from '../../core/kernel/declare/slice.ts';
import { rules } from './rules.ts';
import { platformSettings } from './settings.ts';

/** The declarations that all payments share. */
export const platform = slice('platform', { settings: [platformSettings], collections: [rules] });
