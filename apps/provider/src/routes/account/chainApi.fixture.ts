import { compileContracts } from '@latchkey/dev-stack/compileContracts'
import { type LocalEvm, startLocalEvm } from '@latchkey/dev-stack/startLocalEvm'
import { type TestAccount, testAccounts } from '@latchkey/dev-stack/testAccounts'
import { createWriter, type Writer } from '@latchkey/dev-stack/Writer'
import { afterAll, beforeAll } from 'vitest'
import {
  nodeFaults,
  type ScriptedNode,
  startScriptedNode,
} from '../../../reliability/scriptedNode.mjs'
import type { Clock } from '../../clock.js'
import type { Log } from '../../log.js'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { createOutbound } from '../../outbound/createOutbound.js'
import { createChainSources } from '../../sources/createChainSources.js'
import type { LocalNames } from '../../sources/identity/createIdentities.js'
import { indexUrls, type KeyedIndex, openIndexes } from '../../sources/indexes/openIndexes.js'
import { getPriceSources } from '../../sources/price/priceSources.js'
import { createTestApi, type TestApi } from '../../testing/apiFixture.js'
import {
  createLongTimeoutNodes,
  createLongTimeoutOutbound,
  hastyClock,
  longTimeoutClock,
} from '../../testing/longTimeoutNodes.js'
import { priceRoutes } from '../price/index.js'
import { accountRoutes } from './index.js'

/** The account API on some chains; only the nodes can be faked. */
export function createChainApi(
  chains: readonly ChainSettings[],
  parts: {
    readonly localNames?: LocalNames
    readonly web?: HttpClient
    readonly clock?: Clock
    readonly ipfsGateway?: string
    readonly indexes?: readonly KeyedIndex[]
    readonly log?: Log
    /** Methods that the nodes reject as unknown. */
    readonly unknown?: RegExp
  } = {},
): TestApi {
  const { localNames = { reverse: async () => [] }, web = createOutbound(), ipfsGateway } = parts
  const { indexes: settings = [], log = () => {} } = parts
  const clock = parts.clock ?? longTimeoutClock
  const origins = chains.flatMap((chain) => [
    ...chain.upstreams,
    ...getPriceSources(chain).flatMap((source) => ('url' in source ? [source.url] : [])),
  ])
  const outbound = createLongTimeoutOutbound([...origins, ...indexUrls(settings)])
  const http: HttpClient = {
    async send(url, request) {
      const { id, method } = JSON.parse(request.body ?? '{}')
      if (!parts.unknown?.test(method)) return outbound.send(url, request)
      const error = { code: -32601, message: 'Method not found' }
      const bytes = new TextEncoder().encode(JSON.stringify({ jsonrpc: '2.0', id, error }))
      return { status: 200, headers: {}, bytes }
    },
  }
  const nodes = createLongTimeoutNodes(chains, { http, web, clock })
  const sources = createChainSources({
    nodes,
    web,
    http,
    ...openIndexes(settings, { http: outbound, clock, log }),
    localNames,
    clock,
    ipfsGateway,
  })
  return createTestApi({
    routes: [...accountRoutes({ ...sources, purchases: undefined }), ...priceRoutes(sources)],
  })
}

/** An API whose only node fails. */
export function createFailingApi(
  settings: ChainSettings,
  node: string,
  parts: Parameters<typeof createChainApi>[1] = {},
): TestApi {
  return createChainApi([{ ...settings, upstreams: [node] }], { clock: hastyClock, ...parts })
}

export const aliceAccount = accountAt(0)
export const bobAccount = accountAt(1)

/** One of the test accounts. */
export function accountAt(index: number): TestAccount {
  const account = testAccounts[index]
  if (!account) throw new Error(`There is no account ${index}.`)
  return account
}

export type TestChain = LocalEvm & { readonly writer: Writer }

/** A local chain that runs during the tests of one file. */
export function useLocalEvm(chainId: number): TestChain {
  let running: TestChain | undefined
  beforeAll(async () => {
    const chain = await startLocalEvm({ chainId })
    running = { ...chain, writer: createWriter(chain, chainId, await compileContracts()) }
  })
  afterAll(() => running?.stop())
  return new Proxy({} as TestChain, {
    get: (_, name) => running?.[name as keyof TestChain],
  })
}

/** All node faults except stalls, which take long. */
export const quickFaults = nodeFaults.filter((fault) => !fault.startsWith('stalled'))

/** Starts failing nodes of chain 1 and stops them after the tests of the file. */
export function useBadNodes(): (fault: string) => Promise<ScriptedNode> {
  const started: ScriptedNode[] = []
  afterAll(async () => {
    await Promise.all(started.map((node) => node.stop()))
  })
  return async (fault) => {
    const node = await startScriptedNode({ fault, answers: { eth_chainId: '0x1' } })
    started.push(node)
    return node
  }
}
