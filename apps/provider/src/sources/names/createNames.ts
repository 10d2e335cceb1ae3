import type { NameRecord } from '@latchkey/wire/http/profile'
import type { Sql } from 'postgres'
import { getAddress, type Hex, isAddress } from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import type { Nodes } from '../../nodes/Nodes.js'
import type { Signatures } from '../signatures/createSignatures.js'
import { canonicalCoinType, chainOfCoinType } from './coinTypes.js'
import { createNameStore } from './nameStore.js'
import { checkAttributes, checkBinding, checkTime, parseMessage } from './registration.js'
import { suggestNames } from './suggestNames.js'
import { createZones, type ZoneSettings } from './zones.js'

type Registration = {
  readonly coinType: number
  readonly address: string
  readonly message: string
  readonly signature: Hex
}

type Registrant = {
  readonly projectId: string
  readonly network: string | undefined
  readonly origin: string | undefined
  readonly signal: AbortSignal
}

/** Names in the zones of this provider. */
export type Names = {
  /** Whether a name is in one of our zones, registered or not. */
  isLocal(name: string): boolean
  /** Throws an ApiError (400) for an invalid name. */
  lookUp(name: string, signal?: AbortSignal): Promise<NameRecord | undefined>
  /** Oldest first. */
  reverse(address: string): Promise<NameRecord[]>
  suggestions(
    text: string,
    zone: string | undefined,
  ): Promise<readonly { readonly name: string; readonly registered: boolean }[]>
  register(registration: Registration, registrant: Registrant): Promise<NameRecord>
}

export function createNames({
  sql,
  clock,
  nodes,
  signatures,
  zones: zoneSettings,
}: {
  readonly sql: Sql
  readonly clock: { now(): number }
  readonly nodes: Nodes
  readonly signatures: Signatures
  readonly zones: ZoneSettings
}): Names {
  const zones = createZones(zoneSettings)
  const store = createNameStore(sql, clock)

  return {
    isLocal: (name) => zones.split(name.toLowerCase()) !== undefined,
    lookUp: async (name) => store.find(zones.checkName(name.toLowerCase())),
    reverse: (address) => store.findByAddress(address),
    suggestions: async (text, zone) => suggestNames(zones.checkSearch(text, zone), zones, store),

    async register({ coinType, address, message, signature }, registrant) {
      const { projectId, network, origin, signal } = registrant
      const request = parseMessage(message)
      const name = zones.checkNewName(request.name)
      const chain = chainOfCoinType(coinType)
      if (!chain || !nodes.chains.some(({ id }) => id === chain)) {
        throw new ApiError(400, 'coin_type', 'Names cannot be registered for this chain.')
      }
      if (await store.find(name)) throw alreadyRegistered()
      checkTime(request, clock.now())
      const attributes = checkAttributes(request)
      checkBinding(request, { address, coinType, origin })
      if (!isAddress(address, { strict: false })) {
        throw new ApiError(400, 'address', 'Not an address on an EVM chain.')
      }
      const owner = getAddress(address)
      if (!(await signatures.verify({ chain, address: owner, message, signature }, signal))) {
        throw new ApiError(401, 'signature', 'The message was not signed by this account.')
      }
      const result = await store.add({
        name,
        projectId,
        attributes,
        coinType: canonicalCoinType(coinType),
        address: owner,
        message,
        network,
      })
      if (result === 'taken') throw alreadyRegistered()
      if (result === 'used') {
        throw new ApiError(400, 'message', 'This signed message has been used before.')
      }
      if (result === 'too-many') {
        throw new ApiError(429, 'rate_limited', 'Too many names in one day. Try again tomorrow.', {
          retryAfter: 3_600,
        })
      }
      const record = await store.find(name)
      if (!record) throw new Error('A name is missing right after its registration.')
      return record
    },
  }
}

function alreadyRegistered(): ApiError {
  return new ApiError(400, 'name', 'This name is already registered.')
}
