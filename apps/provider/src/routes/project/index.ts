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

  return [
    route(getProjectConfig, async (_, { project }) => ({
      features: project.features.map(asSetUp),
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
