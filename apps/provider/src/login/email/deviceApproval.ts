import type { Project } from '../../projects/Project.js'

/** The feature by which an operator has new devices approved by a link first. */
export const DEVICE_APPROVAL = 'device_approval'

/** Off until the operator turns it on. */
export function wantsDeviceApproval({ features }: Project): boolean {
  return features.some(
    ({ id, isEnabled, config }) => id === DEVICE_APPROVAL && isEnabled && config != null,
  )
}
