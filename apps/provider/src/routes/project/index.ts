import {
  getAllowedOrigins,
  getAnalyticsConfig,
  getProjectConfig,
  type ProjectFeature,
} from '@latchkey/wire/http/config'
import { type Route, route } from '../../http/route.js'

/** Settings of the calling project, with what this provider has set up. */
export function projectRoutes({
  socials,
  onramp,
  nameZones,
}: {
  /** The configured log-ins; undefined if unknown. */
  readonly socials?: readonly string[] | undefined
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
} = {}): Route[] {
  function asSetUp(feature: ProjectFeature): ProjectFeature {
    if (feature.id === 'social_login' && socials) return { ...feature, available: [...socials] }
    if (feature.id !== 'onramp' || !onramp) return feature
    const zones = onramp.restrictedTimezones
    return {
      ...feature,
      available: [...onramp.available],
      ...(zones.length > 0 && { restrictedTimezones: [...zones] }),
    }
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
    route(getAnalyticsConfig, async (_, { project }) => ({
      isAnalyticsEnabled: project.isAnalyticsEnabled,
    })),
  ]
}
