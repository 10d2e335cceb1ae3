import { randomBytes } from 'node:crypto'
import { webAddress } from '@latchkey/wire/http/fields'
import * as v from 'valibot'
import { decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Clock } from '../../../clock.js'
import type { Outbound, OutboundOptions } from '../../../outbound/createOutbound.js'
import { type Identity, IdentityError } from '../createIdentityProvider.js'
import type { FarcasterSettings } from '../socialSettings.js'
import { verifySignIn } from './verifySignIn.js'

/** A log-in in progress with an app on a phone. */
export type Channel = {
  /** Lets its holder read the app's response. */
  readonly token: string
  readonly nonce: string
}

export type Farcaster = {
  /** `url` opens the app with the message to sign. */
  open(signal: AbortSignal): Promise<Channel & { readonly url: string }>
  /** Undefined until the app has responded. Throws an IdentityError. */
  read(channel: Channel, since: number, signal: AbortSignal): Promise<Identity | undefined>
}

/** Farcaster's id registry on Optimism. */
const idRegistry = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
const registryAbi = parseAbi(['function idOf(address owner) view returns (uint256 fid)'])
const farcasterIssuer = 'https://farcaster.xyz'
const maxResponseBytes = 65_536

const hex = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]*$/),
  v.transform((text) => text as Hex),
)
const openedChannel = v.object({
  channelToken: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
  url: webAddress,
})
const completedChannel = v.object({
  state: v.literal('completed'),
  message: v.pipe(v.string(), v.maxLength(4_000)),
  signature: hex,
  username: v.nullish(v.pipe(v.string(), v.maxLength(100))),
})
const callResult = v.object({ result: hex })

/** Sign-in with Farcaster. The relay is not trusted: everything it sends is verified. */
export function createFarcaster({
  settings,
  publicUrl,
  outbound,
  clock,
}: {
  readonly settings: FarcasterSettings
  readonly publicUrl: string
  readonly outbound: Outbound
  readonly clock: Clock
}): Farcaster {
  const relay = settings.relay.replace(/\/$/, '')
  const domain = new URL(publicUrl).host

  async function sendRequest(url: string, options: OutboundOptions) {
    try {
      return await outbound.send(url, { ...options, maxBytes: maxResponseBytes })
    } catch (cause) {
      throw new IdentityError('unreachable', 'Farcaster could not be reached.', { cause })
    }
  }

  function parse<schema extends v.GenericSchema>(schema: schema, text: string) {
    try {
      return v.parse(schema, JSON.parse(text))
    } catch (cause) {
      throw new IdentityError('invalid', 'The response of Farcaster is not valid.', { cause })
    }
  }

  const toJsonRequest = (body: object, signal: AbortSignal): OutboundOptions => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    signal,
  })

  async function readFid(owner: `0x${string}`, signal: AbortSignal): Promise<bigint> {
    const data = encodeFunctionData({ abi: registryAbi, functionName: 'idOf', args: [owner] })
    const params = [{ to: idRegistry, data }, 'latest']
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_call', params }
    const { result } = parse(
      callResult,
      (await sendRequest(settings.node, toJsonRequest(call, signal))).text(),
    )
    try {
      return decodeFunctionResult({ abi: registryAbi, functionName: 'idOf', data: result })
    } catch (cause) {
      throw new IdentityError('invalid', 'The node has no id registry.', { cause })
    }
  }

  return {
    async open(signal) {
      const nonce = randomBytes(16).toString('hex')
      // Only the owner of the id may sign, no auth address.
      const body = { siweUri: publicUrl, domain, nonce, acceptAuthAddress: false }
      const response = await sendRequest(`${relay}/v1/channel`, toJsonRequest(body, signal))
      const { channelToken, url } = parse(openedChannel, response.text())
      return { token: channelToken, nonce, url }
    },
    async read({ token, nonce }, since, signal) {
      const response = await sendRequest(`${relay}/v1/channel/status`, {
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        signal,
      })
      if (response.status === 202) return undefined
      const { message, signature, username } = parse(completedChannel, response.text())
      const expected = { domain, uri: publicUrl, nonce, since, now: clock.now() }
      const fid = await verifySignIn({ message, signature }, expected, (owner) =>
        readFid(owner, signal),
      )
      return {
        issuer: farcasterIssuer,
        subject: String(fid),
        email: undefined,
        userName: username ?? undefined,
      }
    },
  }
}
