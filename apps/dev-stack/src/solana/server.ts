import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { LocalChainError } from '../LocalChainError.js'
import type { Ledger } from './Ledger.js'
import type { Method } from './methods.js'
import { RpcError, rpcCodes } from './RpcError.js'
import { createSubscriptions } from './subscriptions.js'

export type SolanaServer = { readonly port: number; stop(): Promise<void> }

type Methods = Readonly<Record<string, Method>>

const host = '127.0.0.1'
const portAttempts = 10
const maxBody = 1_000_000
/** Open to every origin, like the other local chains. */
const openToAll = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'POST, GET, OPTIONS',
}

/**
 * Serves JSON-RPC over HTTP and WebSockets on `port` and on the next one, where some clients expect
 * WebSockets. Port 0: any two free ports.
 */
export async function serveSolana(
  ledger: Ledger,
  methods: Methods,
  port: number,
): Promise<SolanaServer> {
  for (let attempt = 1; ; attempt += 1) {
    const first = createEndpoint(ledger, methods)
    const second = createEndpoint(ledger, methods)
    try {
      const bound = await first.listen(port)
      await second.listen(bound + 1)
      const stop = async () => {
        await Promise.all([first.stop(), second.stop()])
      }
      return { port: bound, stop }
    } catch (cause) {
      await Promise.all([first.stop(), second.stop()])
      if (port === 0 && attempt < portAttempts) continue
      const reason = cause instanceof Error ? cause.message : String(cause)
      const message = `The Solana chain did not start on ports ${port} and ${port + 1}: ${reason}.`
      throw new LocalChainError('start-failed', message, { cause })
    }
  }
}

function createEndpoint(ledger: Ledger, methods: Methods) {
  const http = createServer((request, response) => handleHttp(methods, request, response))
  const sockets = new WebSocketServer({ server: http, maxPayload: maxBody })
  // The HTTP server reports the same error.
  sockets.on('error', () => undefined)
  sockets.on('connection', (socket) => {
    const subscriptions = createSubscriptions(ledger, (notification) =>
      socket.send(JSON.stringify(notification)),
    )
    const all = { ...methods, ...subscriptions.methods }
    socket.on('message', async (data) => {
      const answer = await responseText(all, data.toString())
      if (answer !== undefined && socket.readyState === socket.OPEN) socket.send(answer)
    })
    socket.on('close', subscriptions.close)
    socket.on('error', () => socket.terminate())
  })
  return {
    listen: (port: number) => listen(http, port),
    async stop() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      http.closeAllConnections()
      if (http.listening) await new Promise((resolve) => http.close(resolve))
    },
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

async function handleHttp(methods: Methods, request: IncomingMessage, response: ServerResponse) {
  if (request.method === 'OPTIONS') {
    response.writeHead(204, openToAll).end()
    return
  }
  if (request.method !== 'POST') {
    response.writeHead(request.url === '/health' ? 200 : 405, openToAll).end('ok')
    return
  }
  const body = await readBody(request)
  if (body === undefined) {
    response.writeHead(413, openToAll).end()
    return
  }
  const answer = await responseText(methods, body)
  response.writeHead(200, { ...openToAll, 'content-type': 'application/json' }).end(answer)
}

/** The whole body; undefined if it is too long or does not end. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request) {
      size += (chunk as Buffer).length
      if (size > maxBody) return undefined
      chunks.push(chunk as Buffer)
    }
  } catch {
    return undefined // the client disconnected
  }
  return Buffer.concat(chunks).toString()
}

/** One call or a batch; undefined for notifications. */
async function responseText(methods: Methods, text: string): Promise<string | undefined> {
  let request: unknown
  try {
    request = JSON.parse(text)
  } catch {
    return JSON.stringify(failure(null, new RpcError(rpcCodes.parseError, 'Parse error')))
  }
  if (!Array.isArray(request)) return JSON.stringify(await handleCall(methods, request))
  const answers = []
  for (const call of request) {
    const answer = await handleCall(methods, call)
    if (answer !== undefined) answers.push(answer)
  }
  return JSON.stringify(answers)
}

async function handleCall(methods: Methods, call: unknown): Promise<object | undefined> {
  const isCall = typeof call === 'object' && call !== null
  const { id, method, params } = (isCall ? call : {}) as Record<string, unknown>
  try {
    if (typeof method !== 'string') throw new RpcError(rpcCodes.invalidRequest, 'Invalid request')
    const run = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (run === undefined) throw new RpcError(rpcCodes.methodNotFound, 'Method not found')
    const result = await run(Array.isArray(params) ? params : [])
    return id === undefined ? undefined : { jsonrpc: '2.0', result, id }
  } catch (error) {
    return failure(id ?? null, error)
  }
}

function failure(id: unknown, error: unknown) {
  const { code, message, data } =
    error instanceof RpcError ? error : new RpcError(rpcCodes.internalError, String(error))
  return { jsonrpc: '2.0', error: { code, message, ...(data === undefined ? {} : { data }) }, id }
}
