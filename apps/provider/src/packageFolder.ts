import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this package, whether it runs from `src`, `dist` or a bundle. */
const packageFolder = findPackage(dirname(fileURLToPath(import.meta.url)))

function findPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findPackage(dirname(folder))
}

/** The path of something that comes with the package. */
export function inPackage(...parts: readonly string[]): string {
  return join(packageFolder, ...parts)
}
