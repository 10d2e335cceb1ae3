import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The server as a program, built from source for tests that need real processes. */
export interface BuiltServer {
  run(args: readonly string[], env?: Readonly<Record<string, string>>): ServerRun
  remove(): Promise<void>
}

export interface ServerRun {
  readonly child: ChildProcess
  /** The URL it says it is ready at; rejects when it ends before. */
  readonly ready: Promise<string>
  readonly ended: Promise<{ code: number | null; signal: string | null; stderr: string }>
}

export async function buildServer(): Promise<BuiltServer> {
  // Inside node_modules: ignored by everything, yet the program finds its packages from there.
  const modules = join(root, 'node_modules')
  await mkdir(modules, { recursive: true })
  const outDir = await mkdtemp(join(modules, '.built-server-'))
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { ssr: 'src/server.ts', outDir, target: 'node20', minify: false },
    ssr: { noExternal: [/^@latchkey\//], resolve: { conditions: ['latchkey-source'] } },
  })
  return {
    run(args, env = {}) {
      const child = spawn(process.execPath, [join(outDir, 'server.js'), ...args], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let stderr = ''
      child.stderr.on('data', (chunk) => {
        stderr += chunk
      })
      const ended = new Promise<{ code: number | null; signal: string | null; stderr: string }>(
        (resolve) => child.once('close', (code, signal) => resolve({ code, signal, stderr })),
      )
      const ready = new Promise<string>((resolve, reject) => {
        createInterface(child.stdout).on('line', (line) => {
          const url = /^ready relay (ws:\S+)$/.exec(line)?.[1]
          if (url) resolve(url)
        })
        ended.then(() => reject(new Error(`The server ended: ${stderr}`)))
      })
      ready.catch(() => undefined)
      return { child, ready, ended }
    },
    remove: () => rm(outDir, { recursive: true, force: true }),
  }
}
