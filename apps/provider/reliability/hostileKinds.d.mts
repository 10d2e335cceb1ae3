import type { Address } from 'viem'
import type { OperationStore } from '../src/bundler/operationStore.js'
import type { Nodes } from '../src/nodes/Nodes.js'
import type { SmartAccountClient } from './smartAccountClient.mjs'

export type KindOutcome = { readonly sent: number; readonly taken: number; readonly gain: bigint }

export function attackBundler(parts: {
  readonly rpc: <result = unknown>(method: string, ...params: readonly unknown[]) => Promise<result>
  readonly client: SmartAccountClient<[options: { readonly network: string }]>
  readonly executor: Address
  /** Lets the bundler process the mined block. */
  readonly settle: () => Promise<void>
  readonly recipient: Address
  readonly networkOf: (index: number) => string
  readonly count: number
  /** All kinds by default. */
  readonly kinds?: readonly string[]
}): Promise<{
  readonly sent: number
  readonly outcomes: Readonly<Record<string, KindOutcome>>
  readonly gain: bigint
}>

export function withoutInFlight(store: OperationStore): OperationStore
export function withoutPending<nodes extends Nodes>(nodes: nodes): nodes
