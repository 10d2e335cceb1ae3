import type { LoginUser } from '../login/store.js'
import * as limits from '../runtime/limits.js'
import { shortenName } from './name.js'

/** What a person knows their login by: the address or the name, cut where it would fill a line. */
export function loginName(user: LoginUser | undefined): string | undefined {
  const name = user?.email ?? user?.userName
  return name === undefined ? undefined : shortenName(name, limits.emailLabelLength)
}
