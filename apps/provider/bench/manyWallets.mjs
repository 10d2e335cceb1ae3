import { readCatalogue } from '../dist/sources/directory/readCatalogue.js'

/** Copies of real wallets, enough for a directory of `total` wallets. */
export async function fillDirectory(total) {
  const known = await readCatalogue()
  return Array.from({ length: Math.max(0, total - known.length) }, (_, index) => {
    const { order: _order, ...wallet } = known[index % known.length]
    return {
      ...wallet,
      id: `made-up-${index}`,
      name: `${wallet.name} ${index}`,
      rdns: `example.made-up-${index}`,
    }
  })
}
