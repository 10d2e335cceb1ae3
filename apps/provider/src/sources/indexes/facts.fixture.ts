import { type Hex, numberToHex } from 'viem'
import { parseTransferLog, type TransferLog } from '../history/transferLogs.js'

/** What really happened on a local chain, from which the stand-ins write their published answers. */
export type ChainFacts = {
  readonly chain: number
  readonly transactions: readonly TransactionFact[]
}

export type TransactionFact = {
  readonly hash: Hex
  readonly block: number
  readonly index: number
  readonly time: number
  readonly from: Hex
  readonly to: Hex | null
  readonly created: Hex | null
  readonly value: bigint
  readonly nonce: number
  readonly input: Hex
  readonly isFailed: boolean
  readonly transfers: readonly TransferLog[]
  readonly internal: readonly { readonly from: Hex; readonly to: Hex; readonly value: bigint }[]
}

type Rpc = <result>(method: string, ...params: unknown[]) => Promise<result>
type Raw = Readonly<Record<string, unknown>>

/** Reads every block of a local chain. */
export async function readFacts(chain: number, rpc: Rpc): Promise<ChainFacts> {
  const head = Number(await rpc<string>('eth_blockNumber'))
  const transactions: TransactionFact[] = []
  for (let block = 0; block <= head; block += 1) {
    const { transactions: list, timestamp } = await rpc<{
      readonly transactions: readonly Raw[]
      readonly timestamp: string
    }>('eth_getBlockByNumber', numberToHex(block), true)
    for (const tx of list) transactions.push(await readTransaction(rpc, tx, block, timestamp))
  }
  return { chain, transactions }
}

async function readTransaction(
  rpc: Rpc,
  tx: Raw,
  block: number,
  timestamp: string,
): Promise<TransactionFact> {
  const receipt = await rpc<Raw>('eth_getTransactionReceipt', tx.hash)
  const operations = await rpc<readonly Raw[]>('ots_getInternalOperations', tx.hash)
  return {
    hash: tx.hash as Hex,
    block,
    index: Number(tx.transactionIndex),
    time: Number(timestamp),
    from: tx.from as Hex,
    to: tx.to as Hex | null,
    created: receipt.contractAddress as Hex | null,
    value: BigInt(tx.value as Hex),
    nonce: Number(tx.nonce),
    input: tx.input as Hex,
    isFailed: receipt.status === '0x0',
    transfers: (receipt.logs as readonly unknown[]).flatMap(parseTransferLog),
    internal: operations
      .map(({ from, to, value }) => ({
        from: from as Hex,
        to: to as Hex,
        value: BigInt(value as Hex),
      }))
      // The outermost call is the transaction itself.
      .filter(({ from, value }) => value > 0n && from !== tx.from),
  }
}
