import { readCatalogue } from '../dist/sources/directory/readCatalogue.js'

/** Wallets to add to the catalogue so that the directory has `total`, each as full as those it ships. */
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
