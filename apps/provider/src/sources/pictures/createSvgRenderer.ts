import { type ChildProcess, fork } from 'node:child_process'
import { inPackage } from '../../packageFolder.js'

/** Renders SVG images. */
export type SvgRenderer = {
  /** PNG bytes; undefined for invalid SVG or after a timeout. */
  render(svg: string): Promise<Uint8Array<ArrayBuffer> | undefined>
}

const program = inPackage('images', 'drawProgram.mjs')
/** For one image, including process start. Untrusted SVG can take forever. */
const defaultTimeoutMs = 6_000
const idleMs = 60_000
const maxWaiting = 32

/** Renders one image at a time in a process without secrets, which is killed when an image takes too long. */
export function createSvgRenderer({ timeoutMs = defaultTimeoutMs } = {}): SvgRenderer {
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
    started.on('error', () => undefined) // The exit event follows.
    started.on('exit', () => {
      if (running === started) running = undefined
    })
    // An idle renderer must not keep the provider alive.
    started.unref()
    started.channel?.unref()
    return started
  }

  function renderNow(svg: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    clearTimeout(idle)
    running ??= start()
    const child = running
    return new Promise((resolve) => {
      const finish = (image?: unknown) => {
        clearTimeout(timer)
        child.off('message', finish).off('exit', giveUp)
        resolve(image instanceof Uint8Array ? new Uint8Array(image) : undefined)
      }
      const giveUp = () => {
        if (running === child) running = undefined
        child.kill('SIGKILL')
        finish()
      }
      const timer = setTimeout(giveUp, timeoutMs)
      child.on('message', finish).on('exit', giveUp)
      child.send(svg, (error) => error && giveUp())
    })
  }

  return {
    async render(svg) {
      if (waiting >= maxWaiting) return undefined
      waiting += 1
      const rendered = last.then(() => renderNow(svg))
      last = rendered
      return rendered.finally(() => {
        waiting -= 1
        if (waiting > 0) return
        idle = setTimeout(() => running?.kill('SIGKILL'), idleMs)
        idle.unref()
      })
    },
  }
}
