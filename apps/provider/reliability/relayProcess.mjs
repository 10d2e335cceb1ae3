import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const READY_LIMIT_MS = 60_000

/** The built provider as a process that can be killed and started again on the same data. */
export async function createRelayProcess({ server, limits = {} }) {
  const program = server ?? fileURLToPath(new URL('../dist/server.js', import.meta.url))
  if (!existsSync(program)) throw new Error(`${program} is missing; build the provider first.`)
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-reliability-'))
  const port = await freePort()
  let child

  async function start() {
    const pairs = Object.entries(limits).map(([name, value]) => `${name}=${value}`)
    const args = ['--roles', 'relay', '--relay-port', String(port), '--data-dir', dataDir]
    if (pairs.length > 0) args.push('--limits', pairs.join(','))
    const started = performance.now()
    child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let errors = ''
    child.stderr.on('data', (chunk) => {
      errors = (errors + chunk).slice(-2_000)
    })
    await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The relay took too long.')), READY_LIMIT_MS)
      createInterface(child.stdout).on('line', (line) => {
        if (line.startsWith('ready relay')) resolve()
      })
      child.once('exit', () => reject(new Error(`The relay ended: ${errors}`)))
      child.once('exit', () => clearTimeout(timer))
      child.stdout.once('data', () => clearTimeout(timer))
    })
    return performance.now() - started
  }

  async function end(signal) {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  return {
    url: `ws://127.0.0.1:${port}`,
    /** Milliseconds until it was ready. */
    start,
    kill: () => end('SIGKILL'),
    async metric(name) {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      return Number(new RegExp(`^latchkey_relay_${name} (\\S+)$`, 'm').exec(text)?.[1])
    },
    async remove() {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
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
