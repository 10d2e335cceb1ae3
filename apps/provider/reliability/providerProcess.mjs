import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const READY_LIMIT_MS = 60_000

/**
 * The built provider as a process on a data directory of its own, with `settings` as its file. It can
 * be killed and started again on the same data; each start takes whatever port is free.
 */
export async function createProviderProcess({ server, settings = {} }) {
  const program = server ?? fileURLToPath(new URL('../dist/server.js', import.meta.url))
  if (!existsSync(program)) throw new Error(`${program} is missing; build the provider first.`)
  const dataDir = await mkdtemp(join(tmpdir(), 'latchkey-provider-'))
  await writeFile(join(dataDir, 'provider.json'), JSON.stringify(settings))
  const common = ['--roles', 'api,telemetry', '--port', '0', '--data-dir', dataDir]
  let child

  function launch(env) {
    const launched = spawn(process.execPath, [program, ...common], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let errors = ''
    // The last resort when this process leaves without stopping it.
    const onExit = () => launched.kill('SIGKILL')
    process.once('exit', onExit)
    launched.once('exit', () => process.off('exit', onExit))
    launched.stderr.on('data', (chunk) => {
      errors = (errors + chunk).slice(-2_000)
    })
    return { launched, errors: () => errors }
  }

  /** Settles when it serves; `ms` is how long that took. */
  async function start(env = {}) {
    const began = performance.now()
    const { launched, errors } = launch(env)
    child = launched
    const url = await new Promise((resolve, reject) => {
      const late = () => reject(new Error(`The provider was not ready in time. ${errors()}`))
      const timer = setTimeout(late, READY_LIMIT_MS)
      createInterface(launched.stdout).on('line', (line) => {
        const ready = /^ready api (\S+)$/.exec(line)?.[1]
        if (ready === undefined) return
        clearTimeout(timer)
        resolve(ready)
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
    kill: () => end('SIGKILL'),
    /** A second provider on the same directory: how it ended and after how long. */
    async startRival() {
      const began = performance.now()
      const { launched, errors } = launch({})
      const late = setTimeout(() => launched.kill('SIGKILL'), READY_LIMIT_MS)
      const code = await new Promise((resolve) => launched.once('close', resolve))
      clearTimeout(late)
      return { code, ms: performance.now() - began, words: errors() }
    },
    /** Of the embedded PostgreSQL; undefined when none runs. */
    async databasePid() {
      const file = join(dataDir, 'postgres', 'postmaster.pid')
      const text = await readFile(file, 'utf8').catch(() => '')
      const pid = Number(text.split('\n')[0])
      return Number.isInteger(pid) && pid > 0 ? pid : undefined
    },
    async remove() {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
