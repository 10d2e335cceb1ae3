import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { close, listen } from '@latchkey/provider/listen'
import type { LocalSolana } from '../startLocalSolana.js'
import { buildSwap } from './buildSwap.js'
import { ExchangeRejection, type Quote, quote } from './quote.js'

export type SolanaExchange = {
  /** The base of its API. */
  readonly url: string
  stop(): Promise<void>
}

const host = '127.0.0.1'
const maxBody = 100_000

/**
 * Starts an exchange for a local Solana chain. Its API is Jupiter's (https://dev.jup.ag/docs/swap-api), but
 * the chain does not have Jupiter's program: a market maker signs one transaction that takes the one token
 * and pays the other.
 */
export async function startSolanaExchange({
  chain,
  port = 0,
}: {
  readonly chain: Pick<LocalSolana, 'url' | 'faucet'>
  readonly port?: number
}): Promise<SolanaExchange> {
  const server = createServer((request, response) => {
    respond(chain, request, response).catch((error: unknown) => reject(response, error))
  })
  const bound = await listen(server, port, host)
  return { url: `http://${host}:${bound}/swap/v1`, stop: () => close(server) }
}

async function respond(
  chain: Pick<LocalSolana, 'url' | 'faucet'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', `http://${host}`)
  if (request.method === 'GET' && pathname === '/swap/v1/quote') {
    return send(response, 200, quote(Object.fromEntries(searchParams)))
  }
  if (request.method === 'POST' && pathname === '/swap/v1/swap') {
    const { userPublicKey, quoteResponse } = await readJson(request)
    return send(response, 200, await buildSwap(chain, userPublicKey, quoteResponse))
  }
  send(response, 404, { error: 'Not found' })
}

async function readJson(
  request: IncomingMessage,
): Promise<{ readonly userPublicKey: string; readonly quoteResponse: Quote }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > maxBody) throw new ExchangeRejection('The request is too long', 'TOO_LONG')
    chunks.push(chunk as Buffer)
  }
  return JSON.parse(Buffer.concat(chunks).toString())
}

function reject(response: ServerResponse, error: unknown): void {
  const code = error instanceof ExchangeRejection ? error.code : 'BAD_REQUEST'
  send(response, 400, { error: String(Object(error).message), errorCode: code })
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
