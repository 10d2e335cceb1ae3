import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Turns drawings into pictures. */
export interface Drawer {
  /** PNG; undefined for what is no drawing, or takes too long. */
  draw(svg: string): Promise<Uint8Array<ArrayBuffer> | undefined>
}

const program = fileURLToPath(new URL('../../../images/drawProgram.mjs', import.meta.url))
/** For one drawing, the program's start included. Strangers make them, and some never end. */
const PATIENCE_MS = 6_000
const IDLE_MS = 60_000
const MOST_WAITING = 32

/**
 * Draws one after the other, in a process that has nothing else: it has no secrets to lose, and a
 * drawing that takes too long, or brings it down, is given up together with it.
 */
export function createDrawer({ patience = PATIENCE_MS } = {}): Drawer {
  let running: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  function start(): ChildProcess {
    const started = fork(program, {
      env: {},
      execArgv: ['--max-old-space-size=128'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.on('error', () => undefined) // it ends, which is all that counts
    started.on('exit', () => {
      if (running === started) running = undefined
    })
    // Nobody waits for a program that has nothing to draw.
    started.unref()
    started.channel?.unref()
    return started
  }

  function drawNow(svg: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    clearTimeout(idle)
    running ??= start()
    const drawing = running
    return new Promise((resolve) => {
      const end = (picture?: unknown) => {
        clearTimeout(timer)
        drawing.off('message', end).off('exit', giveUp)
        resolve(picture instanceof Uint8Array ? new Uint8Array(picture) : undefined)
      }
      const giveUp = () => {
        if (running === drawing) running = undefined
        drawing.kill('SIGKILL')
        end()
      }
      const timer = setTimeout(giveUp, patience)
      drawing.on('message', end).on('exit', giveUp)
      drawing.send(svg, (error) => error && giveUp())
    })
  }

  return {
    async draw(svg) {
      if (waiting >= MOST_WAITING) return undefined
      waiting += 1
      const drawn = last.then(() => drawNow(svg))
      last = drawn
      return drawn.finally(() => {
        waiting -= 1
        if (waiting > 0) return
        idle = setTimeout(() => running?.kill('SIGKILL'), IDLE_MS)
        idle.unref()
      })
    },
  }
}
