import { type Namespace, type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import { isRecord } from '@latchkey/wire/json'
import { parseQuantity } from '@latchkey/wire/rpc/eip155'
import type { Clock } from '../clock.js'
import { createDeadline, type Deadline, settleAfter } from '../deadline.js'
import type { NodeResult } from './requestNode.js'

/** Lets identical reads of a chain share one node call. */
export type SharedReads = {
  /**
   * `start` reads from the nodes; it ends when its own time is over or no reader is left. Each reader's
   * `onBytes` counts all bytes of the response; an error it throws ends only that reader.
   */
  read(
    read: {
      readonly chain: NetworkId
      readonly method: string
      readonly params: unknown
      /** Its result stays until the moment is over in which others may join, or a new block is seen. */
      readonly isKept: boolean
    },
    reader: Reader,
    start: (deadline: Deadline, onBytes: (count: number) => void) => Promise<NodeResult>,
  ): Promise<NodeResult>
  /** Learns of new blocks from a result: later reads do not share calls started before the block. */
  observe(chain: NetworkId, method: string, result: unknown): void
  /** The chain's state may have changed, as after a transaction. */
  forget(chain: NetworkId): void
}

export type Reader = {
  readonly deadline: Deadline
  readonly onBytes: ((count: number) => void) | undefined
  /** Whether it also takes a kept result. */
  readonly takesKept: boolean
}

type SharedCall = {
  readonly startedAt: number
  readonly readers: Set<(count: number) => void>
  readonly deadline: Deadline
  readonly result: Promise<NodeResult>
  bytes: number
  isOver: boolean
}

/** Longer than most node calls, shorter than the blocks of most chains. */
const joinWindowMs = 250
/** Longer results are not kept: there can be thousands. */
const maxKeptBytes = 4_096

export function createSharedReads(clock: Clock, timeoutMs: number): SharedReads {
  const chains = new Map<NetworkId, { newest: number; readonly calls: Map<string, SharedCall> }>()

  function stateOf(chain: NetworkId) {
    const known = chains.get(chain) ?? { newest: -1, calls: new Map<string, SharedCall>() }
    chains.set(chain, known)
    return known
  }

  function startCall(
    calls: Map<string, SharedCall>,
    key: string,
    isKept: boolean,
    start: Parameters<SharedReads['read']>[2],
  ): SharedCall {
    const deadline = createDeadline(clock, timeoutMs)
    const readers = new Set<(count: number) => void>()
    const result = start(deadline, (count) => {
      call.bytes += count
      for (const countBytes of [...readers]) countBytes(count)
    })
    const startedAt = clock.now()
    const call: SharedCall = { startedAt, readers, deadline, result, bytes: 0, isOver: false }
    const remove = () => {
      if (calls.get(key) === call) calls.delete(key)
    }
    const onEnd = () => {
      call.isOver = true
      readers.clear()
      deadline.clear()
    }
    const onFailure = () => {
      onEnd()
      remove()
    }
    result.then(() => {
      onEnd()
      if (!isKept || call.bytes > maxKeptBytes) remove()
    }, onFailure)
    deadline.onEnd(onFailure)
    // Last, so that the oldest are the first.
    calls.delete(key)
    calls.set(key, call)
    return call
  }

  /** Those that nobody can join any more. */
  function removeOld(calls: Map<string, SharedCall>): void {
    for (const [key, call] of calls) {
      if (isJoinable(call)) return
      calls.delete(key)
    }
  }

  const isJoinable = ({ startedAt }: SharedCall) => clock.now() - startedAt < joinWindowMs

  return {
    read({ chain, method, params, isKept }, { deadline, onBytes, takesKept }, start) {
      const { calls } = stateOf(chain)
      const key = `${method} ${JSON.stringify(params)}`
      removeOld(calls)
      const known = calls.get(key)
      const isShared = known && isJoinable(known) && (takesKept || !known.isOver)
      const call = isShared ? known : startCall(calls, key, isKept, start)
      return new Promise((resolve, reject) => {
        const { readers } = call
        const fail = (error: unknown) => {
          readers.delete(count)
          reject(error)
          if (readers.size === 0 && !call.isOver) call.deadline.end(error)
        }
        const count = (bytes: number) => {
          try {
            onBytes?.(bytes)
          } catch (error) {
            fail(error)
          }
        }
        if (!call.isOver) readers.add(count)
        if (call.bytes > 0) count(call.bytes)
        const stopWatching = deadline.onEnd(fail)
        settleAfter(call.result, stopWatching, resolve, reject)
      })
    },
    observe(chain, method, result) {
      const state = stateOf(chain)
      const namespace = namespaceOf(chain)
      const block = blockOf(namespace, method, result)
      if (block === undefined) return
      const isNew = headMethods.has(method) ? block !== state.newest : block > state.newest
      if (!isNew) return
      state.newest = block
      state.calls.clear()
    },
    forget(chain) {
      stateOf(chain).calls.clear()
    },
  }
}

/** Their results are the newest block, also after a rollback. */
const headMethods = new Set(['eth_blockNumber', 'getSlot'])

/** The block that a result mentions. */
function blockOf(namespace: Namespace, method: string, result: unknown): number | undefined {
  if (namespace === 'solana') {
    if (method === 'getSlot') return toBlock(result)
    return isRecord(result) && isRecord(result.context) ? toBlock(result.context.slot) : undefined
  }
  if (method === 'eth_blockNumber') return toBlock(parseQuantity(result))
  if (!isRecord(result)) return undefined
  return toBlock(parseQuantity(result.blockNumber) ?? parseQuantity(result.number))
}

function toBlock(value: unknown): number | undefined {
  const block = Number(value)
  return value !== undefined && Number.isSafeInteger(block) ? block : undefined
}
