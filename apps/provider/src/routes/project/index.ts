import {
  getAllowedOrigins,
  getAnalyticsConfig,
  getProjectConfig,
  type ProjectFeature,
} from '@latchkey/wire/http/config'
import { type Route, route } from '../../http/route.js'

/** Settings of the calling project. `socials` are the configured log-ins; undefined if unknown. */
export function projectRoutes({
  socials,
}: {
  socials?: readonly string[] | undefined
} = {}): Route[] {
  const asSetUp = (feature: ProjectFeature): ProjectFeature =>
    feature.id === 'social_login' && socials ? { ...feature, available: [...socials] } : feature
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
