import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { PlainError } from './plainError.mjs'
import { findFreePort } from './ports.mjs'

const require = createRequire(import.meta.url)
const startLimit = 30_000
const pollInterval = 25
const saveInterval = 5

/**
 * Starts an Ethereum development chain with the usual ten funded accounts. With `stateFile` its blocks
 * survive a restart. Without `port` a free one is taken.
 *
 * @param {{ programs: ReturnType<typeof import('./programs.mjs').createPrograms>,
 *   chainId: number, port?: number, stateFile?: string }} options
 */
export async function startChain({ programs, chainId, port, stateFile }) {
  if (port !== undefined) return launch({ programs, chainId, port, stateFile })
  // Somebody may take a free port between finding and using it: then the next one will do.
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch({ programs, chainId, port: await findFreePort(), stateFile })
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}

async function launch({ programs, chainId, port, stateFile }) {
  const program = programs.start(anvilPath(), anvilArguments({ chainId, port, stateFile }), {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const complaints = []
  program.child.stderr.on('data', (chunk) => complaints.push(chunk))
  const url = `http://127.0.0.1:${port}`
  const rpc = (method, ...params) => callRpc(url, method, params)

  const outcome = await waitForOutcome(rpc, chainId, program)
  if (outcome !== 'served') {
    await program.stop()
    const words = Buffer.concat(complaints).toString().trim()
    throw new PlainError(`Chain ${chainId} did not start on port ${port}: ${words || outcome}.`)
  }
  return { url, rpc, exited: program.exited, stop: program.stop }
}

export function anvilArguments({ chainId, port, stateFile }) {
  const fixed = ['--silent', '--host', '127.0.0.1', '--hardfork', 'prague']
  const own = ['--port', String(port), '--chain-id', String(chainId)]
  const state = stateFile ? ['--state', stateFile, '--state-interval', String(saveInterval)] : []
  return [...fixed, ...own, ...state]
}

function anvilPath() {
  const cpu = { x64: 'amd64', arm64: 'arm64' }[process.arch] ?? process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${cpu}`
  try {
    return require.resolve(`${name}/bin/anvil`)
  } catch {
    throw new PlainError(
      `No development chain for this platform: the package ${name} is not installed (add it with \`npm install --no-save ${name}\`).`,
    )
  }
}

async function waitForOutcome(rpc, chainId, { child }) {
  for (const deadline = Date.now() + startLimit; Date.now() < deadline; await sleep(pollInterval)) {
    // The order matters: an answer counts only while our own program lives to give it.
    const served = await rpc('eth_chainId').catch(() => undefined) // refused until it listens
    if (child.exitCode !== null || child.signalCode !== null) return 'it ended without a word'
    if (Number(served) === chainId) return 'served'
  }
  return `it was silent for ${startLimit / 1000} seconds`
}

async function callRpc(url, method, params) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { error, result } = await response.json()
  if (error) throw Object.assign(new Error(error.message), { code: error.code, data: error.data })
  return result
}
