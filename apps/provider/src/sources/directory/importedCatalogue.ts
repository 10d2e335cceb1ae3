import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DirectoryWallet } from '@latchkey/wire/http/wallets'

/** The file that `directory import` writes. */
export const importedCatalogue = (dataDir: string): string => join(dataDir, 'wallets.json')

/** The imported list; undefined if the packaged one is used. */
export function findImportedCatalogue(dataDir: string): string | undefined {
  const path = importedCatalogue(dataDir)
  return existsSync(path) ? path : undefined
}

/** Replaces the imported list. Renamed when complete, so that a running provider never reads half of it. */
export function writeImportedCatalogue(
  dataDir: string,
  wallets: readonly DirectoryWallet[],
): string {
  const path = importedCatalogue(dataDir)
  const unfinished = `${path}.${process.pid}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(unfinished, formatCatalogue(wallets))
  renameSync(unfinished, path)
  return path
}

/** Returns to the packaged list. */
export function removeImportedCatalogue(dataDir: string): void {
  rmSync(importedCatalogue(dataDir), { force: true })
}

/** The format of `directory export`. The order of the list is the order of the wallets. */
export function formatCatalogue(wallets: readonly DirectoryWallet[]): string {
  return `${JSON.stringify({ wallets: wallets.map(({ order, ...wallet }) => wallet) }, null, 2)}\n`
}
