import { revocationMessage } from '@latchkey/wire/http/sessions'
import { isRecord } from '@latchkey/wire/json'
import { encodeRevokeAll, encodeRevokePermission } from '@latchkey/wire/login/permissions'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import { hashMessage } from 'viem'
import { pause, withTimeout } from '../../api/timeout.js'
import { LoginError } from '../../loginError.js'
import type { Accounts } from '../createReads.js'
import type { RpcCall } from '../embeddedWallet.js'
import type { SmartAccount } from '../smartAccount.js'
import { invalidParams, permissionErrors } from '../walletErrors.js'
import { readSignedGrant, type SignedGrant } from './signedGrant.js'

/** What a site wants revoked. */
export type RevocationRequest = {
  readonly grant: SignedGrant
  /** The response, once the chain has revoked it. */
  toResult(smart: SmartAccount, projectId: string, signal: AbortSignal): Promise<unknown>
}

/** How long the chain may take. */
const minedLimit = 90_000
const minedPause = 500

/** Call data of the account. */
export const revocations = {
  one: ({ id }: Pick<SignedGrant, 'id'>): Hex => encodeRevokePermission(id),
  all: encodeRevokeAll,
}

/**
 * Reads ERC-7715's form (`permissionContext`) and the one of smart sessions, whose response is a
 * signature that revokes the session at the provider as well.
 */
export async function readRevocation(
  { params, chainId }: RpcCall,
  { eoa, smart }: Accounts,
): Promise<RevocationRequest> {
  const [given, another] = Array.isArray(params) ? params : [params]
  if (!isRecord(given) || another !== undefined) throw invalidParams('Name one permission')
  const { permissionContext, context = permissionContext, pci } = given
  const owner = { owner: eoa.address, account: smart.address }
  const grant = await readSignedGrant(context, owner)
  if (!grant || grant.chainId !== chainId) throw permissionErrors.unknown()
  if (pci !== undefined && !isPci(pci)) throw invalidParams('`pci` is no id')
  return {
    grant,
    async toResult(account, projectId, signal) {
      if (permissionContext !== undefined) return {}
      const text = revocationMessage({
        pci: typeof pci === 'string' ? pci : grant.id,
        account: `${chainId}:${account.address}` as `eip155:${string}:${string}`,
        projectId,
      })
      return account.signHash(chainId, hashMessage(text), signal)
    },
  }
}

const isPci = (value: unknown) => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value)

/** Resolves once the operation has succeeded; rejects if it failed, or after a timeout. */
export function awaitRevoked(
  account: Pick<SmartAccount, 'readOutcome'>,
  chainId: string,
  id: Hex,
  signal: AbortSignal,
): Promise<void> {
  return withTimeout(minedLimit, signal, async (bounded) => {
    for (;;) {
      const outcome = await account.readOutcome(chainId, id, bounded)
      if (outcome === 'succeeded') return
      if (outcome !== 'pending') throw notRevoked()
      await pause(minedPause, bounded)
    }
  })
}

const notRevoked = () =>
  new LoginError({
    code: 'chain-fault',
    rpcCode: -32_000,
    message: 'The permission is still valid',
  })
