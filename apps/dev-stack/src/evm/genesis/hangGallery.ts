import { deployer, testAccounts } from '../../testAccounts.js'
import { localAddresses } from './addresses.js'
import type { Writer } from './Writer.js'
import { metadataOf, numberOf, works } from './works.js'

type Pieces = Partial<Record<keyof typeof works, bigint>>

/** Pieces per work of the first two test accounts; the others have none. */
const piecesByAccount: readonly Pieces[] = [
  { harbour: 1n, moon: 1n, hills: 1n, signal: 1n, orchard: 3n, brokenPicture: 1n, longName: 1n },
  { hills: 1n, orchard: 1n },
]

/** Creates the works and gives pieces to the test accounts. */
export async function hangGallery(writer: Writer): Promise<void> {
  const { abi } = writer.contract('Gallery')
  const gallery = { from: deployer, to: localAddresses.gallery, abi }
  for (const work of Object.values(works)) {
    await writer.call({ ...gallery, name: 'exhibit', args: [metadataOf(work)] })
  }
  for (const [i, pieces] of piecesByAccount.entries()) {
    const ids = Object.keys(pieces).map((work) => numberOf(work as keyof typeof works))
    const args = [testAccounts[i]?.address, ids, Object.values(pieces)]
    await writer.call({ ...gallery, name: 'mint', args })
  }
}
