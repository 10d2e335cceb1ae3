import { createHmac, timingSafeEqual } from 'node:crypto'
import { networkId } from '@latchkey/wire/http/fields'
import { parseAddress, parseHash } from '@latchkey/wire/rpc/eip155'
import * as v from 'valibot'
import type { Hex } from 'viem'

const address = v.custom<Hex>((value) => parseAddress(value) === value)

/** What to look for on the chain. The payer holds it, sealed; nothing is stored here. */
const transferRequest = v.object({
  projectId: v.string(),
  chain: networkId,
  user: address,
  router: address,
  /** Of the call data, which contains a random tag: no other transaction has the same. */
  dataHash: v.custom<Hex>((value) => parseHash(value) === value),
  /** Absent for the native coin. */
  originToken: v.optional(address),
  destinationToken: v.optional(address),
  recipient: address,
  amount: v.string(),
  /** The newest block when it was quoted. */
  block: v.number(),
  /** In seconds since the epoch. */
  deadline: v.number(),
})

/** All addresses are in lower case. */
export type TransferRequest = v.InferOutput<typeof transferRequest>

/** The id of a payment: authentic, and readable by its holder, who knows all of it. */
export function sealTransferRequest(request: TransferRequest, secret: Buffer): string {
  const body = Buffer.from(JSON.stringify(request)).toString('base64url')
  return `${body}.${sign(body, secret).toString('base64url')}`
}

/** Undefined for an id that was not sealed with this secret. */
export function openTransferRequest(id: string, secret: Buffer): TransferRequest | undefined {
  const [body = '', signature = '', ...more] = id.split('.')
  const [given, expected] = [Buffer.from(signature, 'base64url'), sign(body, secret)]
  const isAuthentic = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isAuthentic || more.length > 0) return undefined
  const parsed = v.safeParse(
    transferRequest,
    JSON.parse(Buffer.from(body, 'base64url').toString('utf8')),
  )
  return parsed.success ? parsed.output : undefined
}

function sign(body: string, secret: Buffer): Buffer {
  return createHmac('sha256', secret).update(`transfer-request ${body}`).digest()
}
