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
import type { Checkpoint, PaidOperation, SponsorStore } from './sponsorStore.js'

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
/** Blocks per request for logs; most nodes accept this many. */
const maxLogRange = 1_000
const toTag = (block: number) => toQuantity(BigInt(block))

export function createSettlement({
  nodes,
  store,
  log,
  paymasterOf,
  confirmationsOf,
}: {
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

  async function readPaid(
    chain: NetworkId,
    from: number,
    to: number,
    signal?: AbortSignal,
  ): Promise<PaidOperation[]> {
    const filter = {
      address: entryPointAddress,
      fromBlock: toTag(from),
      toBlock: toTag(to),
      topics: [paidEvent, null, null, pad(paymasterOf(chain))],
    }
    const found = await nodes.call(chain, 'eth_getLogs', [filter], signal)
    if (!Array.isArray(found)) throw unreadable()
    return parseEventLogs({
      abi: entryPoint08Abi,
      eventName: 'UserOperationEvent',
      logs: found as NodeLog[],
    }).map(({ args, transactionHash }) => ({
      hash: args.userOpHash,
      sender: args.sender.toLowerCase() as Hex,
      nonce: args.nonce,
      cost: args.actualGasCost,
      isReverted: !args.success,
      transactionHash: transactionHash as Hex,
    }))
  }

  /** In ranges: a long range, of a provider that did not run for days, takes several checkpoints. */
  async function advance(chain: NetworkId, known: Checkpoint, signal?: AbortSignal): Promise<void> {
    const next = await readCheckpoint(chain, signal)
    let last = known.block
    let range = maxLogRange
    while (last < next.block) {
      const to = Math.min(next.block, last + range)
      const paid = await readPaid(chain, last + 1, to, signal).catch((error: unknown) => {
        // Nodes reject long ranges, each with its own message.
        if (!(error instanceof NodeRpcError) || range === 1) throw error
        range = Math.ceil(range / 8)
        return undefined
      })
      if (paid === undefined) continue
      // A node may no longer know the deposit of an old block: until the newest, nothing is paid.
      const { time } = to === next.block ? next : await readBlock(chain, toTag(to), signal)
      const checkpoint = to === next.block ? next : { block: to, time, deposit: 0n }
      const place = { chain, paymaster: paymasterOf(chain) }
      const unknown = await store.settle(place, last, checkpoint, paid)
      if (unknown === undefined) return
      if (unknown > 0) {
        log({ level: 'error', event: 'sponsor-unknown', reason: chain, count: unknown })
      }
      last = to
    }
  }

  const readKnown = (chain: NetworkId) => store.readCheckpoint(chain, paymasterOf(chain))

  return {
    async start(chain, signal) {
      if (await readKnown(chain)) return
      const first = await readCheckpoint(chain, signal)
      await store.settle({ chain, paymaster: paymasterOf(chain) }, undefined, first, [])
    },
    async settle(chain, signal) {
      const known = await readKnown(chain)
      if (known) await advance(chain, known, signal)
    },
  }
}

/** Whether another attempt may succeed: nodes are down, or behind. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError || error instanceof NodeRpcError
}

function unreadable(): ApiError {
  return new ApiError(503, 'chainId', 'The node returned an invalid response.')
}
