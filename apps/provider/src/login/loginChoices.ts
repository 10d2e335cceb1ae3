import type { Project } from '../projects/Project.js'

/**
 * What an operator can have done differently in a project's logins: new devices approved by a link
 * first, and confirmations always in a window of their own, which no page can paint over.
 */
export const LOGIN_CHOICES = ['device_approval', 'confirm_in_window'] as const

export type LoginChoice = (typeof LOGIN_CHOICES)[number]

/** Off until the operator turns it on. */
export function isChosen({ features }: Pick<Project, 'features'>, choice: LoginChoice): boolean {
  return features.some(({ id, isEnabled, config }) => id === choice && isEnabled && config != null)
}
