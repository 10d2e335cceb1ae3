import { socialProvider } from '@latchkey/wire/frame/requests'
import {
  getAllowedOrigins,
  getAnalyticsConfig,
  getProjectConfig,
  getProjectLimits,
  type ProjectFeature,
} from '@latchkey/wire/http/config'
import { emailCaptureFeature } from '@latchkey/wire/http/signIn'
import { type Route, route } from '../../http/route.js'

/** Settings of the calling project, with what this provider has set up. */
export function projectRoutes({
  socials,
  swaps,
  onramp,
  nameZones,
  hasEmailCodes = false,
}: {
  /** The configured log-ins; undefined if unknown. */
  readonly socials?: readonly string[] | undefined
  /** What there is: `1inch` for all exchanges of EVM chains, `jupiter`; undefined if unknown. */
  readonly swaps?: readonly string[] | undefined
  readonly onramp?:
    | {
        /** The payment services. */
        readonly available: readonly string[]
        /** Time zones where Buy is hidden. */
        readonly restrictedTimezones: readonly string[]
      }
    | undefined
  /** The endings of names that can be registered, the default one first; undefined if unknown. */
  readonly nameZones?: readonly string[] | undefined
  /** Whether there is a mail server for email codes. */
  readonly hasEmailCodes?: boolean | undefined
} = {}): Route[] {
  /** To a widget an empty list turns the feature off, so a feature that is on gets everything. */
  const everything: Readonly<Record<string, readonly string[]>> = {
    social_login: ['email', ...(socials ?? [...socialProvider.options, 'farcaster'])],
    swap: ['1inch'],
    onramp: ['meld', 'coinbase'],
  }

  function withList(feature: ProjectFeature): ProjectFeature {
    const { id, isEnabled, config } = feature
    const isEmpty = isEnabled && config?.length === 0
    return isEmpty && everything[id] ? { ...feature, config: [...everything[id]] } : feature
  }

  function asSetUp(stored: ProjectFeature): ProjectFeature {
    const feature = withList(stored)
    if (feature.id === emailCaptureFeature && !hasEmailCodes)
      return { ...feature, isEnabled: false }
    if (feature.id === 'social_login' && socials) return { ...feature, available: [...socials] }
    if (feature.id === 'swap' && swaps) return { ...feature, available: chosenOf(stored, swaps) }
    if (feature.id !== 'onramp' || !onramp) return feature
    const zones = onramp.restrictedTimezones
    return {
      ...feature,
      available: [...onramp.available],
      ...(zones.length > 0 && { restrictedTimezones: [...zones] }),
    }
  }

  /** A project with a list has only what it lists. */
  function chosenOf({ config }: ProjectFeature, all: readonly string[]): string[] {
    return all.filter((one) => !config?.length || config.includes(one))
  }

  const names: readonly ProjectFeature[] = nameZones
    ? [
        {
          id: 'account_names',
          isEnabled: nameZones.length > 0,
          config: null,
          available: [...nameZones],
        },
      ]
    : []

  return [
    route(getProjectConfig, async (_, { project }) => ({
      features: [...project.features.map(asSetUp), ...names],
    })),
    // Readable by unlisted sites too, so that the widget can report the missing origin.
    route(
      getAllowedOrigins,
      async (_, { project }) => ({ allowedOrigins: [...project.allowedOrigins] }),
      { isForAnySite: true },
    ),
    route(getProjectLimits, async () => ({
      planLimits: { tier: 'none', isAboveRpcLimit: false, isAboveMauLimit: false },
    })),
    route(getAnalyticsConfig, async (_, { project }) => ({
      isAnalyticsEnabled: project.isAnalyticsEnabled,
    })),
  ]
}
