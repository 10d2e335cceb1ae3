import type { FrameSocialProvider } from '@latchkey/wire/frame/requests'
import { parseUrl } from '@latchkey/wire/parseUrl'
import * as v from 'valibot'

const text = v.pipe(v.string('is not text'), v.minLength(1, 'is empty'), v.maxLength(500))
const webUrl = v.pipe(
  v.string('is not text'),
  v.check((value) => /^https?:$/.test(parseUrl(value)?.protocol ?? ''), 'is not a web address'),
)

/**
 * Another server that speaks the provider's dialect, such as the local identity server. Only an
 * address written here may lie on this machine.
 */
const server = v.optional(webUrl)

const client = v.strictObject({ clientId: text, clientSecret: text, server })

/** The `social` section of the file of settings: what each provider gave the operator. */
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
      /** A node of Optimism, where Farcaster keeps its register. */
      node: webUrl,
      /** Carries the signature from the app on a phone; what it carries is checked here. */
      relay: v.optional(webUrl, 'https://relay.farcaster.xyz'),
    }),
  ),
})

export type SocialSettings = v.InferOutput<typeof socialSettings>

export type ClientSettings = NonNullable<SocialSettings[FrameSocialProvider]>
export type FarcasterSettings = NonNullable<SocialSettings['farcaster']>

/** An identity server without a certificate: good enough for one's own machine only. */
export function findUnencryptedServer({
  farcaster,
  ...clients
}: SocialSettings): string | undefined {
  const addresses = [...Object.values(clients).map((client) => client?.server), farcaster?.relay]
  return addresses.find((address) => address?.startsWith('http:'))
}
