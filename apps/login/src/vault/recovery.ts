import type { RecoveryShare } from '@latchkey/wire/login/shares'
import { base64urlnopad } from '@scure/base'
import { LoginFault } from '../loginFault.js'
import type { Passkeys } from './passkeys.js'
import { passkeyKey, seal, unseal } from './sealing.js'

type Bytes = Uint8Array<ArrayBuffer>

/** Gives the third share the form in which the server keeps it. */
type Hide = (share: Bytes) => Promise<RecoveryShare>

/** The server seals it under a key of its own. */
export const forServer: Hide = async (share) => ({
  kind: 'server',
  share: base64urlnopad.encode(share),
})

type PasskeyShare = Extract<RecoveryShare, { kind: 'passkey' }>

/** So that the server cannot read it. */
export function underPasskey(
  key: CryptoKey,
  { credentialId, accountId }: { readonly credentialId: string; readonly accountId: string },
): (share: Bytes) => Promise<PasskeyShare> {
  return async (share) => ({
    kind: 'passkey',
    sealed: base64urlnopad.encode(await seal(key, share, accountId)),
    credentialId,
  })
}

/** The third share as the server gave it, and how to hide the next one in the same way. */
export async function readRecovery(
  recovery: RecoveryShare,
  {
    accountId,
    passkeys,
    signal,
  }: {
    readonly accountId: string
    readonly passkeys: Passkeys
    readonly signal: AbortSignal
  },
): Promise<{ readonly share: Bytes; readonly hide: Hide }> {
  if (recovery.kind === 'server') {
    return { share: base64urlnopad.decode(recovery.share) as Bytes, hide: forServer }
  }
  const { credentialId } = recovery
  const key = await passkeyKey(await passkeys.use(credentialId, signal))
  const sealed = base64urlnopad.decode(recovery.sealed) as Bytes
  const share = await unseal(key, sealed, accountId)
  if (!share) {
    throw new LoginFault({ code: 'login-failed', message: 'This passkey is not the wallet’s' })
  }
  return { share, hide: underPasskey(key, { credentialId, accountId }) }
}
