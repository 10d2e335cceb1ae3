import type { RecoveryShare } from '@latchkey/wire/login/shares'
import { base64urlnopad } from '@scure/base'
import { LoginError } from '../loginError.js'
import type { Passkeys } from './passkeys.js'
import { passkeyKey, seal, unseal } from './sealing.js'

type Bytes = Uint8Array<ArrayBuffer>

/** Turns the third share into the form the server stores. */
type Hide = (share: Bytes) => Promise<RecoveryShare>

/** The server encrypts it under its own key. */
export const forServer: Hide = async (share) => ({
  kind: 'server',
  share: base64urlnopad.encode(share),
})

type PasskeyShare = Extract<RecoveryShare, { kind: 'passkey' }>

/** Encrypted under a passkey: the server cannot read it. */
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

/** Reads the third share, and returns how to encrypt the next one in the same way. */
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
  const secret = await passkeys.use(credentialId, signal).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw passkeyNeeded(cause)
  })
  const key = await passkeyKey(secret)
  const sealed = base64urlnopad.decode(recovery.sealed) as Bytes
  const share = await unseal(key, sealed, accountId)
  if (!share) throw passkeyNeeded()
  return { share, hide: underPasskey(key, { credentialId, accountId }) }
}

const passkeyNeeded = (cause?: unknown) =>
  new LoginError(
    { code: 'passkey-needed', message: 'This wallet opens only with its passkey' },
    { cause },
  )
