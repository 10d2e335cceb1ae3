import { isNetworkId, type NetworkId } from '@latchkey/wire/caip'
import { parseUrl } from '@latchkey/wire/parseUrl'
import * as v from 'valibot'

/** Fields of the settings of services with a key. Their messages end a sentence. */

/** A file with nothing but the key. */
export const keyFile = v.pipe(
  v.string('is not text'),
  v.minLength(1, 'is empty'),
  v.maxLength(1_000, 'is too long'),
)

export const serviceUrl = v.pipe(
  v.string('is not text'),
  v.check((text) => /^https?:$/.test(parseUrl(text)?.protocol ?? ''), 'is not a web address'),
  v.transform((text) => text.replace(/\/$/, '')),
)

export const serviceChains = v.pipe(
  v.array(
    v.pipe(
      v.string('is not text'),
      v.check((id) => isNetworkId(id), 'is not a chain id like eip155:1'),
      v.transform((id) => id as NetworkId),
    ),
  ),
  v.minLength(1, 'has no chain'),
)
