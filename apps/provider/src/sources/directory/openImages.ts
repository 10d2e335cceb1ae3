import { readdir, readFile, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import type { ImageFile } from '../../http/route.js'
import { inPackage } from '../../packageFolder.js'
import { assetAliases } from './assetAliases.js'
import { DirectoryError } from './DirectoryError.js'
import { getImageType } from './imageType.js'

const kinds = ['wallets', 'assets', 'currencies', 'tokens'] as const

export type ImageKind = (typeof kinds)[number]

export type Images = {
  /** Undefined for an unknown id. Ignores case. */
  find(kind: ImageKind, id: string): Promise<ImageFile | undefined>
  /** The number of images. */
  readonly count: number
}

/** Where the build renders them. */
const shippedFolder = inPackage('dist', 'images')

/** Largest accepted image of the operator. */
const maxImageBytes = 262_144

/**
 * The shipped images, overridden by those of the operator's folder. The paths are listed once at
 * start, so a request never becomes part of a path.
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
      const key = id.toLowerCase()
      const alias = kind === 'assets' ? assetAliases.get(key)?.toLowerCase() : undefined
      const path = paths.get(`${kind}/${key}`) ?? paths.get(`${kind}/${alias}`)
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
  if (!isFolder) throw new DirectoryError('bad-image', `There is no image folder at ${path}.`)
}

async function checkImage(path: string): Promise<void> {
  if ((await stat(path)).size > maxImageBytes) {
    throw new DirectoryError('bad-image', `${path} is larger than ${maxImageBytes} bytes.`)
  }
  if (!(await readImage(path))) {
    throw new DirectoryError('bad-image', `${path} is not a PNG, JPEG or WebP image.`)
  }
}

/** Undefined if the file was removed or is no longer a valid image. */
async function readImage(path: string): Promise<ImageFile | undefined> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  const contentType = bytes && getImageType(bytes)
  if (!contentType || bytes.length > maxImageBytes) return undefined
  return { contentType, bytes: new Uint8Array(bytes) }
}
