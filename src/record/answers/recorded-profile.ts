import type { Registry } from '../../core/kernel/declare/registry.ts';
import { Profile } from '../../sandbox/profile/profile.ts';
import type { HeadLine } from '../format.ts';

/** The profile by which the emulator of a record answered; undefined: it answered as it assumes. */
export const profileIn = ({ options: { profile } }: HeadLine, registry: Registry): Profile | undefined =>
  profile === undefined ? undefined : new Profile(profile, registry);
