import { BaseError, type Hex, type LocalAccount } from 'viem'
import { RpcError } from '../chain/rpcError.js'
import { sendTransaction, signTransaction } from '../chain/transaction.js'
import type { WalletCall } from './readCall.js'

export type SigningCall = Extract<WalletCall, { kind: 'message' | 'typed-data' | 'transaction' }>

type ChainEndpoint = { readonly chainId: number; readonly rpcUrl: string | undefined }

/** Performs an approved request with the given key. */
export async function perform(
  call: SigningCall,
  account: LocalAccount,
  { chainId, rpcUrl }: ChainEndpoint,
): Promise<Hex> {
  if (call.kind === 'message') return account.signMessage({ message: { raw: call.raw } })
  if (call.kind === 'typed-data') {
    try {
      return await account.signTypedData(call.typedData)
    } catch (error) {
      // Data that cannot be encoded has wrong types.
      const reason =
        error instanceof BaseError ? error.shortMessage : 'The data does not fit its types.'
      throw RpcError.invalidParams(reason)
    }
  }
  if (rpcUrl === undefined)
    throw RpcError.chainDisconnected('The wallet has no connection to this chain.')
  const act = call.send ? sendTransaction : signTransaction
  return act(call.transaction, account, { chainId, rpcUrl })
}

/** The account a signing request names. */
export const signerOf = (call: SigningCall) =>
  call.kind === 'transaction' ? call.transaction.from : call.address

/** The chain a signing request requires, if any. */
export function chainOf(call: SigningCall): number | undefined {
  if (call.kind === 'transaction') return call.transaction.chainId
  if (call.kind !== 'typed-data') return undefined
  const { chainId } = call.typedData.domain
  return chainId === undefined ? undefined : Number(chainId)
}
