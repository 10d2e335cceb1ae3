import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const readyTimeoutMs = 60_000
const unlimitedRate = 100_000_000_000

/** For measuring the relay with thousands of clients on one address. */
export const oneMachineRates = {
  socketsPerNetwork: unlimitedRate,
  connectsPerMinute: unlimitedRate,
  connectBurst: unlimitedRate,
  networkCallsPerSecond: unlimitedRate,
  networkCallBurst: unlimitedRate,
  publishBytesPerSecond: unlimitedRate,
  publishByteBurst: unlimitedRate,
  networkPublishBytesPerSecond: unlimitedRate,
  networkPublishByteBurst: unlimitedRate,
  fetchBytesPerSecond: unlimitedRate,
  fetchByteBurst: unlimitedRate,
  networkFetchBytesPerSecond: unlimitedRate,
  networkFetchByteBurst: unlimitedRate,
  storedBytes: unlimitedRate,
  storedBytesPerClient: unlimitedRate,
  storedBytesPerNewClient: unlimitedRate,
  storedBytesPerNetwork: unlimitedRate,
}

/** No network limits: all clients are on this machine. */
const unlimited = { perSecond: 1e6, burst: 1e6 }
const measured = {
  trustedProxies: ['127.0.0.1'],
  rates: Object.fromEntries(
    ['read', 'quote', 'rpc', 'registration', 'telemetry', 'network'].map((name) => [
      name,
      unlimited,
    ]),
  ),
}
const measuredRelay = {
  socketsPerNetwork: 1e6,
  connectsPerMinute: 1e6,
  connectBurst: 1e6,
}

/**
 * The built provider as a process with its own data directory and `settings` as its config file. It can be
 * killed and restarted on the same data; each start of the API uses a free port.
 */
export function createProviderProcess(options = {}) {
  return createServerProcess({
    ...options,
    ready: /^ready api (\S+)$/,
    args: ['--roles', 'api,telemetry', '--port', '0'],
  })
}

/** The same program as a relay, with a fixed port for reconnecting clients. */
export async function createRelayProcess({ limits = {}, ...options } = {}) {
  const port = await freePort()
  const relay = await createServerProcess({
    ...options,
    ready: /^ready relay (\S+)$/,
    args: [
      ...['--roles', 'relay', '--relay-port', String(port)],
      ...limitArgs({ ...measuredRelay, ...limits }),
    ],
  })
  return Object.assign(relay, {
    url: `ws://127.0.0.1:${port}`,
    async metric(name) {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      return Number(new RegExp(`^latchkey_relay_${name} (\\S+)$`, 'm').exec(text)?.[1])
    },
  })
}

/** API and relay in one process, the usual setup. */
export async function createWholeProcess({ limits = {}, ...options } = {}) {
  const [apiPort, relayPort] = [await freePort(), await freePort()]
  const ports = ['--port', String(apiPort), '--relay-port', String(relayPort)]
  const provider = await createServerProcess({
    ...options,
    ready: /^ready relay (\S+)$/,
    args: ['--roles', 'api,relay', ...ports, ...limitArgs(limits)],
  })
  return Object.assign(provider, {
    apiUrl: `http://127.0.0.1:${apiPort}`,
    relayUrl: `ws://127.0.0.1:${relayPort}`,
  })
}

function limitArgs(limits) {
  const pairs = Object.entries(limits).map(([name, value]) => `${name}=${value}`)
  return pairs.length > 0 ? ['--limits', pairs.join(',')] : []
}

async function createServerProcess({
  server,
  settings = {},
  nodeArgs = [],
  parent,
  onLogLine,
  ready,
  args,
}) {
  const program = server ?? fileURLToPath(new URL('../dist/server.js', import.meta.url))
  if (!existsSync(program)) throw new Error(`${program} is missing; build the provider first.`)
  const dataDir = await mkdtemp(join(parent ?? tmpdir(), 'latchkey-provider-'))
  await writeFile(join(dataDir, 'provider.json'), JSON.stringify({ ...measured, ...settings }))
  const command = [...nodeArgs, program, ...args, '--data-dir', dataDir]
  let child

  function launch(env) {
    const launched = spawn(process.execPath, command, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let errors = ''
    // In case this process exits without stopping the child.
    const onExit = () => launched.kill('SIGKILL')
    process.once('exit', onExit)
    launched.once('exit', () => process.off('exit', onExit))
    launched.stderr.on('data', (chunk) => {
      errors = (errors + chunk).slice(-2_000)
    })
    if (onLogLine) createInterface(launched.stderr).on('line', onLogLine)
    return { launched, errors: () => errors }
  }

  /** Resolves when the provider is ready; `ms` is the duration. */
  async function start(env = {}) {
    const began = performance.now()
    const { launched, errors } = launch(env)
    child = launched
    const url = await new Promise((resolve, reject) => {
      const late = () => reject(new Error(`The provider was not ready in time. ${errors()}`))
      const timer = setTimeout(late, readyTimeoutMs)
      createInterface(launched.stdout).on('line', (line) => {
        const address = ready.exec(line)?.[1]
        if (address === undefined) return
        clearTimeout(timer)
        resolve(address)
      })
      launched.once('exit', () => {
        clearTimeout(timer)
        reject(new Error(`The provider ended. ${errors()}`))
      })
    })
    return { url, ms: performance.now() - began }
  }

  async function end(signal) {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  return {
    dataDir,
    start,
    get pid() {
      return child.pid
    },
    get isAlive() {
      return child.exitCode === null && child.signalCode === null
    },
    /** Kills the provider and, at the same moment, the given processes. */
    async kill(others = []) {
      const dying = end('SIGKILL')
      for (const pid of others) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch (error) {
          if (error.code !== 'ESRCH') throw error
        }
      }
      await dying
    },
    stop: () => end('SIGTERM'),
    /** Starts a second provider on the same directory; returns its exit code and duration. */
    async startRival() {
      const began = performance.now()
      const { launched, errors } = launch({})
      const late = setTimeout(() => launched.kill('SIGKILL'), readyTimeoutMs)
      const code = await new Promise((resolve) => launched.once('close', resolve))
      clearTimeout(late)
      return { code, ms: performance.now() - began, output: errors() }
    },
    /** Runs a project command while the provider runs. */
    async project(...args) {
      const given = [program, 'project', ...args, '--data-dir', dataDir]
      return (await promisify(execFile)(process.execPath, given)).stdout.trim()
    },
    /** The embedded PostgreSQL as superuser, who sees the rows of every project. */
    async databaseUrl() {
      const [, , , port] = (
        await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
      ).split('\n')
      const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim()
      return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    },
    /** All processes of the embedded PostgreSQL, also during its setup. */
    databasePids: () => processesAt(dataDir).filter((pid) => pid !== child.pid),
    async remove() {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Processes with this working directory or argument (Linux only). */
function processesAt(directory) {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && isAt(`/proc/${entry}`, directory))
    .map(Number)
}

function isAt(entry, directory) {
  try {
    return (
      readlinkSync(`${entry}/cwd`).startsWith(directory) ||
      readFileSync(`${entry}/cmdline`, 'utf8').includes(directory)
    )
  } catch {
    return false // it has exited
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
