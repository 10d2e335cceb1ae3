import type { Project } from '../../projects/Project.js'

/**
 * Features of a project's log-ins that an operator turns on: new devices are approved by a link first,
 * confirmations open in a window of the login site, pages may take codes in a field of their own.
 */
export const loginFeatures = ['device_approval', 'confirm_in_window', 'otp_in_page'] as const

export type LoginFeature = (typeof loginFeatures)[number]

/** Off until the operator turns it on. */
export function isFeatureEnabled(
  { features }: Pick<Project, 'features'>,
  choice: LoginFeature,
): boolean {
  return features.some(({ id, isEnabled, config }) => id === choice && isEnabled && config != null)
}
