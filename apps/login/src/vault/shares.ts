import { combine, split } from 'shamir-secret-sharing'
import { LoginError } from '../loginError.js'

type Bytes = Uint8Array<ArrayBuffer>

/** Three shares of a seed; any two restore it. */
export async function shareOut(seed: Bytes) {
  const [device, server, recovery] = (await split(seed, 3, 2)) as Bytes[]
  if (!device || !server || !recovery) throw new TypeError('Expected three shares')
  return { device, server, recovery }
}

/**
 * Shares do not prove that they belong together, so the caller must compare the addresses. Shares of
 * different splits may also have the same number, which the library rejects.
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
