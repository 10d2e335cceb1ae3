import type { Config } from '../config/Config.js'
import { ConfigError } from '../errors/ConfigError.js'
import { checkCatalogue } from '../sources/directory/checkCatalogue.js'
import { DirectoryError } from '../sources/directory/DirectoryError.js'
import {
  findImportedCatalogue,
  formatCatalogue,
  removeImportedCatalogue,
  writeImportedCatalogue,
} from '../sources/directory/importedCatalogue.js'
import { openImages } from '../sources/directory/openImages.js'
import { readCatalogue, readWallets } from '../sources/directory/readCatalogue.js'

export const directoryUsage = `latchkey-provider directory <command>

  check [<file>]                       checks the wallets, or those of a file: links, duplicates, icons
  export                               prints the wallets without the changes in the settings
  import <file>                        replaces the wallets, also of a running provider
  reset                                returns to the wallets of this release

All commands accept --data-dir and --config, as the server does.`

type DirectorySettings = Pick<Config, 'dataDir' | 'imagesDir' | 'wallets' | 'removedWallets'>

/** Runs a directory command and returns the text to print. Throws a ConfigError or DirectoryError. */
export async function runDirectoryCommand(
  [command, file, ...rest]: readonly string[],
  { dataDir, imagesDir, wallets, removedWallets }: DirectorySettings,
): Promise<string> {
  const takesFile = command === 'check' || command === 'import'
  if (rest.length > 0 || (file !== undefined && !takesFile)) throw new ConfigError(directoryUsage)
  const imported = findImportedCatalogue(dataDir)
  const check = async (source: Parameters<typeof checkCatalogue>[0]) =>
    checkCatalogue(source, await openImages({ own: imagesDir }))
  switch (command) {
    case 'check': {
      const source = { file: file ?? imported, changes: wallets, removed: removedWallets }
      const { count, problems } = await check(source)
      if (problems.length > 0) throw new DirectoryError('bad-catalogue', problems.join('\n'))
      return `${count} wallets, nothing wrong.`
    }
    case 'export':
      return formatCatalogue(await readCatalogue({ file: imported })).trimEnd()
    case 'import': {
      if (file === undefined) throw new ConfigError('This command needs a file.')
      // Also with the settings, because the provider must be able to start with both.
      await readCatalogue({ file, changes: wallets, removed: removedWallets })
      const { count, problems } = await check({ file })
      const path = writeImportedCatalogue(dataDir, await readWallets(file))
      return [
        `Imported ${count} wallets into ${path}. A running provider lists them in a few seconds.`,
        ...problems,
      ].join('\n')
    }
    case 'reset':
      removeImportedCatalogue(dataDir)
      return 'The wallets of this release are listed again, by a running provider in a few seconds.'
    default:
      throw new ConfigError(directoryUsage)
  }
}
