import { spawn, spawnSync } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './root.mjs'

const gracePeriod = 10_000

/**
 * Starts programs and guarantees that they end. Each one leads a process group, so stopping it also stops
 * its children; on Linux the kernel ends it even when this process is killed.
 */
export function createPrograms() {
  const running = new Set()
  const prefix = killWithParent()

  /** @param {{ cwd?: string, env?: object, stdio?: any, stopSignal?: NodeJS.Signals }} [options] */
  function start(command, args, options = {}) {
    const { cwd = root, env = {}, stdio = ['ignore', 'inherit', 'inherit'] } = options
    const [file, ...argv] = [...prefix, command, ...args]
    const child = spawn(file, argv, {
      cwd,
      env: { ...process.env, ...env },
      stdio,
      detached: true,
    })
    const program = { child, exited: undefined, stop: undefined }
    program.exited = new Promise((resolve) => {
      child.once('error', (error) => end({ code: 127, error }))
      child.once('exit', (code, signal) =>
        end({ code: code ?? 128 + constants.signals[signal], signal }),
      )
      function end(result) {
        running.delete(program)
        signalGroup(child, 'SIGKILL') // what the program left in its group
        resolve(result)
      }
    })
    program.stop = async () => {
      if (!running.has(program)) return
      signalGroup(child, options.stopSignal ?? 'SIGTERM')
      const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), gracePeriod)
      await program.exited
      clearTimeout(timer)
    }
    running.add(program)
    return program
  }

  const stopAll = () => Promise.all([...running].map((program) => program.stop()))

  process.once('exit', () => {
    for (const { child } of running) signalGroup(child, 'SIGKILL')
  })

  return {
    start,
    stopAll,
    /** Starts a program and waits for its exit code. */
    run: async (command, args, options) => (await start(command, args, options).exited).code,
    /** Starts a program quietly and waits for its exit code and all it printed. */
    async capture(command, args, options) {
      const program = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
      const { child, exited } = program
      const closed = new Promise((resolve) => child.once('close', resolve))
      const chunks = { stdout: [], stderr: [], both: [] }
      for (const name of ['stdout', 'stderr']) {
        child[name].on('data', (chunk) => {
          chunks[name].push(chunk)
          chunks.both.push(chunk)
        })
      }
      const { code, error } = await exited
      if (!error) await closed
      const text = (list) => Buffer.concat(list).toString()
      return {
        code,
        stdout: text(chunks.stdout),
        stderr: text(chunks.stderr),
        output: error ? error.message : text(chunks.both),
      }
    },
  }
}

/** Calls `stop` once on Ctrl-C or a termination signal, then ends this process; a second signal ends it at once. */
export function onStopSignal(stop) {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, async () => {
      const code = 128 + constants.signals[signal]
      if (stopping) process.exit(code)
      stopping = true
      await stop()
      process.exit(code)
    })
  }
}

function signalGroup(child, signal) {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error // ESRCH: the group has already ended
  }
}

/** The command prefix that makes the kernel end a program when the process that started it dies. */
function killWithParent() {
  const prefix = ['setpriv', '--pdeathsig', 'TERM']
  if (process.platform !== 'linux') return []
  return spawnSync(prefix[0], [...prefix.slice(1), 'true']).status === 0 ? prefix : []
}
