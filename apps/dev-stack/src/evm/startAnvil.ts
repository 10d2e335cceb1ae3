import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { killWithParent } from '@latchkey/provider/killWithParent'
import { LocalChainError } from '../LocalChainError.js'

export type AnvilOptions = {
  readonly chainId: number
  /** Default or 0: any free port. */
  readonly port?: number
  /** Where the chain stores its blocks. Without it they are lost on exit. */
  readonly stateFile?: string
  /** Seconds since 1970 of the first block of a new chain. */
  readonly timestamp?: number
}

export type Anvil = {
  readonly url: string
  rpc<Result = unknown>(method: string, ...params: readonly unknown[]): Promise<Result>
  /** Settles when the chain has stopped, for any reason. */
  readonly exited: Promise<void>
  stop(): Promise<void>
}

const startLimitMs = 60_000
const stopLimitMs = 30_000
const pollMs = 20
const portAttempts = 3
const saveIntervalS = 5

const require = createRequire(import.meta.url)

/** Starts an Ethereum development chain with the usual ten funded accounts. */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  if (options.port) {
    // Another process on this port would respond instead.
    await listenOnce(options.port).catch((cause) => {
      throw startFailure(options.chainId, options.port, cause.message, { cause })
    })
    return launch(options, options.port)
  }
  // Another process can take a free port before it is used; then try the next one.
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch(options, await listenOnce(0))
    } catch (error) {
      const isFinal = error instanceof LocalChainError && error.code === 'platform-unsupported'
      if (isFinal || attempt === portAttempts) throw error
    }
  }
}

function anvilArguments(options: AnvilOptions & { readonly port: number }): string[] {
  const { chainId, port, stateFile, timestamp } = options
  const fixed = ['--silent', '--host', '127.0.0.1', '--hardfork', 'prague']
  const own = ['--port', String(port), '--chain-id', String(chainId)]
  const time = timestamp === undefined ? [] : ['--timestamp', String(timestamp)]
  const interval = ['--state-interval', String(saveIntervalS)]
  const state = stateFile === undefined ? [] : ['--state', stateFile, ...interval]
  return [...fixed, ...own, ...time, ...state]
}

async function launch(options: AnvilOptions, port: number): Promise<Anvil> {
  const command = [
    ...(await killWithParent('TERM')),
    anvilPath(),
    ...anvilArguments({ ...options, port }),
  ]
  const [file = '', ...args] = command
  // Its own process group: Ctrl-C reaches only this process, which then stops the chain in order.
  const child = spawn(file, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  const errorOutput: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => errorOutput.push(chunk))
  const chain = supervise(child, `http://127.0.0.1:${port}`)
  const failure = await waitUntilServed(chain, options.chainId, child)
  if (failure === undefined) return chain
  await chain.stop()
  const words = Buffer.concat(errorOutput).toString().trim()
  throw startFailure(options.chainId, port, words || failure)
}

function startFailure(
  chainId: number,
  port: number | undefined,
  reason: string,
  options?: ErrorOptions,
): LocalChainError {
  const message = `Chain ${chainId} did not start on port ${port}: ${reason}.`
  return new LocalChainError('start-failed', message, options)
}

function supervise(child: ChildProcess, url: string): Anvil {
  // In case this process exits without stopping the chain.
  const onExit = () => child.kill('SIGKILL')
  process.once('exit', onExit)
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  }).finally(() => process.off('exit', onExit))
  return {
    url,
    rpc: (method, ...params) => callRpc(url, method, params),
    exited,
    async stop() {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
      await exited
      clearTimeout(late)
    },
  }
}

async function waitUntilServed(
  { rpc }: Anvil,
  chainId: number,
  child: ChildProcess,
): Promise<string | undefined> {
  for (let waited = 0; waited < startLimitMs; waited += pollMs) {
    // Check the process after the response: another one may have responded.
    const served = await rpc('eth_chainId').catch(() => undefined) // fails until it listens
    if (child.pid === undefined) return 'it could not be run'
    if (child.exitCode !== null || child.signalCode !== null) return 'it ended without a word'
    if (Number(served) === chainId) return undefined
    await sleep(pollMs)
  }
  return `it was silent for ${startLimitMs / 1000} seconds`
}

/** `ANVIL_PATH`, or the package for this platform. */
function anvilPath(): string {
  if (process.env.ANVIL_PATH) return process.env.ANVIL_PATH
  const cpu = { x64: 'amd64', arm64: 'arm64' }[process.arch as string] ?? process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${cpu}`
  try {
    return require.resolve(`${name}/bin/anvil`)
  } catch {
    throw new LocalChainError(
      'platform-unsupported',
      `No development chain for this platform: the package ${name} is not installed. Set ANVIL_PATH to an anvil of your own.`,
    )
  }
}

/** Binds a port for a moment (0: any free one) and returns it. */
function listenOnce(expected: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(expected, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

async function callRpc<Result>(
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer = (await response.json()) as {
    result: Result
    error?: { code: number; message: string; data?: unknown }
  }
  if (!answer.error) return answer.result
  const { code, message, data } = answer.error
  throw Object.assign(new Error(`${method}: ${message}`), { code, data })
}
