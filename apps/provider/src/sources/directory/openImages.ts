import { readdir, readFile, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ImageReply } from '../../http/route.js'
import { DirectoryError } from './DirectoryError.js'
import { imageTypeOf } from './imageType.js'

const kinds = ['wallets', 'assets', 'currencies', 'tokens'] as const

export type ImageKind = (typeof kinds)[number]

export interface Images {
  /** Undefined when there is none under that name; case does not matter. */
  find(kind: ImageKind, id: string): Promise<ImageReply | undefined>
  /** How many there are. */
  readonly count: number
}

/** From `src` and from `dist`, where the build draws them. */
const shippedFolder = fileURLToPath(new URL('../../../dist/images/', import.meta.url))

/** Largest image taken from the operator's folder. */
const LARGEST_BYTES = 262_144

/**
 * The images we ship and, before them, those of the operator's folder, which has a folder per kind as
 * ours has. Which names exist is settled here, once: no request ever becomes part of a path.
 */
export async function openImages(
  parameters: { readonly shipped?: string; readonly own?: string | undefined } = {},
): Promise<Images> {
  const { shipped = shippedFolder, own } = parameters
  if (own !== undefined) await checkFolder(own)
  const paths = new Map<string, string>()
  for (const kind of kinds) {
    for (const path of await listImages(join(shipped, kind))) paths.set(keyOf(kind, path), path)
    if (own === undefined) continue
    for (const path of await listImages(join(own, kind))) {
      await checkImage(path)
      paths.set(keyOf(kind, path), path)
    }
  }
  return {
    count: paths.size,
    async find(kind, id) {
      const path = paths.get(`${kind}/${id.toLowerCase()}`)
      return path === undefined ? undefined : readImage(path)
    },
  }
}

const keyOf = (kind: ImageKind, path: string) => `${kind}/${parse(path).name.toLowerCase()}`

async function listImages(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => join(folder, name))
      .sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function checkFolder(path: string): Promise<void> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new DirectoryError('bad-image', `There is no folder of images at ${path}.`)
}

async function checkImage(path: string): Promise<void> {
  if ((await stat(path)).size > LARGEST_BYTES) {
    throw new DirectoryError('bad-image', `${path} is larger than ${LARGEST_BYTES} bytes.`)
  }
  if (!(await readImage(path))) {
    throw new DirectoryError('bad-image', `${path} is not a PNG, JPEG or WebP image.`)
  }
}

/** Undefined when the file has gone, or is no longer what it was when the server started. */
async function readImage(path: string): Promise<ImageReply | undefined> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const contentType = bytes && imageTypeOf(bytes)
  if (!contentType || bytes.length > LARGEST_BYTES) return undefined
  return { contentType, bytes: new Uint8Array(bytes) }
}
