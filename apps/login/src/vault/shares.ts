import { combine, split } from 'shamir-secret-sharing'
import { LoginError } from '../loginError.js'

type Bytes = Uint8Array<ArrayBuffer>

/** Three shares of a seed, any two of which make it whole again. */
export async function shareOut(seed: Bytes) {
  const [device, server, recovery] = (await split(seed, 3, 2)) as Bytes[]
  if (!device || !server || !recovery) throw new TypeError('Three shares were asked for')
  return { device, server, recovery }
}

/**
 * Shares carry no proof of belonging together: whoever combines them compares the addresses. Two that
 * do not may also bear the same number, which the library refuses.
 */
export async function combineShares(one: Bytes, other: Bytes): Promise<Bytes> {
  const seed = await combine([one, other]).catch((cause: unknown) => {
    throw mismatch({ cause })
  })
  if (seed.length !== 32) throw mismatch()
  return seed as Bytes
}

export function mismatch(options?: ErrorOptions): LoginError {
  const message = 'The parts of the wallet do not fit together'
  return new LoginError({ code: 'login-failed', message }, options)
}
