import { slice } from '../../core/kernel/declare/slice.ts';
import { platformSettings } from './settings.ts';
import { rules } from './workspace-rules.ts';

/** The declarations that all payments have in common. */
export const platform = slice('platform', { settings: [platformSettings], collections: [rules] });
