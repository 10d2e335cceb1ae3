import {
  getAllowedOrigins,
  getAnalyticsConfig,
  getProjectConfig,
  type ProjectFeature,
} from '@latchkey/wire/http/config'
import { type Route, route } from '../../http/route.js'

/**
 * What the operator decided for the project that asks. `socials` are the logins that are set up here:
 * no project can have others, and sites that decide themselves are told. Undefined where nobody knows.
 */
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
    // A site that is not listed must be able to learn just that: everything else looks to it as if
    // there were no provider.
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
