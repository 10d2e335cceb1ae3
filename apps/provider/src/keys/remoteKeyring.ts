import * as v from 'valibot'
import type { Clock } from '../clock.js'
import { createOutbound, type TlsIdentity } from '../outbound/createOutbound.js'
import {
  type HolderCall,
  type HolderRequest,
  type HolderResponse,
  holderCalls,
  holderFailure,
  maxBodyBytes,
  toJson,
} from './holderProtocol.js'
import { type Keyring, KeyringError, type Sealed } from './Keyring.js'
import { parseKeyResponse, sendToKeys } from './sendToKeys.js'

export type RemoteKeyringOptions = {
  /** The key holder's origin. */
  readonly url: string
  readonly tls: TlsIdentity
  readonly timeoutMs?: number | undefined
  readonly clock?: Clock
}

const defaultTimeoutMs = 3_000
/** A key holder accepts 256 in total. */
const maxSockets = 16
/** The prefix of key ids in the database names the driver. */
const prefix = 'holder:'
const keyIdPattern = /^holder:[0-9a-f]{16}$/

/** Keys at a key holder, a process on another host. */
export function createRemoteKeyring({
  url,
  tls,
  timeoutMs = defaultTimeoutMs,
  clock,
}: RemoteKeyringOptions): Keyring {
  const outbound = createOutbound({
    allowPrivate: [url],
    tls,
    timeoutMs,
    maxSockets,
    ...(clock && { clock }),
  })

  async function call<call extends HolderCall>(
    name: call,
    request: HolderRequest<call>,
  ): Promise<HolderResponse<call>> {
    const { path, response: schema } = holderCalls[name]
    const response = await sendToKeys(outbound, `${new URL(url).origin}${path}`, {
      headers: { 'content-type': 'application/json' },
      body: toJson(request),
      maxBytes: maxBodyBytes,
    })
    const content = parseKeyResponse(response)
    if (response.status !== 200) throw toKeyringError(content)
    const parsed = v.safeParse(schema, content)
    if (!parsed.success) throw new KeyringError('bad-response')
    return parsed.output as HolderResponse<call>
  }

  const toLocal = ({ keyId, box }: Sealed) => ({ keyId: `${prefix}${keyId}`, box })
  function toRemote({ keyId, box }: Sealed): Sealed {
    if (!keyIdPattern.test(keyId)) throw new KeyringError('key-unknown')
    return { keyId: keyId.slice(prefix.length), box }
  }

  return {
    currentId: async () => `${prefix}${(await call('current', {})).keyId}`,
    async has(keyId) {
      if (!keyIdPattern.test(keyId)) return false
      return (await call('has', { keyId: keyId.slice(prefix.length) })).isKnown
    },
    seal: async (plain, context) =>
      toLocal(await call('seal', { plain: Buffer.from(plain), context })),
    open: async (sealed, context) => (await call('open', { ...toRemote(sealed), context })).plain,
    reseal: async (sealed, context) =>
      toLocal(await call('reseal', { ...toRemote(sealed), context })),
  }
}

function toKeyringError(content: unknown): KeyringError {
  const parsed = v.safeParse(holderFailure, content)
  if (!parsed.success || parsed.output.error === 'bad-request')
    return new KeyringError('bad-response')
  const { error, retryAfterMs } = parsed.output
  return new KeyringError(error, { ...(retryAfterMs !== undefined && { retryAfterMs }) })
}
