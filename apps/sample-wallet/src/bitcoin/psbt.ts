import { base64 } from '@scure/base'
import { Address, NETWORK, OutScript, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { pubSchnorr, sha256 } from '@scure/btc-signer/utils.js'
import { RpcError } from '../chain/rpcError.js'
import { type BitcoinKey, bitcoinMainnet } from './keys.js'

export const networkOf = (chain: string) => (chain === bitcoinMainnet ? NETWORK : TEST_NETWORK)

/** Parses a PSBT with any scripts and tokens; its outputs are only shown. */
export function readPsbt(text: unknown): Transaction {
  try {
    return Transaction.fromPSBT(base64.decode(text as string), {
      allowUnknownOutputs: true,
      allowUnknownInputs: true,
    })
  } catch {
    throw RpcError.invalidParams('This is no PSBT.')
  }
}

/** The outputs as display text. */
export function paymentsOf(transaction: Transaction, chain: string) {
  return Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { amount = 0n, script } = transaction.getOutput(index)
    return { amount, to: (script && addressOf(script, chain)) ?? 'a script' }
  })
}

/** Signs inputs with a key and rejects inputs of other keys. */
export function signInputs(
  transaction: Transaction,
  inputs: readonly { readonly index: number; readonly sighashTypes?: readonly number[] }[],
  key: BitcoinKey,
): void {
  for (const { index, sighashTypes } of inputs) {
    if (key.purpose === 'ordinal') {
      transaction.updateInput(index, { tapInternalKey: pubSchnorr(key.privateKey) })
    }
    const allowed = sighashTypes && [...sighashTypes]
    try {
      transaction.signIdx(key.privateKey, index, allowed)
    } catch (cause) {
      throw new RpcError(-32602, `Input ${index} cannot be signed with this key.`, { cause })
    }
  }
}

/**
 * A payment from one invented UTXO per account, because there is no Bitcoin node to read real ones
 * from or to broadcast to.
 */
export function payFrom(key: BitcoinKey, to: string, amount: bigint, chain: string): Transaction {
  const coin = 100_000_000n
  const fee = 500n
  if (amount + fee > coin) throw new RpcError(-32000, 'There are not enough coins.')
  const transaction = new Transaction()
  transaction.addInput({
    txid: sha256(new TextEncoder().encode(key.address)),
    index: 0,
    witnessUtxo: { amount: coin, script: key.script },
  })
  transaction.addOutputAddress(to, amount, networkOf(chain))
  transaction.addOutput({ amount: coin - amount - fee, script: key.script })
  signInputs(transaction, [{ index: 0 }], key)
  transaction.finalize()
  return transaction
}

export function isAddress(text: unknown, chain: string): text is string {
  try {
    Address(networkOf(chain)).decode(text as string)
    return true
  } catch {
    return false
  }
}

function addressOf(script: Uint8Array, chain: string): string | undefined {
  try {
    return Address(networkOf(chain)).encode(OutScript.decode(script))
  } catch {
    // Scripts without an address, such as data.
    return undefined
  }
}
