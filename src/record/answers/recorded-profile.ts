import type { Registry } from '../../core/kernel/declare/registry.ts';
import { Profile } from '../../sandbox/profile/profile.ts';
import type { HeadLine } from '../format.ts';

/** The profile that the recorded emulator used; undefined if it used its own assumptions. */
export const profileIn = ({ options: { profile } }: HeadLine, registry: Registry): Profile | undefined =>
  profile === undefined ? undefined : new Profile(profile, registry);
