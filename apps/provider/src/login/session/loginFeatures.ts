import type { Project } from '../../projects/Project.js'

/**
 * Log-in features that an operator turns on: approval of new devices by a mailed link,
 * confirmations in a window of the login site, codes typed in the page.
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
