import type { Sql } from 'postgres'
import type { Clock } from '../clock.js'
import type { StructuredSettings } from '../config/structuredSettings.js'
import type { RawRoute, Route } from '../http/route.js'
import type { TokenKeys } from '../keys/tokenKeys.js'
import type { Log } from '../log.js'
import type { Nodes } from '../nodes/Nodes.js'
import { signInKeyRoutes, signInRoutes } from '../routes/signIn/index.js'
import type { Signatures } from '../sources/signatures/createSignatures.js'
import { createEmailCodes } from '../sources/signIn/createEmailCodes.js'
import { createSignIn } from '../sources/signIn/createSignIn.js'
import { createVerifySignIn } from '../sources/signIn/verifySignIn.js'
import { createSignInEmailStore } from '../store/signInEmails.js'
import { createSignInStore } from '../store/signIns.js'

type MailParts = {
  readonly sql: Sql
  readonly clock: Clock
  readonly log: Log
  /** Without it and `hashKey`, no email can be confirmed. */
  readonly mail?: StructuredSettings['mail'] | undefined
  readonly hashKey?: Buffer | undefined
}

/** Hosted sign-in: its routes, and the mail server for its email codes. */
export async function composeSignIn({
  keys,
  nodes,
  signatures,
  ...parts
}: MailParts & {
  readonly keys: TokenKeys
  readonly nodes: Nodes
  readonly signatures: Signatures
}): Promise<{
  readonly routes: readonly Route[]
  readonly rawRoutes: readonly RawRoute[]
  readonly hasEmailCodes: boolean
  /** Call it regularly: removes what has expired. */
  sweep(): Promise<void>
  stop(): void
}> {
  const { sql, clock } = parts
  const mail = await openSignInMail(parts)
  const emailCodes = createEmailCodes({ mail, store: createSignInEmailStore(sql), clock })
  const verify = createVerifySignIn({ nodes, signatures })
  const signIn = createSignIn({ store: createSignInStore(sql), keys, verify, emailCodes, clock })
  return {
    routes: signInRoutes({ signIn, emailCodes }),
    rawRoutes: signInKeyRoutes(keys),
    hasEmailCodes: mail !== undefined,
    async sweep() {
      await Promise.all([signIn.sweep(), emailCodes.sweep()])
    },
    stop: () => mail?.stop(),
  }
}

/** Loaded only with a mail server. */
async function openSignInMail({ mail, hashKey, ...parts }: MailParts) {
  if (!mail || !hashKey) return undefined
  const { createSignInMail } = await import('../login/email/createSignInMail.js')
  return createSignInMail({ ...parts, hashKey, settings: mail })
}
