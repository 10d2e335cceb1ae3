import type { SessionGrant } from '@latchkey/wire/login/fields'
import type { LoginParts } from '../LoginParts.js'
import type { Flow } from '../session/flows.js'
import type { NewSession } from '../session/sessions.js'

type ProvenIdentity = {
  readonly issuer: string
  readonly subject: string
  readonly email?: string | undefined
  readonly userName?: string | undefined
}

/**
 * Creates a session for a proven identity. Accounts are keyed by issuer and subject; the session
 * stores our own name of the provider.
 */
export async function createSocialSession(
  { accounts, sessions }: Pick<LoginParts, 'accounts' | 'sessions'>,
  { projectId, origin, method }: Pick<Flow, 'projectId' | 'origin' | 'method'>,
  { issuer, subject, email, userName }: ProvenIdentity,
  binding: Pick<NewSession, 'frameKey' | 'allowsRecovery' | 'isByNumber'>,
): Promise<SessionGrant> {
  const account = await accounts.getOrCreate({
    issuer,
    subject,
    ...(email !== undefined && { email }),
    ...(userName !== undefined && { userName }),
  })
  return sessions.create({
    accountId: account.id,
    projectId,
    origin,
    issuer: method,
    ...binding,
    // Apple sends a name at the first log-in only.
    ...(account.userName !== null && { userName: account.userName }),
  })
}
