import type { NetworkId } from '@latchkey/wire/caip'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { parseData, parseQuantity, toQuantity } from '@latchkey/wire/rpc/eip155'
import {
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  type Log as NodeLog,
  pad,
  parseEventLogs,
  toEventSelector,
} from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { ApiError } from '../errors/ApiError.js'
import type { Log } from '../log.js'
import { NodeRpcError, type Nodes } from '../nodes/Nodes.js'
import type { ReadNonce } from './nonces.js'
import type { Checkpoint, OverdueNonce, PaidOperation, SponsorStore } from './sponsorStore.js'

/** Follows what the paymaster paid on a chain, also after a restart. */
export type Settlement = {
  /** Reads the chain from the last checkpoint on. */
  settle(chain: NetworkId, signal?: AbortSignal): Promise<void>
  /** Creates the first checkpoint, without which nothing can be reserved. */
  start(chain: NetworkId, signal?: AbortSignal): Promise<void>
}

const paidEvent = toEventSelector(
  'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
)
/** Released without proof after this: the account itself may have skipped the nonce. */
const unprovenSeconds = 3_600
/** Blocks per request for logs; most nodes accept this many. */
const maxLogRange = 1_000
/** Reservations that are proven to be over, per reading; the others wait for the next one. */
const maxProofs = 500
/** From the reservation on: far more than a signature lives. */
const maxProofBlocks = 5_000
const toTag = (block: number) => toQuantity(BigInt(block))

export function createSettlement({
  nodes,
  readNonce,
  store,
  log,
  paymasterOf,
  confirmationsOf,
}: {
  readonly readNonce: ReadNonce
  readonly nodes: Nodes
  readonly store: SponsorStore
  readonly log: Log
  readonly paymasterOf: (chain: NetworkId) => Hex
  /** Blocks after which a block no longer changes. */
  readonly confirmationsOf: (chain: NetworkId) => number
}): Settlement {
  async function readBlock(chain: NetworkId, block: string, signal?: AbortSignal) {
    const found = await nodes.call(chain, 'eth_getBlockByNumber', [block, false], signal)
    const { number, timestamp } = Object(found) as { number?: unknown; timestamp?: unknown }
    const [height, time] = [parseQuantity(number), parseQuantity(timestamp)]
    if (height === undefined || time === undefined) throw unreadable()
    return { block: Number(height), time: Number(time) }
  }

  /** The newest block that no longer changes, with the paymaster's deposit after it. */
  async function readCheckpoint(chain: NetworkId, signal?: AbortSignal): Promise<Checkpoint> {
    const head = await readBlock(chain, 'latest', signal)
    const height = Math.max(0, head.block - confirmationsOf(chain))
    const tag = toTag(height)
    const found = height === head.block ? head : await readBlock(chain, tag, signal)
    const data = encodeFunctionData({
      abi: entryPoint08Abi,
      functionName: 'balanceOf',
      args: [paymasterOf(chain)],
    })
    const call = { to: entryPointAddress, data }
    const balance = parseData(await nodes.call(chain, 'eth_call', [call, tag], signal))
    if (balance?.length !== 66) throw unreadable()
    return { ...found, deposit: hexToBigInt(balance) }
  }

  /** Included operations by topics of their sender and their paymaster, range by range. */
  async function* readIncluded(
    chain: NetworkId,
    topics: readonly [Hex | null, Hex | null],
    { from, to }: { readonly from: number; readonly to: number },
    signal?: AbortSignal,
  ) {
    let next = from
    let range = maxLogRange
    while (next <= to) {
      const end = Math.min(to, next + range - 1)
      const filter = {
        address: entryPointAddress,
        fromBlock: toTag(next),
        toBlock: toTag(end),
        topics: [paidEvent, null, ...topics],
      }
      try {
        const found = await nodes.call(chain, 'eth_getLogs', [filter], signal)
        if (!Array.isArray(found)) throw unreadable()
        yield { end, included: parseIncluded(found as NodeLog[]) }
        next = end + 1
      } catch (error) {
        // Nodes reject long ranges, each with its own message.
        if (!(error instanceof NodeRpcError) || range === 1) throw error
        range = Math.ceil(range / 8)
      }
    }
  }

  /**
   * A node that lags behind answers with too few logs, and no error. So a reservation is released only if
   * the chain shows that its nonce is unused, or which other operation has used it.
   */
  async function findProofs(chain: NetworkId, next: Checkpoint, signal?: AbortSignal) {
    const place = { chain, paymaster: paymasterOf(chain) }
    const released: OverdueNonce[] = []
    const paid: Included[] = []
    for (const overdue of await store.readOverdue(place, next.time, maxProofs)) {
      const { sender, nonce } = overdue
      // Nodes that do not have the block reject this.
      const following = await readNonce(chain, sender, nonce >> 64n, toTag(next.block), signal)
      if (following <= nonce) {
        released.push(overdue)
        continue
      }
      const use = await findUse(chain, overdue, next.block, signal)
      if (use?.paymaster === paymasterOf(chain)) paid.push(use)
      else if (use || next.time - overdue.validUntil > unprovenSeconds) released.push(overdue)
    }
    return { released, paid }
  }

  /** The operation that has used a nonce. */
  async function findUse(
    chain: NetworkId,
    { sender, nonce, sinceBlock }: OverdueNonce,
    block: number,
    signal?: AbortSignal,
  ): Promise<Included | undefined> {
    const range = { from: sinceBlock + 1, to: Math.min(block, sinceBlock + maxProofBlocks) }
    for await (const { included } of readIncluded(chain, [pad(sender), null], range, signal)) {
      const use = included.find((one) => one.nonce === nonce)
      if (use) return use
    }
    return undefined
  }

  /** In ranges: a long range, of a provider that did not run for days, takes several checkpoints. */
  async function advance(chain: NetworkId, known: Checkpoint, signal?: AbortSignal): Promise<void> {
    const next = await readCheckpoint(chain, signal)
    const proofs = await findProofs(chain, next, signal)
    const place = { chain, paymaster: paymasterOf(chain) }
    const range = { from: known.block + 1, to: next.block }
    let last = known.block
    const topics = [null, pad(place.paymaster)] as const
    for await (const { end, included } of readIncluded(chain, topics, range, signal)) {
      // A node may no longer know the deposit of an old block: until the newest, nothing is paid.
      const { time } = end === next.block ? next : await readBlock(chain, toTag(end), signal)
      const checkpoint = end === next.block ? next : { block: end, time, deposit: 0n }
      const isNew = ({ hash }: Included) => !included.some((one) => one.hash === hash)
      const paid = [...included, ...proofs.paid.filter(isNew)]
      const unknown = await store.settle(place, last, checkpoint, paid, proofs.released)
      if (unknown === undefined) return
      if (unknown > 0) {
        log({ level: 'error', event: 'sponsor-unknown', reason: chain, count: unknown })
      }
      last = end
    }
  }

  const readKnown = (chain: NetworkId) => store.readCheckpoint(chain, paymasterOf(chain))

  return {
    async start(chain, signal) {
      if (await readKnown(chain)) return
      const first = await readCheckpoint(chain, signal)
      await store.settle({ chain, paymaster: paymasterOf(chain) }, undefined, first, [], [])
    },
    async settle(chain, signal) {
      const known = await readKnown(chain)
      if (known) await advance(chain, known, signal)
    },
  }
}

type Included = PaidOperation & { readonly paymaster: Hex }

function parseIncluded(logs: NodeLog[]): Included[] {
  return parseEventLogs({
    abi: entryPoint08Abi,
    eventName: 'UserOperationEvent',
    logs,
  }).map(({ args, transactionHash }) => ({
    hash: args.userOpHash,
    sender: args.sender.toLowerCase() as Hex,
    nonce: args.nonce,
    cost: args.actualGasCost,
    isReverted: !args.success,
    transactionHash: transactionHash as Hex,
    paymaster: args.paymaster.toLowerCase() as Hex,
  }))
}

/** Whether another attempt may succeed: nodes are down, or behind. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError || error instanceof NodeRpcError
}

function unreadable(): ApiError {
  return new ApiError(503, 'chainId', 'The node returned an invalid response.')
}
