import { delegateAddress, delegationCode, parseDelegation } from '@latchkey/wire/login/smartAccount'
import { type Hex, parseData } from '@latchkey/wire/rpc/eip155'
import { type ChainCall, ChainError } from '../api/chains.js'
import { unreachable } from '../api/timeout.js'

/** The contract that the key's own account runs on a chain (EIP-7702). */
export type Delegation =
  | { readonly status: 'none' }
  /** The wallet's own. */
  | { readonly status: 'own' }
  /** Signed elsewhere with the same key. `contract` is undefined for code of another kind. */
  | { readonly status: 'foreign'; readonly contract: Hex | undefined }

export async function readDelegation(
  rpc: ChainCall,
  chainId: string,
  account: Hex,
  signal: AbortSignal,
): Promise<Delegation> {
  const code = parseData(await rpc(chainId, 'eth_getCode', [account, 'latest'], signal))
  if (code === undefined) throw unreachable()
  if (code === '0x') return { status: 'none' }
  const contract = parseDelegation(code)
  return contract === delegateAddress.toLowerCase()
    ? { status: 'own' }
    : { status: 'foreign', contract }
}

/** `owner()`, which the contract answers with the account that runs it. */
const ownerSelector = '0x8da5cb5b'

/**
 * Tries it out: if the account were delegated, would it run the wallet's contract? False on chains without
 * EIP-7702 or without the contract, and on nodes that cannot try.
 */
export async function canDelegate(
  rpc: ChainCall,
  chainId: string,
  account: Hex,
  signal: AbortSignal,
): Promise<boolean> {
  const delegated = { [account]: { code: delegationCode(delegateAddress) } }
  const params = [{ to: account, data: ownerSelector }, 'latest', delegated]
  const response = await rpc(chainId, 'eth_call', params, signal).catch((fault: unknown) => {
    if (fault instanceof ChainError) return undefined
    throw fault
  })
  const owner = parseData(response)
  return owner?.length === 66 && owner.slice(-40) === account.slice(2).toLowerCase()
}
