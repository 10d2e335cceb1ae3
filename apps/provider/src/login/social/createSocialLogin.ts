import { type FrameSocialProvider, socialProvider } from '@latchkey/wire/frame/requests'
import { createOutbound } from '../../outbound/createOutbound.js'
import type { LoginModule, LoginParts } from '../LoginParts.js'
import type { Wallets } from '../wallet/Wallets.js'
import { createIdentityProvider, type IdentityProvider } from './createIdentityProvider.js'
import { createFarcaster } from './farcaster/createFarcaster.js'
import { farcasterPages } from './farcaster/farcasterPages.js'
import { farcasterRoutes } from './farcaster/farcasterRoutes.js'
import { providerSpecs } from './providerSpecs.js'
import { socialPages } from './socialPages.js'
import { socialRoutes } from './socialRoutes.js'
import { listConfiguredUrls, type SocialSettings } from './socialSettings.js'

/** Log-in with the social providers that the operator has configured. */
export function createSocialLogin(
  parts: LoginParts & { readonly wallets: Wallets; readonly social: SocialSettings },
): LoginModule {
  const { social, clock, publicUrl } = parts
  const outbound = createOutbound({ allowPrivate: listConfiguredUrls(social), clock })
  const providers = new Map<FrameSocialProvider, IdentityProvider>()
  for (const name of socialProvider.options) {
    const settings = social[name]
    if (!settings) continue
    const redirectUri = `${publicUrl}/oauth/callback/${name}`
    const spec = providerSpecs[name]
    providers.set(name, createIdentityProvider({ spec, settings, redirectUri, outbound, clock }))
  }
  const farcaster =
    social.farcaster && createFarcaster({ settings: social.farcaster, publicUrl, outbound, clock })
  return {
    routes: [...socialRoutes(parts, providers), ...farcasterRoutes(parts, farcaster)],
    pages: [...socialPages(parts, providers), ...farcasterPages(parts, farcaster)],
    async stop() {
      outbound.stop()
    },
  }
}
