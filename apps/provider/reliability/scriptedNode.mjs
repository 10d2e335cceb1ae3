import { once } from 'node:events'
import { createServer } from 'node:http'

/** All known faults between a caller and a node. */
export const nodeFaults = [
  'refused',
  'reset',
  'status 429',
  'status 500',
  'status 503, come back in an hour',
  'HTML',
  'empty body',
  'truncated JSON',
  'wrong id',
  'missing result',
  'decimal instead of hex',
  'stalled headers',
  'stalled body',
  'huge body',
  'another chain',
]

const hugeBytes = 50 * 1_048_576
const blankResults = Buffer.alloc(524_288, 0x20)

/**
 * A JSON-RPC node with scripted results and faults. `answers` maps a method to a result or a function of the
 * parameters, which may be async; throwing `{ code, message }` sends an error.
 */
export async function startScriptedNode({ answers, fault }) {
  const node = { seen: [], fault, answers, url: '', stop }
  const sockets = new Set()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { id, method, params } = JSON.parse(body)
    node.seen.push({ method, params })
    await answer(node, { id, method, params }, response)
  })
  server.on('connection', (socket) => {
    if (node.fault === 'refused') socket.destroy()
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  node.url = `http://127.0.0.1:${port}`
  // Nothing listens on the discard port.
  if (fault === 'refused') node.url = 'http://127.0.0.1:9'
  return node

  async function stop() {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
}

async function answer({ fault, answers }, { id, method, params }, response) {
  const isAboutChain = method === 'eth_chainId' || method === 'getGenesisHash'
  const whole = async () =>
    JSON.stringify({ jsonrpc: '2.0', id, ...(await outcome(answers[method], params)) })
  // Faulty nodes still report their chain, otherwise they would get no requests.
  switch (isAboutChain && fault !== 'another chain' ? undefined : fault) {
    case 'reset':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1_000 })
      response.write(await whole())
      setImmediate(() => response.destroy())
      return
    case 'status 429':
      response.writeHead(429).end('{"error":"slow down"}')
      return
    case 'status 500':
      response.writeHead(500).end('Internal Server Error')
      return
    case 'status 503, come back in an hour':
      response.writeHead(503, { 'retry-after': '3600' }).end()
      return
    case 'HTML':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>502</body></html>')
      return
    case 'empty body':
      response.writeHead(200).end()
      return
    case 'truncated JSON':
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end((await whole()).slice(0, -3))
      return
    case 'wrong id':
      response.end(JSON.stringify({ jsonrpc: '2.0', id: id + 1, result: lie(method) }))
      return
    case 'missing result':
      response.end(JSON.stringify({ jsonrpc: '2.0', id }))
      return
    case 'decimal instead of hex':
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: decimal(method) }))
      return
    case 'stalled headers':
      return
    case 'stalled body':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write((await whole()).slice(0, 20))
      return
    case 'huge body':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.on('error', () => {})
      flood(response, hugeBytes)
      return
    case 'another chain':
      response.end(
        JSON.stringify({ jsonrpc: '2.0', id, result: isAboutChain ? '0x539' : lie(method) }),
      )
      return
    default:
      response.setHeader('content-type', 'application/json')
      response.end(await whole())
  }
}

async function outcome(script, params) {
  if (script === undefined) return { error: { code: -32601, message: 'Method not found' } }
  try {
    return { result: typeof script === 'function' ? await script(params) : script }
  } catch (error) {
    if (typeof error.code !== 'number') throw error
    return { error: { code: error.code, message: error.message, data: error.data } }
  }
}

/** A wrong value that must never be shown. */
const falseResults = 666_666

function lie(method) {
  return method.startsWith('eth_')
    ? `0x${falseResults.toString(16)}`
    : { context: { slot: 1 }, value: falseResults }
}

function decimal(method) {
  return method.startsWith('eth_')
    ? String(falseResults)
    : { context: { slot: 1 }, value: `${falseResults}.5` }
}

function flood(response, left) {
  if (left <= 0 || response.destroyed) return response.end()
  const isRoom = response.write(blankResults)
  if (isRoom) setImmediate(flood, response, left - blankResults.length)
  else response.once('drain', () => flood(response, left - blankResults.length))
}
