import { namespaceOf, referenceOf } from '@latchkey/wire/caip'
import { parseQuantity, toQuantity } from '@latchkey/wire/rpc/eip155'
import type { Config } from '../config/Config.js'
import { readPreset } from '../config/presets.js'
import type { ChainSettings } from '../nodes/ChainSettings.js'
import { requestNode } from '../nodes/requestNode.js'
import type { Check, DoctorParts, Finding } from './Finding.js'
import { createOffCheck, hostOf } from './Finding.js'
import { KnownProblem, problemOf } from './problemOf.js'

const maxBytes = 10 * 1_048_576
/** A newer chain than this is not in sync. */
const maxAgeSeconds = 900
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Request = (method: string, params: readonly unknown[]) => Promise<unknown>
/** A node that answers, with what it lacks. */
type NodeState = { readonly request: Request; readonly limits: readonly string[] }

export function chainChecks(parts: DoctorParts): readonly Check[] {
  const { chains, removedChains = [] } = parts.config
  const removed = removedChains.map((id) => createOffCheck(id, 'Switched off by removedChains.'))
  if (chains.length === 0) {
    const text = 'None: no balances, history, NFTs, names or swaps.'
    return [createOffCheck('chains', text), ...removed]
  }
  const served = chains.map((chain) => ({
    subject: chain.id,
    run: (signal: AbortSignal) => checkChain(chain, parts, signal),
  }))
  return [...served, ...removed]
}

async function checkChain(
  chain: ChainSettings,
  parts: DoctorParts,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const { id: subject, name, upstreams } = chain
  const publicNodes = listPublicNodes(parts.config)
  const findings: Finding[] = []
  const working: NodeState[] = []
  const states = await Promise.allSettled(
    upstreams.map((url) => checkNode(chain, createRequest(url, parts, signal))),
  )
  states.forEach((state, index) => {
    const url = upstreams[index] as string
    const node = `${name}: node ${hostOf(url)}`
    if (state.status === 'rejected') {
      const text = `${node} ${problemOf(state.reason)}.`
      findings.push({ status: publicNodes.has(url) ? 'limited' : 'broken', subject, text })
      return
    }
    working.push(state.value)
    const { limits } = state.value
    if (limits.length === 0) findings.push({ status: 'works', subject, text: `${node} works.` })
    else findings.push({ status: 'limited', subject, text: `${node} ${limits.join(' and ')}.` })
  })
  const [first] = working
  if (!first) {
    const text = `${name}: no node works, so nothing of this chain does.`
    return [...findings, { status: 'broken', subject, text }]
  }
  return [...findings, ...(await checkContracts(chain, first.request))]
}

/** Public nodes come and go; the others were named by the operator. */
function listPublicNodes({ preset }: Config): ReadonlySet<unknown> {
  const { chains } = preset === undefined ? { chains: [] } : readPreset(preset, {})
  return new Set(chains.flatMap(({ upstreams }) => upstreams as readonly string[]))
}

function createRequest(url: string, { http, clock }: DoctorParts, signal: AbortSignal): Request {
  let id = 0
  return async (method, params) => {
    id += 1
    const bounds = {
      ...{ signal, now: clock.now, maxBytes },
      ...{ isUnbounded: undefined, onBytes: undefined },
    }
    return (await requestNode(http, url, { id, method, params }, bounds)).value
  }
}

async function checkNode(chain: ChainSettings, request: Request): Promise<NodeState> {
  const limits =
    namespaceOf(chain.id) === 'solana'
      ? await checkSolanaNode(chain, request)
      : await checkEvmNode(chain, request)
  return { request, limits }
}

async function checkEvmNode(chain: ChainSettings, request: Request): Promise<readonly string[]> {
  const served = parseQuantity(await request('eth_chainId', []))?.toString()
  assertChain(served, referenceOf(chain.id))
  const head = (await request('eth_getBlockByNumber', ['latest', false])) as {
    readonly number?: unknown
    readonly timestamp?: unknown
  } | null
  const [height, time] = [parseQuantity(head?.number), parseQuantity(head?.timestamp)]
  if (height === undefined || time === undefined) throw new KnownProblem('answers without a block')
  const age = Date.now() / 1_000 - Number(time)
  const behind = age > maxAgeSeconds ? [`is ${Math.round(age / 60)} minutes behind`] : []
  const wanted = BigInt(chain.limits?.logBlocks ?? 512)
  const filter = {
    fromBlock: toQuantity(height > wanted ? height - wanted + 1n : 0n),
    toBlock: toQuantity(height),
    topics: [[transferTopic], null, `0x${'0'.repeat(63)}1`],
  }
  const logs = await request('eth_getLogs', [filter]).then(
    (answer) =>
      Array.isArray(answer) ? [] : ['returns no logs, so history and NFTs need another'],
    (error: unknown) => [`${problemOf(error)} when asked for logs of ${wanted} blocks`],
  )
  return [...behind, ...logs]
}

async function checkSolanaNode(chain: ChainSettings, request: Request): Promise<readonly string[]> {
  assertChain(String(await request('getGenesisHash', [])).slice(0, 32), referenceOf(chain.id))
  const owner = '11111111111111111111111111111112'
  const programId = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
  return request('getTokenAccountsByOwner', [
    owner,
    { programId },
    { encoding: 'jsonParsed' },
  ]).then(
    () => [],
    (error: unknown) => [`${problemOf(error)} when asked for the tokens of an account`],
  )
}

function assertChain(served: string | undefined, expected: string): void {
  if (served === expected) return
  throw new KnownProblem('serves another chain')
}

async function checkContracts(
  { id: subject, name, multicall, ens }: ChainSettings,
  request: Request,
): Promise<readonly Finding[]> {
  if (namespaceOf(subject) !== 'eip155') return []
  const named = Object.entries({
    Multicall3: multicall,
    'the ENS registry': ens?.registry,
    'the ENS universal resolver': ens?.universalResolver,
  })
  const findings = await Promise.all(
    named.map(async ([contract, address]): Promise<readonly Finding[]> => {
      if (address === undefined) return []
      const code = await request('eth_getCode', [address, 'latest'])
      const isThere = typeof code === 'string' && code.length > 2
      if (isThere) return []
      return [{ status: 'broken', subject, text: `${name}: ${contract} is not at ${address}.` }]
    }),
  )
  const slow: Finding = {
    status: 'limited',
    subject,
    text: `${name}: without multicall, every token is a call of its own.`,
  }
  return [...findings.flat(), ...(multicall === undefined ? [slow] : [])]
}
