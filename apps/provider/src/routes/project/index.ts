import { getAllowedOrigins, getAnalyticsConfig, getProjectConfig } from '@latchkey/wire/http/config'
import { type Route, route } from '../../api/route.js'

/** What the operator decided for the project that asks. */
export function projectRoutes(): Route[] {
  return [
    route(getProjectConfig, async (_, { project }) => ({ features: [...project.features] })),
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
