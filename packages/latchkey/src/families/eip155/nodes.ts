import { parseQuantity } from '@latchkey/wire/rpc/eip155'
import { NodeError } from '../../core/errors/network.js'
import * as limits from '../../core/limits.js'
import type { Network } from '../../core/network.js'

/** The node understood the call and refused it. */
export class NodeFault extends Error {
  override readonly name = 'NodeFault'

  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown,
  ) {
    super(message)
  }
}

/** Endpoints tried per call, so that each gets a fair part of the time. */
const mostAttempts = 3
/** Characters of an answer; a block full of data stays far below. */
const longestAnswer = 10_000_000

/** Reads the chain through the network's endpoints, one after the other, in bounded time. */
export async function askNode<answer>({
  network,
  method,
  params,
  parse,
  signal,
}: {
  readonly network: Pick<Network, 'rpcUrls'>
  readonly method: string
  readonly params: readonly unknown[]
  /** Undefined for an answer that this method cannot have. */
  readonly parse: (answer: unknown) => answer | undefined
  readonly signal: AbortSignal
}): Promise<answer> {
  const urls = network.rpcUrls.slice(0, mostAttempts)
  let cause: unknown
  for (const url of urls) {
    signal.throwIfAborted()
    try {
      const patience = Math.floor(limits.httpTimeout / urls.length)
      const answer = parse(await post({ url, method, params, patience, signal }))
      if (answer !== undefined) return answer
      cause = new TypeError(`The node's answer to ${method} makes no sense`)
    } catch (error) {
      signal.throwIfAborted()
      cause = error
    }
  }
  throw new NodeError({ cause })
}

export function nativeBalance({
  address,
  network,
  signal,
}: {
  readonly address: string
  readonly network: Network
  readonly signal: AbortSignal
}): Promise<bigint> {
  const params = [address, 'latest']
  return askNode({ network, method: 'eth_getBalance', params, parse: parseQuantity, signal })
}

/** True for an answer that says the called contract itself refused. */
export function isRevert(error: unknown): boolean {
  const fault = error instanceof NodeError ? error.cause : error
  return fault instanceof NodeFault && (fault.code === 3 || /revert/i.test(fault.message))
}

async function post({
  url,
  method,
  params,
  patience,
  signal,
}: {
  readonly url: string
  readonly method: string
  readonly params: readonly unknown[]
  readonly patience: number
  readonly signal: AbortSignal
}): Promise<unknown> {
  const stop = new AbortController()
  const abort = () => stop.abort(signal.reason)
  signal.addEventListener('abort', abort)
  const timer = setTimeout(() => stop.abort(new Error('The node did not answer in time')), patience)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: stop.signal,
      credentials: 'omit',
      referrerPolicy: 'origin',
    })
    if (!response.ok) throw new Error(`HTTP status code: ${response.status}`)
    return readAnswer(JSON.parse(await readText(response)))
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    stop.abort()
  }
}

/** The body as text, given up as soon as it grows beyond reason. */
async function readText(response: Response): Promise<string> {
  if (!response.body) return ''
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text
    text += value
    if (text.length > longestAnswer) throw new RangeError('The answer of the node is too long')
  }
}

function readAnswer(body: unknown): unknown {
  const { id, result, error } = Object(body) as Record<string, unknown>
  if (typeof error === 'object' && error !== null) {
    const { code, message, data } = error as Record<string, unknown>
    throw new NodeFault(
      typeof code === 'number' ? code : 0,
      typeof message === 'string' ? message : '',
      data,
    )
  }
  if (id !== 1 || result === undefined) throw new TypeError('The answer is not JSON-RPC')
  return result
}
