import type { FrameSocialProvider } from '@latchkey/wire/frame/requests'
import { parseUrl } from '@latchkey/wire/parseUrl'
import * as v from 'valibot'

const text = v.pipe(v.string('is not text'), v.minLength(1, 'is empty'), v.maxLength(500))
const webUrl = v.pipe(
  v.string('is not text'),
  v.check((value) => /^https?:$/.test(parseUrl(value)?.protocol ?? ''), 'is not a web address'),
)

/**
 * Another server with the provider's API, such as the local identity server. Only addresses given
 * here may be on this machine.
 */
const server = v.optional(webUrl)

const client = v.strictObject({ clientId: text, clientSecret: text, server })

/** The `social` section of the settings file: the credentials from each provider. */
export const socialSettings = v.strictObject({
  google: v.optional(client),
  github: v.optional(client),
  discord: v.optional(client),
  x: v.optional(client),
  facebook: v.optional(client),
  apple: v.optional(
    v.strictObject({
      /** The Services ID. */
      clientId: text,
      teamId: text,
      keyId: text,
      /** The `.p8` file's content. */
      privateKey: v.pipe(
        v.string('is not text'),
        v.regex(/^-----BEGIN PRIVATE KEY-----/, 'is not a private key in PEM'),
      ),
      server,
    }),
  ),
  farcaster: v.optional(
    v.strictObject({
      /** A node of Optimism, where Farcaster's id registry is. */
      node: webUrl,
      /** Carries the signature from the app on a phone. Not trusted: signatures are verified. */
      relay: v.optional(webUrl, 'https://relay.farcaster.xyz'),
    }),
  ),
})

export type SocialSettings = v.InferOutput<typeof socialSettings>

export type ClientSettings = NonNullable<SocialSettings[FrameSocialProvider]>
export type FarcasterSettings = NonNullable<SocialSettings['farcaster']>

/** A configured server without TLS, which is allowed on a local machine only. */
export function findUnencryptedServer({
  farcaster,
  ...clients
}: SocialSettings): string | undefined {
  const addresses = [...Object.values(clients).map((client) => client?.server), farcaster?.relay]
  return addresses.find((address) => address?.startsWith('http:'))
}

/** Only addresses from the settings may be in a private network. */
export function listConfiguredUrls({ farcaster, ...clients }: SocialSettings): string[] {
  const servers = Object.values(clients).map((client) => client?.server)
  return [...servers, farcaster?.node, farcaster?.relay].filter((one) => one !== undefined)
}
