import { emailCaptureFeature, emailRequired, signInFeature } from '@latchkey/wire/http/signIn'
import type { Caller } from '../../http/route.js'
import type { Project } from '../../projects/Project.js'
import { signInError } from './signInErrors.js'

/** What sign-in needs of a caller. */
export type SignInCaller = Pick<
  Caller,
  'project' | 'origin' | 'allowsOrigin' | 'publicUrl' | 'network' | 'signal'
>

/** Off until the operator turns it on. Throws an ApiError. */
export function assertSignInOn(project: Project): void {
  if (!findFeature(project, signInFeature)) throw signInError('sign-in-off')
}

/** Whether sign-ins of the project may or must have a confirmed email. */
export function getEmailCapture(project: Project): 'off' | 'optional' | 'required' {
  const config = findFeature(project, emailCaptureFeature)
  if (!config) return 'off'
  return config.includes(emailRequired) ? 'required' : 'optional'
}

/** The page's origin. The login site may call for every project, but not sign in. Throws an ApiError. */
export function requireOrigin({
  origin,
  allowsOrigin,
}: Pick<SignInCaller, 'origin' | 'allowsOrigin'>): string {
  if (origin === undefined || !allowsOrigin(origin)) throw signInError('origin')
  return origin
}

/** The list of a feature that is on. */
function findFeature({ features }: Project, name: string): readonly string[] | undefined {
  return features.find(({ id, isEnabled }) => id === name && isEnabled)?.config ?? undefined
}
