import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The built server program, for tests that need real processes. */
export type BuiltServer = {
  run(args: readonly string[], env?: Readonly<Record<string, string>>): ServerRun
  remove(): Promise<void>
}

export type ServerRun = {
  readonly child: ChildProcess
  /** The URL of the relay; rejects if the process exits first. */
  readonly ready: Promise<string>
  /** The same for the API. */
  readonly apiReady: Promise<string>
  /** The same for the login site. */
  readonly loginReady: Promise<string>
  /** The same for the key holder. */
  readonly keyHolderReady: Promise<string>
  readonly ended: Promise<Ended>
}

export type Ended = {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

export async function buildServer(): Promise<BuiltServer> {
  // Inside dist, which is ignored, but where the program still finds its packages.
  const dist = join(root, 'dist')
  await mkdir(dist, { recursive: true })
  const outDir = await mkdtemp(join(dist, '.built-server-'))
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: 'src/server.ts',
      outDir,
      target: 'node20',
      minify: false,
    },
    ssr: {
      noExternal: [/^(?:@latchkey|latchkey)\//],
      resolve: { conditions: ['latchkey-source'] },
    },
  })
  return {
    run(args, env = {}) {
      const child = spawn(process.execPath, [join(outDir, 'server.js'), ...args], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let [stdout, stderr] = ['', '']
      child.stdout.on('data', (chunk) => {
        stdout += chunk
      })
      child.stderr.on('data', (chunk) => {
        stderr += chunk
      })
      const ended = new Promise<Ended>((resolve) =>
        child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr })),
      )
      const waitForLine = (pattern: RegExp) => {
        const found = new Promise<string>((resolve, reject) => {
          createInterface(child.stdout).on('line', (line) => {
            const url = pattern.exec(line)?.[1]
            if (url) resolve(url)
          })
          ended.then(() => reject(new Error(`The server ended: ${stderr}`)))
        })
        found.catch(() => undefined)
        return found
      }
      return {
        child,
        ready: waitForLine(/^ready relay (ws:\S+)$/),
        apiReady: waitForLine(/^ready api (http:\S+)$/),
        loginReady: waitForLine(/^ready login (http:\S+)$/),
        keyHolderReady: waitForLine(/^ready key-holder (https:\S+)$/),
        ended,
      }
    },
    remove: () => rm(outDir, { recursive: true, force: true }),
  }
}
