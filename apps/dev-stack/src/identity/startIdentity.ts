import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { listen } from '@latchkey/provider/listen'
import { providerSpecs, withServer } from '@latchkey/provider/providerSpecs'
import type { SocialSettings } from '@latchkey/provider/socialSettings'
import { type FrameSocialProvider, socialProvider } from '@latchkey/wire/frame/requests'
import { Hono } from 'hono'
import type { LocalClient, LocalProvider, Tampering } from './LocalProvider.js'
import { createLocalFarcaster } from './localFarcaster.js'
import { noticePage } from './pageMarkup.js'
import { createSigningKey, readStatement } from './signedTokens.js'
import { signInRoutes } from './signInRoutes.js'
import { tokenRoutes } from './tokenRoutes.js'

export type IdentityOptions = {
  /** 0: any free port. */
  readonly port: number
  /** The login site to redirect to, without a trailing slash. */
  readonly loginUrl: string
  /** Providers whose pages sever `window.opener`. */
  readonly cutsOpener?: readonly FrameSocialProvider[]
  readonly tampering?: Tampering
  /** Client secrets other than the default ones; Apple has none. */
  readonly secrets?: Partial<Record<FrameSocialProvider, string>>
  /** The providers' clock. */
  readonly now?: () => number
}

export interface LocalIdentity {
  readonly url: string
  /** Settings for the login site. */
  readonly social: SocialSettings
  stop(): Promise<void>
}

/** Apple's names of a team and its key. */
const team = { teamId: 'LOCALTEAM1', keyId: 'LOCALKEY01' }

/**
 * Starts one local server that replaces every identity provider, each under its own path, and
 * Farcaster. It reproduces their differences; its pages offer people to sign in as.
 */
export async function startIdentity(options: IdentityOptions): Promise<LocalIdentity> {
  const { loginUrl, cutsOpener = [], tampering = {}, secrets = {}, now = Date.now } = options
  const app = new Hono()
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  const key = await createSigningKey()
  const port = await listen(server, options.port, '127.0.0.1')
  // Not `localhost`, which is the login site: a provider must be another site.
  const url = `http://127.0.0.1:${port}`

  const social: Partial<Record<FrameSocialProvider, unknown>> = {}
  for (const provider of socialProvider.options) {
    const issuer = `${url}/${provider}`
    const { settings, client } = register(provider, issuer, loginUrl, secrets[provider])
    social[provider] = settings
    const local: LocalProvider = {
      name: provider,
      dialect: withServer(providerSpecs[provider], issuer),
      client,
      key,
      codes: new Map(),
      tampering,
      now,
    }
    app.route('/', signInRoutes(local, { cutsOpener: cutsOpener.includes(provider) }))
    app.route('/', tokenRoutes(local))
  }
  const farcaster = `${url}/farcaster`
  app.route('/', createLocalFarcaster(farcaster, now))
  app.notFound((context) =>
    context.html(noticePage('Nothing here', 'Begin on the site you want to sign in to.'), 404),
  )
  return {
    url,
    social: {
      ...social,
      farcaster: { node: `${farcaster}/node`, relay: farcaster },
    } as SocialSettings,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

/** The client registration shared by both sides. */
function register(
  provider: FrameSocialProvider,
  issuer: string,
  loginUrl: string,
  clientSecret = `local-${provider}-secret`,
): { settings: unknown; client: LocalClient } {
  const clientId = `local-${provider}`
  const redirectUri = `${loginUrl}/oauth/callback/${provider}`
  if (provider === 'apple') return registerApple(issuer, clientId, redirectUri)
  return {
    settings: { clientId, clientSecret, server: issuer },
    client: {
      clientId,
      clientSecret,
      redirectUri,
      isSecret: (secret) => secret === clientSecret,
    },
  }
}

function registerApple(issuer: string, clientId: string, redirectUri: string) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicKey = createPublicKey(privateKey)
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const isSecret = (secret: string) => {
    const { iss, sub, aud, exp } = readStatement(secret, publicKey) ?? {}
    const isOurs = iss === team.teamId && sub === clientId && aud === issuer
    return isOurs && Number(exp) * 1_000 > Date.now()
  }
  return {
    settings: { clientId, ...team, privateKey: pem, server: issuer },
    client: { clientId, clientSecret: '', redirectUri, isSecret },
  }
}
