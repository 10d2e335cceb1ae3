import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import * as v from 'valibot'
import { inPackage } from '../../packageFolder.js'

/** The script of the frame and its static imports, as paths on the site. */
export type FrameEntry = {
  readonly script: string
  readonly imports: readonly string[]
}

/** The built scripts of the login site. */
export type SiteFiles = {
  /** Undefined if the site is not built. */
  readEntry(): Promise<FrameEntry | undefined>
  /** A file under `/assets/`; undefined if it does not exist. */
  readAsset(name: string): Promise<SiteAsset | undefined>
}

export type SiteAsset = {
  readonly contentType: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Set if gzip makes it smaller. */
  readonly gzipped?: Uint8Array<ArrayBuffer>
}

const packedSite = inPackage('login')

/** Inside the published package; in the repository the folder next to this one. */
export const shippedSite = existsSync(packedSite) ? packedSite : inPackage('..', 'login', 'dist')

const entryName = 'src/main.ts'

const gzipAsync = promisify(gzip)

const manifest = v.record(
  v.string(),
  v.object({ file: v.string(), imports: v.optional(v.array(v.string()), []) }),
)

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

export function openSiteFiles(directory: string): SiteFiles {
  const manifestPath = join(directory, '.vite', 'manifest.json')
  let readAt = 0
  let known: FrameEntry | undefined
  const assets = new Map<string, SiteAsset>()
  return {
    async readEntry() {
      const mtimeMs = await readMtime(manifestPath)
      if (mtimeMs === undefined) return undefined
      if (mtimeMs !== readAt) {
        known = findEntry(v.parse(manifest, JSON.parse(await readFile(manifestPath, 'utf8'))))
        readAt = mtimeMs
        assets.clear()
      }
      return known
    },
    async readAsset(name) {
      const contentType = contentTypes[extname(name)]
      if (contentType === undefined || !/^[\w-][\w.-]*$/.test(name)) return undefined
      const known = assets.get(name)
      if (known) return known
      const bytes = await readIfExists(join(directory, 'assets', name))
      if (bytes === undefined) return undefined
      const gzipped = new Uint8Array(await gzipAsync(bytes, { level: 9 }))
      const asset = { contentType, bytes, ...(gzipped.length < bytes.length && { gzipped }) }
      assets.set(name, asset)
      return asset
    },
  }
}

function findEntry(built: v.InferOutput<typeof manifest>): FrameEntry | undefined {
  const main = built[entryName]
  if (!main) return undefined
  const needed = new Set<string>()
  const follow = (names: readonly string[]) => {
    for (const name of names) {
      const chunk = built[name]
      if (!chunk || needed.has(chunk.file)) continue
      needed.add(chunk.file)
      follow(chunk.imports)
    }
  }
  follow(main.imports)
  return { script: `/${main.file}`, imports: [...needed].map((file) => `/${file}`) }
}

async function readMtime(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function readIfExists(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return new Uint8Array(await readFile(path))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}
