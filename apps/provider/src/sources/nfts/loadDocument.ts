import { isRecord, safeParseJson } from '@latchkey/wire/json'
import type { Clock } from '../../clock.js'
import { withDeadline } from '../../deadline.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { decodeDataUrl, toGatewayUrl } from '../tokens/safeImageUrl.js'

export type MetadataDocument = Readonly<Record<string, unknown>>

const timeoutMs = 3_000
export const maxDocumentBytes = 262_144

/** Reads the JSON document that a token names: from the URL itself or from a public address. */
export async function loadDocument(
  {
    web,
    clock,
    ipfsGateway,
  }: {
    readonly web: HttpClient
    readonly clock: Clock
    readonly ipfsGateway?: string | undefined
  },
  address: string,
  signal?: AbortSignal,
): Promise<MetadataDocument | undefined> {
  if (address.length > maxDocumentBytes) return undefined
  if (address.startsWith('data:')) return parseDocument(decodeJson(address))
  const url = toGatewayUrl(address, ipfsGateway) ?? address
  if (!url.startsWith('https://') || signal?.aborted) return undefined
  try {
    const { status, bytes } = await withDeadline(
      clock,
      timeoutMs,
      (signal) => web.send(url, { method: 'GET', signal, maxBytes: maxDocumentBytes }),
      signal,
    )
    return status === 200 ? parseDocument(new TextDecoder().decode(bytes)) : undefined
  } catch {
    return undefined
  }
}

function decodeJson(address: string): string | undefined {
  const isJson = /^data:application\/json[;,]/i.test(address)
  return isJson ? decodeDataUrl(address) : undefined
}

function parseDocument(text: string | undefined): MetadataDocument | undefined {
  const value = safeParseJson(text ?? '')
  return isRecord(value) ? (value as MetadataDocument) : undefined
}
