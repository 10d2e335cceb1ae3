import { parseCount } from '@latchkey/wire/rpc/solana'
import { read } from '../shared/walletFault.js'
import { askNode, type NodeContext } from './nodes.js'

type Rate = {
  /** From which on it counts. */
  readonly epoch: bigint
  readonly basisPoints: bigint
  readonly most: bigint
}

/** What a token keeps of every transfer: by one rate until an epoch, and by another from then on. */
export type TransferFee = { readonly older: Rate; readonly newer: Rate }

/** Two authorities and what was withheld so far come first. */
const ratesStart = 72
const rateSize = 18

/** Reads the extension of a mint that says so. */
export function parseTransferFee(content: Uint8Array): TransferFee | undefined {
  if (content.length < ratesStart + 2 * rateSize) return undefined
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  const rateAt = (start: number): Rate => ({
    epoch: view.getBigUint64(start, true),
    most: view.getBigUint64(start + 8, true),
    basisPoints: BigInt(view.getUint16(start + 16, true)),
  })
  return { older: rateAt(ratesStart), newer: rateAt(ratesStart + rateSize) }
}

/** What is withheld of such transfers if they are made now. */
export async function readWithheld(
  place: NodeContext,
  { older, newer }: TransferFee,
  amounts: readonly bigint[],
): Promise<bigint> {
  const epoch = await askNode(place, {
    method: 'getEpochInfo',
    params: [{ commitment: place.commitment }],
    parse: (answer) => parseCount(read(answer, 'epoch')),
  })
  const { basisPoints, most } = epoch >= newer.epoch ? newer : older
  return amounts.reduce((sum, amount) => {
    const fee = (amount * basisPoints + 9_999n) / 10_000n
    return sum + (fee < most ? fee : most)
  }, 0n)
}
