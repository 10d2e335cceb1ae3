import { statSync } from 'node:fs'
import { type Clock, skipWhileBusy } from '../../clock.js'
import { failureName, type Log } from '../../log.js'
import { createDirectory, type Directory } from './createDirectory.js'
import { importedCatalogue } from './importedCatalogue.js'
import { type CatalogueSource, readCatalogue } from './readCatalogue.js'

const checkIntervalMs = 2_000

export type DirectorySource = Omit<CatalogueSource, 'file'> & {
  /** Where `directory import` puts the list that replaces the packaged one. */
  readonly dataDir?: string | undefined
}

/** The wallets, read again after an import or reset by another process. Throws a DirectoryError. */
export async function openDirectory(
  { dataDir, changes, removed }: DirectorySource,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<Directory & { stop(): void }> {
  const file = dataDir === undefined ? undefined : importedCatalogue(dataDir)
  const read = async (version: string) =>
    createDirectory(
      await readCatalogue({ file: version === '' ? undefined : file, changes, removed }),
    )
  let version = versionOf(file)
  let directory = await read(version)
  let failedVersion: string | undefined

  /** A list that cannot be read changes nothing, and is reported once. */
  const refresh = skipWhileBusy(
    async () => {
      const found = versionOf(file)
      if (found === version || found === failedVersion) return
      failedVersion = found
      directory = await read(found)
      version = found
      failedVersion = undefined
    },
    (error) => log({ level: 'error', event: 'wallets-unread', reason: failureName(error) }),
  )
  const stop = clock.every(checkIntervalMs, refresh)
  return { find: (query) => directory.find(query), stop }
}

/** Empty without a file. An import replaces the file, so that at least its inode changes. */
function versionOf(file: string | undefined): string {
  const stats = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })
  return stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : ''
}
